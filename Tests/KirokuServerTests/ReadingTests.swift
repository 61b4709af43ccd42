import KirokuCore
import Testing

@testable import KirokuServer

@Suite("Reading tables of a server")
struct ReadingTests {
    private static let sights = """
        CREATE TABLE t (id integer PRIMARY KEY, place text, visits integer);
        INSERT INTO t SELECT n, 'Place ' || n, CASE WHEN n % 7 <> 0 THEN n * 10 END FROM generate_series(1, 40000) n;
        """

    private func found(
        _ database: Database, _ condition: String, fields: [Int]? = nil, limit: Int? = nil,
        _ limits: ServerLimits = .standard
    ) async throws -> FoundRecords {
        try await database.working(limits: limits) { (session) throws(ServerError) in
            try await session.search { schema in
                try DocumentSearch(
                    condition.isEmpty ? nil : try Condition(text: condition, for: schema), in: schema, fields: fields,
                    limit: limit)
            }
        }.get()
    }

    @Test(
        "A condition finds what it finds in the same table here",
        arguments: [
            "visits > 399000", "place contains \"999\"", "visits is empty", "place =~ /^Place .7$/", "visits is to fix",
        ])
    func conditions(text: String) async throws {
        let database = try Database(Self.sights)
        let table = try await database.read().table
        let here = try await table.find(try Condition(text: text, for: table.schema))
        let there = try await found(database, text)
        #expect(here.map { table[$0, 0] } == (0..<there.table.count).map { there.table[$0, 0] })
    }

    @Test("Only what is wanted is fetched, in the order of the key")
    func parts() async throws {
        let database = try Database(Self.sights + "UPDATE t SET place = place WHERE id = 1;")
        let some = try await found(database, "visits > 100", fields: [1], limit: 3)
        #expect(some.table.schema.fields.map(\.name) == ["place"])
        #expect((0..<3).map { some.table[$0, 0].plainText } == ["Place 11", "Place 12", "Place 13"])
        let first = try await found(database, "", limit: 2)
        #expect((0..<2).map { first.table[$0, 0] } == [.int(1), .int(2)])
        let counted = try await found(database, "visits > 100", fields: [])
        #expect(counted.table.count == 40_000 * 6 / 7 - 8)
    }

    @Test("More than is held is refused, unless a condition leaves little of it")
    func limits() async throws {
        let database = try Database(Self.sights)
        var limits = ServerLimits()
        limits.records = 30_000
        await #expect(throws: ServerError.tooLarge("t")) { try await database.read(limits: limits) }
        #expect(try await found(database, "visits = 100", limits).table.count == 1)
        await #expect(throws: ServerError.tooLarge("t")) { try await found(database, "visits > 0", limits) }
        limits = ServerLimits()
        limits.bytes = 100_000
        await #expect(throws: ServerError.tooLarge("t")) { try await database.read(limits: limits) }
    }

    @Test("A record that is too long is not taken in")
    func longRecord() async throws {
        let database = try Database("CREATE TABLE t AS SELECT repeat('x', 8000000) AS a")
        var limits = ServerLimits()
        limits.recordBytes = 1 << 20
        await #expect(throws: ServerError.recordTooLong(megabytes: 1)) {
            _ = try await database.read(limits: limits).table.count
        }
        let length = try await database.read().texts(0)[0]?.utf8.count
        #expect(length == 8_000_000)
    }

    @Test("Names and values with anything in them")
    func anything() async throws {
        let names = ["a \"b\"", "'; DROP TABLE t; --", "\u{1b}[31m", "名前", "x\ny", "$1", "id::text"]
        let columns = names.map { "\"" + $0.replacing("\"", with: "\"\"") + "\" text" }.joined(separator: ", ")
        let database = try Database("CREATE TABLE \"T \"\" t\" (id integer PRIMARY KEY, \(columns))")
        let empty = try await database.read("T %22 t")
        #expect(empty.source.columns.dropFirst().map(\.name) == names)
        let row: [CellValue] = [.int(1)] + names.map { .string($0) }
        try await database.write(try empty.adding([row]), table: "T %22 t")
        let contents = try await database.read("T %22 t")
        #expect(try contents.table.values(ofRecord: 0) == row)
        try await database.write(
            contents.setting(names.indices.map { (0, $0 + 1, .string("\\" + names[$0])) }), table: "T %22 t")
        #expect(try await database.read("T %22 t").texts(1) == ["\\a \"b\""])
    }

    @Test("As many columns as a table can have")
    func manyColumns() async throws {
        let columns = (1...1_600).map { "c\($0) smallint" }.joined(separator: ", ")
        let database = try Database("CREATE TABLE t (\(columns)); INSERT INTO t (c1, c1600) VALUES (1, 2)")
        let contents = try await database.read()
        #expect(contents.table.schema.count == 1_600)
        #expect(contents.texts(0) == ["1"] && contents.texts(1_599) == ["2"] && contents.texts(1) == [nil])
    }

    @Test("A table without columns, and one without records")
    func empty() async throws {
        let database = try Database("CREATE TABLE t (); INSERT INTO t DEFAULT VALUES; CREATE TABLE u (a integer)")
        await #expect(throws: ServerError.noFields("t")) { try await database.read() }
        #expect(try await database.read("u").table.count == 0)
    }

    @Test("Bytes that are not text in a database without an encoding")
    func withoutEncoding() async throws {
        let database = try Database(options: "ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")
        try database.execute(
            """
            CREATE TABLE t (id integer PRIMARY KEY, a text);
            INSERT INTO t VALUES (1, convert_from('\\xff41', 'SQL_ASCII')), (2, 'fine')
            """)
        let contents = try await database.read()
        #expect(contents.texts(1) == ["\u{fffd}A", "fine"])
        #expect(contents.repairedCount == 1)
        // What is shown is not what is there, so it is not taken for unchanged.
        await #expect(throws: ServerError.changedMeanwhile(count: 1, field: "a", key: "1")) {
            try await database.write(contents.setting([(0, 1, .string("b")), (1, 1, .string("c"))]))
        }
        #expect(try database.value("SELECT a FROM t WHERE id = 2") == "fine")
    }

    @Test("Cancelling stops the work on the server")
    func cancelling() async throws {
        let database = try Database("CREATE VIEW t AS SELECT pg_sleep(1000)::text AS a")
        let task = Task { try await database.read() }
        let running = """
            SELECT count(*) FROM pg_stat_activity WHERE datname = '\(database.name)' AND query LIKE 'COPY%' AND state = 'active'
            """
        while try database.value(running) != "1" { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        await #expect(throws: ServerError.cancelled) { try await task.value }
        while try database.value(running) != "0" { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("A connection that is cut is told, and nothing of what was read is kept")
    func cut() async throws {
        let database = try Database("CREATE VIEW t AS SELECT pg_sleep(1000)::text AS a")
        let task = Task { try await database.read() }
        let end = """
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = '\(database.name)' AND query LIKE 'COPY%' AND state = 'active'
            """
        while try database.value(end) != "1" { try await Task.sleep(for: .milliseconds(5)) }
        await #expect {
            try await task.value
        } throws: { error in
            if case .lost = error as? ServerError { true } else { false }
        }
    }
}

extension Database {
    /// For a table whose name stands in the address in another form.
    func write(_ changes: ServerChanges, table: String) async throws {
        try await working(table) { (session) throws(ServerError) in try await session.write(changes) }
    }
}
