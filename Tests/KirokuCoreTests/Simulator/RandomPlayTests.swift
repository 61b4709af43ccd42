import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// Random plays; `KIROKU_SIMULATED_PLAYS` says how many, and `KIROKU_SIMULATED_FROM` the first seed.
@Suite("Random plays")
struct RandomPlayTests {
    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }
    private static let count = number("KIROKU_SIMULATED_PLAYS") ?? 40_000
    private static let first = number("KIROKU_SIMULATED_FROM") ?? 0

    /// Plays that fail in the same way.
    private struct Failures {
        var count = 0
        var shortest: (turns: [Turn], report: String)?
    }

    /// Of plays that fail in the same way, so many are shortened.
    private static let shortenedLimit = 5

    @Test("Random plays are fair")
    func fair() {
        var kinds: [String: Failures] = [:]
        for seed in Self.first..<Self.first + Self.count {
            let play = RandomPlay(seed: seed, MergingEngine())
            guard let fault = play.faults.first else { continue }
            let kind = Self.kind(of: fault)
            var failures = kinds[kind] ?? Failures()
            failures.count += 1
            if failures.count <= Self.shortenedLimit {
                let turns = play.shortest
                if turns.count < failures.shortest?.turns.count ?? .max {
                    failures.shortest = (turns, play.report(of: turns))
                }
            }
            kinds[kind] = failures
        }
        for (kind, failures) in kinds.sorted(by: { $0.value.count > $1.value.count }) {
            Issue.record("\(failures.count) of \(Self.count): \(kind)\n\(failures.shortest?.report ?? "")")
        }
    }

    /// A fault without the texts and numbers of its play.
    private static func kind(of fault: String) -> String {
        var kind = ""
        var isQuoted = false
        for letter in fault {
            if letter == "”" { isQuoted = false }
            if !isQuoted, !letter.isNumber { kind.append(letter) }
            if letter == "“" { isQuoted = true }
        }
        return kind
    }
}
