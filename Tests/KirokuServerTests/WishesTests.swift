import FoundationEssentials
import Testing

@testable import KirokuCore
@testable import KirokuServer

@Suite("What is written to a shared document while it is waited")
struct WishesTests {
    @Test("Each wait lasts as long as it is to by its clock, also after one that nothing has ended")
    func lasts() async throws {
        let wishes = Wishes()
        let clock = AppClock.standing(at: Date(timeIntervalSince1970: 0))
        for _ in 1...3 {
            let isOver = StopFlag()
            let waiting = Task {
                await wishes.wait(.seconds(3_600), by: clock)
                isOver.set()
            }
            while !isOver.isSet {
                clock.advance(by: 600)
                await Task.yield()
            }
            await waiting.value
        }
        #expect(!wishes.take())
    }

    @Test("What is written before or during a wait ends it, and is there until it is taken")
    func ends() async {
        let wishes = Wishes()
        wishes.note()
        await wishes.wait(.seconds(1_000_000), by: .shared)
        #expect(wishes.take())
        #expect(!wishes.take())
        async let waiting: Void = wishes.wait(.seconds(1_000_000), by: .shared)
        wishes.note()
        await waiting
        #expect(wishes.take())
    }

    @Test("A wait ends with its task")
    func cancelled() async {
        let wishes = Wishes()
        let waiting = Task { await wishes.wait(.seconds(1_000_000), by: .shared) }
        waiting.cancel()
        await waiting.value
        #expect(!wishes.take())
    }
}
