import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

/// After a restart of the server, and wherever it is not known what has changed, only what differs is read.
@Suite("Comparing a shared table with its copy")
@MainActor
struct SharingDigestTests {
    /// Which buckets of a copy differ from the table.
    private func differing(_ member: Member, _ team: Team) async throws -> BucketDifferences {
        let file = try await CardFile.openForSync(member.path)
        let table = try #require(try await file.settledTable())
        await file.close()
        let digests = SharedDigests(table)
        let line = try team.database.line()
        let layout = try SharedTable(line: line).layout(try team.home)
        return try BucketDifferences(digests.statement(layout, .standard), digests.buckets, line)
    }

    @Test("Both sides make the same of all kinds of values")
    func sameMarks() async throws {
        let team = try await Team(try oddTable(400))
        try team[0].document.moveRecords(at: RecordIndexes(0..<9), to: 100)
        try await team[0].set(.empty, 3, 0)
        try await team.sync()
        for member in team.members { #expect(try await differing(member, team).buckets == []) }
        // What waits is not on the server.
        try await team[1].set(.string("mine"), 5, 0)
        #expect(try await differing(team[1], team).buckets == [])
        await team.close()
    }

    @Test(
        "Of a large table few records are read, and all that differs comes, below what waits", arguments: [true, false])
    func few(hasCursor: Bool) async throws {
        let team = try await Team(try numbers(5_000))
        try await team.sync()
        try team.database.execute(
            #"""
            SET kiroku.quiet = 'on'; UPDATE "Places" SET "Number" = 5 WHERE "Name" IN ('Record 7', 'Record 4000');
            DELETE FROM "Places" WHERE "Name" = 'Record 9'; INSERT INTO "Places" ("Name", "Number") VALUES ('new', 9);
            UPDATE "Places" SET kiroku_after = (SELECT max(kiroku_record) FROM "Places"), kiroku_step = 1
              WHERE "Name" = 'Record 11'
            """#)
        let found = try await differing(team[1], team)
        #expect((4...5).contains(found.buckets.count) && found.records < 500)
        if !hasCursor {
            try await team[1].set(.int(6), 7, 1)
            try await team[1].set(.int(8), 8, 1)
            try await team[1].note { $0.cursor = nil }
        }
        try await team[1].reconnect()
        if hasCursor {
            #expect(try await team[1].sync().received == 0)
            let desk = team[1].desk
            let connection = try #require(await desk.connection)
            var exchange = Exchange(file: await desk.file, connection: connection, clock: .shared) { _ in }
            #expect(try await desk.remote.receive(.differences(by: nil), &exchange) == nil)
            try await team[1].catchUp()
        } else {
            let report = try await team[1].sync()
            #expect((report.received, report.unresolved, report.sent) == (5, 1, 1))
        }
        let there = try team.database.line().rows(
            #"SELECT "Name", "Number" FROM "Places" ORDER BY coalesce(kiroku_after, kiroku_record), kiroku_step NULLS FIRST"#
        )
        #expect(team[1].texts == there.map { [$0[0], $0[1]] })
        #expect(try await differing(team[1], team).buckets == [])
        await team.close()
    }
}
