import Testing

@testable import KirokuViews

@Suite("Progress")
@MainActor
struct ProgressRelayTests {
    @Test("Shares arrive on the main actor in order, the last one always")
    func order() async {
        var recorder: [Double] = []
        await withCheckedContinuation { continuation in
            let relay = ProgressRelay { fraction in
                recorder.append(fraction)
                if fraction == 1 { continuation.resume() }
            }
            Task.detached {
                for step in 0...1_000 { relay.report(Double(step) / 1_000) }
            }
        }
        #expect(recorder == recorder.sorted())
        #expect(recorder.last == 1)
    }

    @Test("Of shares that come faster than they are shown only the newest counts")
    func newest() async {
        var recorder: [Double] = []
        await withCheckedContinuation { continuation in
            let relay = ProgressRelay { fraction in
                recorder.append(fraction)
                continuation.resume()
            }
            for step in 1...10 { relay.report(Double(step) / 10) }
        }
        #expect(recorder == [1])
    }

    @Test("What is told of the progress goes with the relay")
    func ending() async {
        final class Listener: Sendable {}
        weak var seen: Listener?
        do {
            let listener = Listener()
            seen = listener
            let relay = ProgressRelay { _ in _ = listener }
            relay.report(1)
        }
        for _ in 0..<1_000 where seen != nil { await Task.yield() }
        #expect(seen == nil)
    }
}
