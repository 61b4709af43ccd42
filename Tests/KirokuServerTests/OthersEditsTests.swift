import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuServer
@testable import KirokuTable

/// Edits that somebody else has put into the queue of a document.
@Suite("Edits that were made elsewhere")
@MainActor
struct OthersEditsTests {
    /// Makes what waits look as if another installation had made it, or does something else to it.
    private func forge(_ member: Member, _ sql: String) async throws {
        let file = CardFile(path: member.path)
        try await file.openForSync()
        try await file.run(sql)
        await file.close()
    }

    nonisolated private static let strange =
        "UPDATE journal SET seal = NULL, person = 'Mallory', computer = 'elsewhere'"

    @Test(
        "An edit is known as this installation's only as long as nobody has touched it",
        arguments: [
            strange, "UPDATE journal SET person = 'Mallory'", "UPDATE journal SET at = datetime(at, '+1 day')",
            "UPDATE journal SET change = change || x'00'", "UPDATE journal SET seal = zeroblob(32)",
            "UPDATE journal SET rest = json_object('change', replace(change, '1', '2'))",
            "UPDATE journal SET rest = json_object('id', 'ab')",
            "UPDATE properties SET value = json_set(value, '$.document', 'other') WHERE name = 'shared'",
        ])
    func touched(sql: String) async throws {
        let team = try await Team(try numbers(), count: 1)
        try await team[0].set(.int(1), 0, 1)
        #expect(try await SharedDocuments.editsOfOthers(in: team[0].path).count == 0)
        try await forge(team[0], sql)
        let others = try? await SharedDocuments.editsOfOthers(in: team[0].path).count
        // A change that can no longer be read is refused altogether.
        #expect(others != 0)
        await team.close()
    }

    @Test("They are not sent, nor what builds on them, and hold up nothing else; the user sends them with their rights")
    func sent() async throws {
        let team = try await Team(try numbers())
        try await team[0].set(.int(66), 0, 1)
        try await forge(team[0], Self.strange)
        try await team[0].set(.int(67), 0, 1)
        try await team[0].set(.int(2), 1, 1)
        var report = try await team[0].sync()
        #expect((report.sent, report.waiting, report.ofOthers) == (1, 2, 1))
        #expect(try team.column("Number") == "0,2,0,0")
        // What others do meanwhile is taken in, and they stay what they are.
        try await team[1].set(.int(3), 2, 1)
        _ = try await team[1].sync()
        report = try await team[0].sync()
        #expect((report.sent, report.waiting, report.ofOthers) == (0, 2, 1))
        #expect(try team.column("Number") == "0,2,3,0")

        let edits = try await SharedDocuments.editsOfOthers(in: team[0].path)
        let lines = edits.lines(in: team[0].table, atMost: 10)
        #expect(lines.count == 2 && lines[0].hasPrefix("Mallory with ") && lines[0].contains("elsewhere"))
        #expect(lines[1] == "Record 1, “Number”: “0” → “66”")
        #expect(edits.lines(in: team[0].table, atMost: 1).last == "and 1 more")
        #expect(await SharedDocuments.shown(team[0].path)?.ofOthers == 1)
        try await SharedDocuments.send(edits, of: team[0].path)
        report = try await team[0].sync()
        #expect((report.sent, report.waiting, report.ofOthers) == (2, 0, 0))
        #expect(try team.column("Number") == "67,2,3,0")
        await team.close()
    }

    @Test("Those that are discarded are listed as left out, and the document shows what is on the server")
    func discarded() async throws {
        let team = try await Team(try numbers(), count: 1)
        try await team[0].set(.int(66), 0, 1)
        try await team[0].set(.int(67), 1, 1)
        try await forge(team[0], Self.strange)
        try await team[0].set(.int(2), 2, 1)
        let edits = try await SharedDocuments.editsOfOthers(in: team[0].path)
        #expect(edits.count == 2)
        try await SharedDocuments.discard(edits, of: team[0].path)
        let report = try await team[0].sync()
        #expect((report.sent, report.waiting, report.ofOthers) == (1, 0, 0))
        #expect(team[0].texts.map { $0[1] } == ["0", "0", "2", "0"])
        #expect(Set(team[0].document.conflicts.map(\.own)) == [.int(66), .int(67)])
        #expect(team[0].document.conflicts.allSatisfy { $0.reasonText.hasPrefix("Not sent: ") })
        await team.close()
    }
}

extension CardFile {
    /// Carries out a statement as if it were an edit.
    fileprivate func run(_ sql: String) throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            try connection.execute(sql)
            return []
        }
    }
}
