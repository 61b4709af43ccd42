import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

/// What roles can do on the server besides what they may, seen as somebody who wants to harm others.
@Suite("Rights in a shared document")
@MainActor
struct SharingRightsTests {
    private func line(_ role: String, _ team: Team) throws -> ServerLine {
        let line = ServerLine(try ConnectionPlan(try team.database.address(user: role)), .standard, Waker())
        try line.connect()
        return line
    }

    private func begin(
        _ home: String, n: Int = 1, ofFields: Bool = false, person: String = "'Boss'", parts: String = "NULL"
    ) -> String {
        """
        SELECT \(home).enter(gen_random_uuid(), gen_random_uuid(), \(n), 1, NULL, \(ofFields), \(person), 'Kiroku', now(),
          \(parts))
        """
    }

    @Test("Who may only read can neither begin edits, nor add to history, changes and pictures, nor remove them")
    func reader() async throws {
        let team = try await Team(try numbers())
        let home = try team.home
        let role = try team.admit("SELECT")
        let line = try line(role, team)
        let desk = "00000000-0000-4000-8000-00000000000"
        for statement in [
            begin(home), "SELECT \(home).tell('set', 1, NULL)", "SELECT \(home).add_picture('x', '\\x01')",
            "SELECT \(home).may('own')", "UPDATE \(home).commits SET n = 9", "DELETE FROM \(home).changes",
            "INSERT INTO \(home).pictures (name, hash, bytes) VALUES ('x', encode(sha256('a'), 'hex'), 'a')",
            "INSERT INTO \(home).history (person, program, size, parts) VALUES ('Boss', '', 0, '[]')",
            "UPDATE \(home).keeping SET age = '0'", "SELECT * FROM \(home).document FOR UPDATE",
            """
            CREATE TEMP TABLE n (kiroku_record bigint); CREATE TRIGGER t AFTER INSERT ON n REFERENCING NEW TABLE AS n
            FOR EACH STATEMENT EXECUTE FUNCTION \(home).note_insert()
            """,
        ] {
            #expect(throws: ServerError.self, "\(statement)") { try line.execute(statement) }
        }
        // What is old stays until somebody comes who may change something.
        try await team[0].set(.int(1), 0, 1)
        _ = try await team[0].sync()
        try team.keep("0")
        #expect(try line.rows("SELECT \(home).prune()").first?[0] == "f")
        #expect(try team.database.value("SELECT at IS NULL FROM \(home).keeping") == "t")
        // Each connection is there once, however often that is said.
        for number in 1...9 { try line.execute("SELECT \(home).be_here('\(desk)\(number)', repeat('x', 999), 1, 1)") }
        #expect(
            try team.database.value("SELECT string_agg(length(person) || who, ',') FROM \(home).present")
                == "200\(role)")
        let copy = try await team.join(as: role)
        #expect(copy.texts == team[0].texts)
        line.close()
        await copy.close()
        await team.close()
        try team.dismiss(role)
    }

    @Test("Who may write cannot keep that quiet, nor lock the fields, and what they say of it is bounded")
    func writer() async throws {
        let team = try await Team(try numbers())
        let home = try team.home
        let role = try team.admit("SELECT, INSERT, UPDATE")
        let line = try line(role, team)
        let steps = { try team.database.value("SELECT count(*) FROM \(home).history").flatMap { Int($0) } ?? -1 }
        let before = try steps()
        try line.execute(
            #"""
            SET kiroku.quiet = 'on'; SET kiroku.told = 'on'; UPDATE "Places" SET "Number" = 7 WHERE "Name" = 'Record 1'
            """#)
        #expect(try steps() == before + 1)
        try await team.sync()
        #expect(team[1].texts.map { $0[1] } == ["0", "7", "0", "0"])
        #expect(throws: ServerError.self) { try line.execute(begin(home, ofFields: true)) }
        try line.execute(
            "BEGIN; \(begin(home, person: "repeat('x', 1000000)", parts: "repeat('x', 20 << 20)"));"
                + #"UPDATE "Places" SET "Number" = 8 WHERE "Name" = 'Record 2'; COMMIT"#)
        #expect(try team.database.value("SELECT max(length(person)) FROM \(home).commits") == "200")
        #expect(try team.database.value("SELECT max(size) < 1000 FROM \(home).history") == "t")
        #expect(try steps() == before + 2)
        line.close()
        await team.close()
        try team.dismiss(role)
    }

    @Test("An edit under another's name is shown with the role that made it, in the news and in the history")
    func names() async throws {
        let team = try await Team(try numbers())
        let home = try team.home
        let role = try team.admit()
        var told: [CommitAuthor?] = []
        let observation = team[1].document.observe {
            if case .changedByOthers(_, let changes) = $0 { told.append(changes.author) }
        }
        let line = try line(role, team)
        let long = String(repeating: "B", count: 70)
        for (number, name) in ["Boss", role, long].enumerated() {
            let part = #"'[{"what": "set", "count": 1}]'"#
            try line.execute(
                "BEGIN; \(begin(home, n: number + 1, person: "'\(name)'", parts: part));"
                    + #"UPDATE "Places" SET "Number" = \#(number + 1) WHERE "Name" = 'Record 1'; COMMIT"#)
            _ = try await team[1].sync()
        }
        let shown = ["Boss (as \(role))", role, long.prefix(60) + " (as \(role))"]
        #expect(told.map { $0?.person } == shown)
        let joined = try await team.join(as: role)
        let entries = try await joined.entries()
        // For that role, too, as its program has another name for its user.
        #expect(entries.reversed().map { $0.author?.person } == shown)
        withExtendedLifetime(observation) {}
        line.close()
        await joined.close()
        await team.close()
        try team.dismiss(role)
    }

    @Test("Names from a server are one line, and one's own is shown without the role")
    func shownNames() {
        let names = ShownNames(own: "aiko")
        #expect(names.shown("Boss\u{202e}\n(as boss)", role: "mallory") == "Boss (as boss) (as mallory)")
        #expect(names.shown("", role: "mallory") == "mallory")
        #expect(names.shown("Mallory", role: "mallory") == "Mallory")
        #expect(names.shown("Boss", role: nil) == "Boss")
        let me = CommitAuthor.current.person
        #expect(names.shown(me, role: "aiko") == me)
        #expect(names.shown(me, role: "mallory") == "\(me) (as mallory)")
    }

    @Test(
        "What would run with the rights of whoever opens it is not opened",
        arguments: [
            "ALTER FUNCTION HOME.name_past() SECURITY INVOKER",
            "CREATE FUNCTION HOME.enter(integer) RETURNS void LANGUAGE sql AS 'SELECT'",
            "ALTER TABLE HOME.document ENABLE ROW LEVEL SECURITY",
            "ALTER TABLE HOME.fields RENAME TO f; CREATE VIEW HOME.fields AS SELECT * FROM HOME.f",
            "CREATE DOMAIN HOME.number AS bigint; ALTER TABLE HOME.document ADD COLUMN more HOME.number",
        ])
    func notTrusted(statement: String) async throws {
        let team = try await Team(try numbers(), count: 1)
        let home = try team.home
        try team.database.execute(statement.replacing("HOME", with: home))
        await #expect(throws: SyncError.server(.notTrusted)) {
            try await SharedDocuments.join(
                try team.database.address(table: "Places"), at: team.folder.path("other.kiroku"))
        }
        try await team[0].reconnect()
        await #expect(throws: SyncError.server(.notTrusted)) { try await team[0].desk.sync() }
        await team.close()
    }

    @Test(
        "A document in the form of another version is not misread",
        arguments: [(2, ServerError.earlierVersion), (4, .laterVersion)])
    func forms(number: Int, error: ServerError) async throws {
        let team = try await Team(try numbers(), count: 1)
        try team.database.execute("UPDATE \(team.home).document SET format = \(number)")
        await #expect(throws: SyncError.server(error)) {
            try await SharedDocuments.join(
                try team.database.address(table: "Places"), at: team.folder.path("other.kiroku"))
        }
        try await team[0].reconnect()
        try await team[0].set(.int(1), 0, 1)
        await #expect(throws: SyncError.server(error)) { try await team[0].desk.sync() }
        #expect(try await team[0].status().waiting == 1)
        await team.close()
    }
}
