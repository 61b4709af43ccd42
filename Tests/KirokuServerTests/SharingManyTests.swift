import CoreTestSupport
import FoundationEssentials
import KirokuCore
import Testing

@testable import KirokuServer

/// Edits of many records at once.
@Suite("Edits of many records of a shared document")
@MainActor
struct SharingManyTests {
    @Test("100,000 cells take few statements, and are all or none")
    func large() async throws {
        let table = try numbers(100_000)
        let team = try await Team(table, count: 1)
        let edits = table.ids.indices.map { CellEdit(record: $0, field: 1, value: .int($0)) }
        try team[0].document.setCells(edits)
        await team[0].document.finishSaving()
        let file = try await CardFile.openForSync(team[0].path)
        let commit = try #require(try await file.waiting().first)
        await file.close()
        let layout = try SharedTable(line: try team.database.line()).layout(try team.home)
        let statements = try SharedCommit(commit, layout, desk: commit.id, cursor: nil, after: nil).statements
        #expect(statements.count < 30)
        #expect(statements.allSatisfy { $0.sql.utf8.count < 2_000 })
        let begin = ContinuousClock.now
        #expect(try await team[0].desk.sync().sent == 1)
        print("100,000 cells sent in \(ContinuousClock.now - begin)")
        #expect(try team.database.value(#"SELECT sum("Number") FROM "Places""#) == "\(100_000 * 99_999 / 2)")
        // Somebody else has one of them.
        try team.database.execute(#"UPDATE "Places" SET "Number" = -1 WHERE "Name" = 'Record 7'"#)
        try team[0].document.setCells(table.ids.indices.map { CellEdit(record: $0, field: 1, value: .int(1)) })
        let report = try await team[0].sync()
        #expect((report.sent, report.unresolved) == (1, 1))
        #expect(try team.database.value(#"SELECT sum("Number") FROM "Places""#) == "\(99_999 - 1)")
        await team.close()
    }

    @Test("Whatever is in the cells comes there and back, is compared, and can be deleted and moved")
    func oddValues() async throws {
        let team = try await Team(try oddTable(60))
        try await team.sync()
        #expect(team[1].texts == team[0].texts)
        for round in 1...3 {
            let table = team[0].table
            var edits: [CellEdit] = []
            // Of some records several fields, of others one.
            for record in table.ids.indices {
                for field in table.schema.fields.indices where (record + field + round) % 3 != 0 {
                    let value = oddValue(record + round, field + 1, table.fieldTypes[field])
                    edits.append(CellEdit(record: record, field: field, value: value))
                }
            }
            try team[0].document.setCells(edits)
            let report = try await team[0].sync()
            #expect((report.sent, report.unresolved, report.waiting) == (1, 0, 0))
            try await team[1].sync()
            #expect(team[1].texts == team[0].texts)
        }
        try team[1].document.moveRecords(at: RecordIndexes(0..<20), to: 40)
        try team[1].document.deleteRecords(at: RecordIndexes(Array(5..<25) + [40]))
        let report = try await team[1].sync()
        #expect((report.sent, report.unresolved, report.waiting) == (2, 0, 0))
        try await team[0].sync()
        #expect(team[1].texts == team[0].texts && team[0].table.count == 39)
        // Undo puts them in again.
        try team[1].document.undo()
        #expect(try await team[1].sync().unresolved == 0)
        try await team[0].sync()
        #expect(team[1].texts == team[0].texts && team[0].table.count == 60)
        await team.close()
    }

    @Test("A table may be called as statements call what they are given")
    func names() async throws {
        let database = try Database()
        let folder = try TemporaryFolder()
        _ = try ProgramState.folder.get()
        let path = folder.path("v.kiroku")
        await (try await DocumentStores.create(at: path, table: try numbers())).close()
        let document = try await DocumentToShare.open(path)
        try await document.share(
            by: try document.plan(at: try database.address(table: "v"), roles: [], schema: "public"))
        await document.close()
        let member = try await Member(path)
        try await member.set(.int(7), 0, 1)
        #expect(try await member.sync().sent == 1)
        #expect(try database.value(#"SELECT sum("Number") FROM v"#) == "7")
        await member.close()
    }

    @Test("Edits do not wait for each other, only for changes of fields, and leave no mark in a row that all share")
    func locks() async throws {
        let team = try await Team(try numbers(), count: 1)
        let home = try team.home
        let enter = { (line: ServerLine, isOfFields: Bool) in
            try line.execute(
                """
                BEGIN; SET lock_timeout = '50ms';
                SELECT \(home).enter(gen_random_uuid(), gen_random_uuid(), 1, 1, NULL, \(isOfFields), 'x', 'y', now())
                """)
        }
        let (one, other, third) = (
            try team.database.line(), try team.database.line(), try team.database.line()
        )
        try enter(one, false)
        try enter(other, false)
        #expect(throws: ServerError.self) { try enter(third, true) }
        try third.execute("ROLLBACK")
        for line in [one, other] { try line.execute("COMMIT") }
        try enter(third, true)
        #expect(throws: ServerError.self) { try enter(one, false) }
        try one.execute("ROLLBACK")
        // Whoever has waited for a change of the fields sees it.
        try third.execute("UPDATE \(home).document SET fields = 2; COMMIT")
        #expect(throws: ServerError.self) { try enter(one, false) }
        #expect(try team.database.value("SELECT count(*) FROM \(home).document WHERE xmax <> '0'") == "0")
        for line in [one, other, third] { line.close() }
        await team.close()
    }
}
