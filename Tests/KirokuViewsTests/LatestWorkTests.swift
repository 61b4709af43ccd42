import KirokuCore
import Testing

@testable import KirokuViews

@Suite("Work of which only the latest counts")
@MainActor
struct LatestWorkTests {
    @Test("That it takes long is told by the program's clock")
    func delay() async throws {
        let clock = AppClock()
        let work = LatestWork(clock: clock)
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        var isTold = false
        work.onDelay = { isTold = true }
        // The clock stands still by itself.
        try clock.setRatio(0)
        work.start { (_: @escaping @Sendable (Double) -> Void) async throws(CancellationError) in
            for await _ in gate {}
        } done: { (_: Result<Void, CancellationError>) in
        }
        while !isTold {
            clock.advance(by: 3_600)
            await Task.yield()
        }
        #expect(work.isRunning)
        open.finish()
    }

    @Test("New work takes the place of what is under way, whose result nobody hears")
    func latest() async {
        let work = LatestWork()
        var recorder: [Int] = []
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        work.start { (_: @escaping @Sendable (Double) -> Void) async throws(CancellationError) in
            for await _ in gate {}
            return 1
        } done: { (result: Result<Int, CancellationError>) in
            recorder.append((try? result.get()) ?? 0)
        }
        await withCheckedContinuation { continuation in
            work.start { (_: @escaping @Sendable (Double) -> Void) async throws(CancellationError) in
                2
            } done: { (result: Result<Int, CancellationError>) in
                recorder.append((try? result.get()) ?? 0)
                continuation.resume()
            }
        }
        open.finish()
        for _ in 0..<100 { await Task.yield() }
        #expect(recorder == [2])
        #expect(!work.isRunning)
    }
}
