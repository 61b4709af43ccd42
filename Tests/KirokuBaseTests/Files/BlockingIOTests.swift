import Dispatch
import Testing

@testable import KirokuBase

@Suite("Work that waits for a disk")
struct BlockingIOTests {
    @Test("It returns what it finds, and throws what it fails with")
    func results() async throws {
        #expect(await BlockingIO.run { 42 } == 42)
        let failure = StorageError.notFound(path: "/a")
        await #expect(throws: failure) {
            try await BlockingIO.run { () throws(StorageError) -> Int in throw failure }
        }
    }

    @Test("However much of it waits, other tasks go on")
    func others() async {
        let answer = DispatchSemaphore(value: 0)
        let waiting = (0..<20).map { _ in
            Task { await BlockingIO.run { answer.wait() } }
        }
        // If they waited on the threads that all tasks share, this one would never have its turn.
        await Task {
            for _ in waiting { answer.signal() }
        }.value
        for task in waiting { await task.value }
    }
}
