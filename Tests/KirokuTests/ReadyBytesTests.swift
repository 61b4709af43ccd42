import Testing

@testable import Kiroku

@Suite("Bytes that others wait for")
struct ReadyBytesTests {
    @Test("Are waited for, by all who ask")
    func waiting() async {
        let ready = ReadyBytes()
        Task.detached { ready.set([1, 2, 3]) }
        #expect(await Task.detached { ready.wait(atMost: 600) }.value == [1, 2, 3])
        #expect(await Task.detached { ready.wait(atMost: 600) }.value == [1, 2, 3])
    }

    @Test("Are not waited for without end, and may still come")
    func givingUp() {
        let ready = ReadyBytes()
        #expect(ready.wait(atMost: 0.01) == nil)
        ready.set([1])
        #expect(ready.wait(atMost: 600) == [1])
        #expect(ready.wait(atMost: 0) == [1])
    }
}
