import Testing

@testable import KirokuPictures

@Suite("Taking turns")
struct AsyncSemaphoreTests {
    @Test("So many at a time; the more urgent come first")
    func order() async {
        let turns = AsyncSemaphore(1)
        #expect(await turns.begin(.soon))
        let (order, log) = AsyncStream.makeStream(of: String.self)
        let waiting = [(PictureDecoder.Urgency.soon, "soon"), (.chosen, "chosen"), (.inSight, "in sight")]
        let tasks = waiting.map { urgency, name in
            Task {
                guard await turns.begin(urgency) else { return }
                log.yield(name)
                turns.end()
            }
        }
        while turns.waitingCount < waiting.count { await Task.yield() }
        turns.end()
        for task in tasks { await task.value }
        log.finish()
        var names: [String] = []
        for await name in order { names.append(name) }
        #expect(names == ["chosen", "in sight", "soon"])
    }

    @Test("Who is cancelled waits no longer, and keeps nobody waiting")
    func cancelling() async {
        let turns = AsyncSemaphore(1)
        #expect(await turns.begin(.soon))
        let waiting = Task { await turns.begin(.chosen) }
        while turns.waitingCount < 1 { await Task.yield() }
        waiting.cancel()
        #expect(await waiting.value == false)
        turns.end()
        #expect(await turns.begin(.soon))
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await turns.begin(.chosen)
        }
        #expect(await late.value == false)
        turns.end()
    }
}
