import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

/// Tables whose rows another program replaces while they are about to be read.
@Suite("Tables that are replaced meanwhile")
@MainActor
struct ReplacedTableTests {
    private static let table = "CREATE TABLE t (id integer PRIMARY KEY, name text, amount numeric(10,2));"
    private static let rows = "INSERT INTO t SELECT n, 'Row ' || n, n FROM generate_series(1, 500) n;"

    /// What replaces all rows by the same ones.
    enum Replacing: String, CaseIterable, Sendable {
        case reloaded = "TRUNCATE t; INSERT INTO t SELECT n, 'Row ' || n, n FROM generate_series(1, 500) n"
        case retyped = "ALTER TABLE t ALTER amount TYPE numeric(12,2)"
        case swapped = """
            ALTER TABLE t RENAME TO old; CREATE TABLE t (LIKE old INCLUDING ALL);
            INSERT INTO t SELECT n, 'Row ' || n, n FROM generate_series(1, 500) n
            """
    }

    /// Does something in a transaction that another one waits for, and commits as soon as it does.
    private func during<Value: Sendable>(
        _ sql: String, in database: Database, _ work: @escaping @MainActor () async throws -> Value
    ) async throws -> Value {
        let (other, watcher) = (try database.line(), try database.line())
        try other.execute("BEGIN; " + sql)
        let working = Task { try await work() }
        let waiting = """
            SELECT count(*) > 0 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
            WHERE d.datname = current_database() AND NOT l.granted
            """
        while try watcher.rows(waiting).first?.flag(0) != true { try await Task.sleep(for: .milliseconds(2)) }
        try other.execute("COMMIT")
        return try await working.value
    }

    // MARK: Standbys

    @Test("A standby lets its tables be locked like that: reading, finding and looking wait there as well")
    func standby() async throws {
        let server = try PrivateServer("--durable")
        defer { server.end() }
        let database = try Database(Self.table + Self.rows, on: server)
        let place = try server.happen(.standby)
        let copy = Database(name: database.name, server: place)
        let watcher = try copy.line()
        func follows(_ count: Int) async throws {
            while try watcher.rows("SELECT count(*) FROM t WHERE id > 0").first?.number(0) != count {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        try await follows(500)
        #expect(try watcher.rows("SELECT pg_is_in_recovery()").first?.flag(0) == true)
        #expect(try await copy.read().table.count == 500)
        let look = RemoteBrowser(try copy.address())
        #expect(try await look.page(BrowseRequest()).keys.count == RemoteBrowser.pageSize)
        // It is the lock that is taken first, not one that the first query takes.
        let session = ServerSession(try copy.address(), limits: .standard)
        try await session.connect()
        let lines = try await session.transaction(.reading, of: .named("t")) { (transaction) throws(ServerError) in
            try transaction.line.rows(
                """
                SELECT mode FROM pg_catalog.pg_locks WHERE pid = pg_catalog.pg_backend_pid()
                  AND relation = pg_catalog.to_regclass('public.t')
                """)
        }
        await session.close()
        #expect(lines.compactMap { $0[0] } == ["AccessShareLock"])
        // What replaces all rows is waited for there, too: the standby does so in one piece.
        let other = try database.line()
        try other.execute("BEGIN; " + Replacing.reloaded.rawValue)
        try other.execute("INSERT INTO t SELECT n, 'Row ' || n, n FROM generate_series(501, 600) n")
        // It is locked there as soon as the standby has heard of it.
        let locked =
            "SELECT count(*) > 0 FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock' AND relation IS NOT NULL"
        while try watcher.rows(locked).first?.flag(0) != true { try await Task.sleep(for: .milliseconds(2)) }
        let waiting = "SELECT count(*) > 0 FROM pg_locks WHERE NOT granted"
        let reading = Task { try await copy.read().table.count }
        while try watcher.rows(waiting).first?.flag(0) != true { try await Task.sleep(for: .milliseconds(2)) }
        try other.execute("COMMIT")
        #expect(try await reading.value == 600)
        #expect(try await look.page(BrowseRequest(), forward: false).records[199, 0] == .int(600))
        await look.close()
        for line in [watcher, other] { line.close() }
    }

    // MARK: Tables of other programs

    @Test("A look that has to wait sees what is there then, and own edits go through", arguments: Replacing.allCases)
    func look(replacing: Replacing) async throws {
        let copies = try await Copies(Self.table + Self.rows)
        _ = try await copies[0].sync()
        try await copies[0].set(.string("mine"), 7, 1)
        _ = try await during(replacing.rawValue, in: copies.database) { try await copies[0].sync() }
        _ = try await copies[0].sync()
        #expect(copies[0].table.count == 500)
        #expect(copies[0].document.conflicts.isEmpty)
        #expect(try copies.database.value("SELECT name FROM t WHERE id = 8") == "mine")
        await copies.close()
    }

    @Test("So does one that reads all of the table")
    func whole() async throws {
        let copies = try await Copies(Self.table + Self.rows)
        try await copies[0].note { $0.cursor = nil }
        _ = try await during(Replacing.reloaded.rawValue, in: copies.database) { try await copies[0].sync() }
        #expect(copies[0].table.count == 500)
        await copies.close()
    }

    @Test("So does the first copy", arguments: Replacing.allCases)
    func join(replacing: Replacing) async throws {
        let database = try Database(Self.table + Self.rows)
        let folder = try TemporaryFolder()
        let path = folder.path("t.kiroku")
        _ = try await during(replacing.rawValue, in: database) {
            try await SharedDocuments.join(try database.address(), at: path)
        }
        let member = try await Member(path)
        #expect(member.table.count == 500)
        await member.close()
    }

    @Test("So do reading and finding at once, and pages that are looked at")
    func reading() async throws {
        let database = try Database(Self.table + Self.rows)
        let all = try await during(Replacing.reloaded.rawValue, in: database) { try await database.read() }
        #expect(all.table.count == 500)
        let look = RemoteBrowser(try database.address())
        let request = BrowseRequest()
        let first = try await during(Replacing.reloaded.rawValue, in: database) { try await look.page(request) }
        #expect(first.keys.count == RemoteBrowser.pageSize)
        let next = try await during(Replacing.reloaded.rawValue, in: database) { try await look.page(request) }
        #expect(next.keys.count == RemoteBrowser.pageSize)
        await look.close()
    }

    /// What is read, of what is made of the table, and by whom; `%` stands for a role.
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let made: String
        let table: String
        var isOfRole = false
    }

    @Test(
        "So it is with views, with parts, and where the table may not be locked",
        arguments: [
            Kind(
                testDescription: "a view of a view",
                made: "CREATE VIEW w AS SELECT * FROM t; CREATE VIEW v AS SELECT id, name FROM w", table: "v"),
            Kind(
                testDescription: "a partitioned table",
                made: """
                    CREATE TABLE p (LIKE t) PARTITION BY RANGE (id); ALTER TABLE p ATTACH PARTITION t DEFAULT
                    """, table: "p"),
            Kind(
                testDescription: "some of the columns", made: "GRANT SELECT (id, name) ON t TO %", table: "t",
                isOfRole: true),
            Kind(
                testDescription: "some of the columns of a table with heirs",
                made: "CREATE TABLE p (LIKE t); ALTER TABLE t INHERIT p; GRANT SELECT (id, name) ON p, t TO %",
                table: "p", isOfRole: true),
            Kind(
                testDescription: "a view whose owner may read some of the columns",
                made: """
                    CREATE VIEW v AS SELECT id, name FROM t; GRANT CREATE ON SCHEMA public TO %; ALTER VIEW v OWNER TO %;
                    GRANT SELECT (id, name) ON t TO %; GRANT SELECT ON v TO kiroku
                    """, table: "v"),
        ])
    func kinds(kind: Kind) async throws {
        let role = "role_\(UInt32.random(in: 0 ... .max))"
        let database = try Database(
            Self.table + Self.rows + "CREATE ROLE \(role) LOGIN;" + kind.made.replacing("%", with: role))
        let folder = try TemporaryFolder()
        let address = try database.address(table: kind.table, user: kind.isOfRole ? role : "kiroku")
        let path = folder.path("t.kiroku")
        let reload = """
            TRUNCATE t; INSERT INTO t (id, name) SELECT n, 'Row ' || n FROM generate_series(1, 500) n
            """
        _ = try await during(reload, in: database) { try await SharedDocuments.join(address, at: path) }
        let member = try await Member(path)
        #expect(member.table.count == 500)
        _ = try await during(reload, in: database) { try await member.sync() }
        #expect(member.table.count == 500)
        await member.close()
    }

    @Test("Where it may not be locked, it is noticed that it was replaced after a transaction had begun")
    func noticed() async throws {
        let database = try Database(
            Self.table + Self.rows + "CREATE TABLE p (LIKE t); ALTER TABLE t INHERIT p; CREATE TABLE u (id integer)")
        for (name, sql) in [("t", "TRUNCATE t"), ("p", "TRUNCATE t"), ("t", Replacing.swapped.rawValue)] {
            let line = try database.line()
            let lock = TableLock(name: "public.\(name)", isPossible: false, isElsewhere: false)
            try lock.begin(.reading, "SELECT 1", line)
            #expect(try !lock.isReplaced(line))
            try line.execute("COMMIT; BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1")
            try database.execute("INSERT INTO u VALUES (1); ALTER TABLE u ADD note text")
            #expect(try !lock.isReplaced(line))
            try line.execute("COMMIT; BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1")
            try database.execute(sql)
            #expect(try lock.isReplaced(line))
            try line.execute("COMMIT")
            try database.execute("ALTER TABLE u DROP note")
        }
    }

    @Test("A materialized view is read, and a table that is gone is said to be")
    func others() async throws {
        let database = try Database(Self.table + Self.rows + "CREATE MATERIALIZED VIEW m AS SELECT * FROM t")
        let all = try await during("REFRESH MATERIALIZED VIEW m", in: database) { try await database.read("m") }
        #expect(all.table.count == 500)
        await #expect(throws: ServerError.self) {
            try await self.during("DROP TABLE t CASCADE", in: database) { try await database.read() }
        }
        await #expect(throws: ServerError.noTable("t", present: [])) { try await database.read() }
    }

    // MARK: Shared documents

    private let reload = """
        CREATE TEMPORARY TABLE kept AS SELECT * FROM "Places"; TRUNCATE "Places";
        INSERT INTO "Places" SELECT * FROM kept
        """

    @Test("The news of a shared document that have to wait are of what is there then", arguments: [false, true])
    func shared(isWhole: Bool) async throws {
        let team = try await Team(try numbers(300))
        try await team.sync()
        // What has changed is read together with what is there.
        for record in 0..<5 { try await team[0].set(.int(record + 1), record, 1) }
        _ = try await team[0].sync()
        try await team[1].set(.string("mine"), 3, 0)
        if isWhole { try await team[1].note { $0.cursor = nil } }
        // It looks before it sends.
        try await team[1].reconnect()
        _ = try await during(reload, in: team.database) { try await team[1].sync() }
        try await team.sync()
        #expect(team[1].texts == team[0].texts)
        #expect(team[1].table.count == 300 && team[1].texts[3] == ["mine", "4"])
        #expect(team[1].document.conflicts.isEmpty)
        await team.close()
    }

    @Test("So is the first copy of it")
    func sharedJoin() async throws {
        let team = try await Team(try numbers(300), count: 1)
        let (address, path) = (try team.database.address(table: "Places"), team.folder.path("new.kiroku"))
        _ = try await during(reload, in: team.database) { try await SharedDocuments.join(address, at: path) }
        let member = try await Member(path)
        #expect(member.texts == team[0].texts)
        await member.close()
        await team.close()
    }
}
