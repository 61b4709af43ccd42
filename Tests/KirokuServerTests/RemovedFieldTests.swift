import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

@Suite("Fields that one removes while others fill them", .serialized)
@MainActor
struct RemovedFieldTests {
    /// A table with a name, a number and a note.
    private func places() throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["Sight", "Visits", "Note"], fieldTypes: [.string, .int, .string])
        for number in 0..<3 {
            try table.addRecord([.string("Sight \(number)"), .int(number), .string("note \(number)")])
        }
        return table
    }

    @Test(
        "What comes into a field after it was last read is not removed with it, nor retyped unseen",
        arguments: [false, true])
    func late(isRetyped: Bool) async throws {
        let team = try await Team(try places())
        let home = try team.home
        let note = team[0].table.schema[2].id
        if isRetyped {
            try await team[0].document.change(note) { $0.type = .int }
        } else {
            try team[0].document.removeField(note)
        }
        await team[0].document.finishSaving()
        // Someone else is about to put something into it: this is not visible yet, and keeps field changes waiting.
        let line = try team.database.line()
        try line.execute(
            """
            BEGIN; SELECT \(home).enter(gen_random_uuid(), gen_random_uuid(), 1, 1, NULL, false, 'x', 'y', now());
            UPDATE "Places" SET "Note" = 'late' WHERE "Sight" = 'Sight 1'
            """)
        let member = team[0]
        let sending = Task { try await member.desk.sync() }
        let database = team.database
        try await until { (try? database.value("SELECT count(*) FROM pg_locks WHERE NOT granted")) != "0" }
        try line.execute("COMMIT")
        line.close()
        _ = try await sending.value
        try await team.sync()
        let isThere = team[0].texts.joined().contains("late")
        #expect(isThere || team[0].document.conflicts.contains { "\($0)".contains("late") })
        #expect(team[1].texts == team[0].texts)
        await team.close()
    }
}
