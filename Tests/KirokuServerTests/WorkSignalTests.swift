import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuServer
@testable import KirokuTable

@Suite("What is written to a shared document while it is waited")
struct WorkSignalTests {
    @Test("Each wait lasts as long as it is to by its clock, also after one that nothing has ended")
    func lasts() async throws {
        let workSignal = WorkSignal()
        let clock = AppClock.fixed(at: Date(timeIntervalSince1970: 0))
        for _ in 1...3 {
            let isOver = StopFlag()
            let waiting = Task {
                await workSignal.wait(.seconds(3_600), by: clock)
                isOver.set()
            }
            while !isOver.isSet {
                clock.advance(by: 600)
                await Task.yield()
            }
            await waiting.value
        }
        #expect(!workSignal.take())
    }

    @Test("What is written before or during a wait ends it, and is there until it is taken")
    func ends() async {
        let workSignal = WorkSignal()
        workSignal.set()
        await workSignal.wait(.seconds(1_000_000), by: .shared)
        #expect(workSignal.take())
        #expect(!workSignal.take())
        async let waiting: Void = workSignal.wait(.seconds(1_000_000), by: .shared)
        workSignal.set()
        await waiting
        #expect(workSignal.take())
    }

    @Test("A wait ends with its task")
    func cancelled() async {
        let workSignal = WorkSignal()
        let waiting = Task { await workSignal.wait(.seconds(1_000_000), by: .shared) }
        waiting.cancel()
        await waiting.value
        #expect(!workSignal.take())
    }
}
