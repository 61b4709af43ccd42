import Testing

@testable import Kiroku

@Suite("Bytes that others wait for")
struct ReadyBytesTests {
    @Test("Are waited for, by all who ask")
    func waiting() async {
        let ready = ReadyBytes()
        Task.detached { ready.set([1, 2, 3]) }
        #expect(await Task.detached { ready.wait() }.value == [1, 2, 3])
        #expect(await Task.detached { ready.wait() }.value == [1, 2, 3])
    }
}
