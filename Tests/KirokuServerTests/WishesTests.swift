import Testing

@testable import KirokuServer

@Suite("What is written to a shared document while it is waited")
struct WishesTests {
    @Test("Each wait lasts as long as it is to, also after one that nothing has ended")
    func lasts() async {
        let wishes = Wishes()
        let start = ContinuousClock.now
        for _ in 0..<3 { await wishes.wait(0.05) }
        #expect(ContinuousClock.now - start >= .milliseconds(150))
    }

    @Test("What is written before or during a wait ends it, and is there until it is taken")
    func ends() async {
        let wishes = Wishes()
        wishes.note()
        await wishes.wait(1_000_000)
        #expect(wishes.take())
        #expect(!wishes.take())
        async let waiting: Void = wishes.wait(1_000_000)
        wishes.note()
        await waiting
        #expect(wishes.take())
    }

    @Test("A wait ends with its task")
    func cancelled() async {
        let wishes = Wishes()
        let waiting = Task { await wishes.wait(1_000_000) }
        waiting.cancel()
        await waiting.value
        #expect(!wishes.take())
    }
}
