import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// With KIROKU_PLAYS in the environment so many hundreds of random plays instead of 20.
@Suite("Desks at one file, move by move")
@MainActor
struct PlayTests {
    nonisolated private static let hundreds =
        ProcessInfo.processInfo.environment["KIROKU_PLAYS"].flatMap { Int($0) } ?? 20

    @Test("All plays of two desks with three moves are fair", arguments: Move.allCases)
    func smallWorlds(first: Move) async throws {
        for second in Move.allCases {
            for third in Move.allCases {
                // The desks are alike, so the first move is that of the first desk.
                for (one, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    try await expectFair([(0, first), (one, second), (other, third)], desks: 2)
                }
            }
        }
    }

    @Test("Random plays of two and three desks are fair", arguments: 0..<hundreds)
    func random(hundred: Int) async throws {
        for seed in hundred * 100..<hundred * 100 + 100 {
            var random = SeededGenerator(seed: UInt64(seed))
            let desks = Int.random(in: 2...3, using: &random)
            var moves: [(desk: Int, move: Move)] = []
            for _ in 0..<Int.random(in: 4...20, using: &random) {
                guard let move = Move.allCases.randomElement(using: &random) else { continue }
                moves.append((Int.random(in: 0..<desks, using: &random), move))
            }
            try await expectFair(moves, desks: desks)
        }
    }

    private func expectFair(_ moves: [(desk: Int, move: Move)], desks: Int) async throws {
        let faults = try await Play.faults(of: moves, desks: desks)
        if !faults.isEmpty { Issue.record("\(moves.map { "\($0.desk) \($0.move)" }): \(faults)") }
    }

    @Test("What is overwritten unseen is noticed")
    func unseen() async throws {
        let table = try threePeople()
        let file = PlayedFile(table)
        func set(_ value: Int) -> [DocumentChange] {
            let cell = CellChange(
                record: table.ids[1], field: table.schema[1].id, base: .int(1), value: .int(value))
            return [.edit(Edit(.setCells([cell])))]
        }
        try await file.take(set(5), from: 0)
        #expect(file.faults.isEmpty)
        try await file.take(set(6), from: 1)
        #expect(file.faults == ["desk 1 overwrites “5”, and has seen “1”"])
    }

    @Test("What was shown as saved and is nowhere is noticed, and so are desks that show something else")
    func lost() async throws {
        let play = try await Play(desks: 2, isForgetful: true)
        try await play.make(.typeFirst, at: 0)
        try await play.settle()
        #expect(
            play.faults == [
                "desk 0 shows something else than the file", "“0.1” is nowhere",
            ])
    }
}
