import KirokuCore
import Testing

@testable import KirokuServer

/// Which columns tell the records of a table apart, and what can be written.
@Suite("Identity and rights")
struct IdentityTests {
    @Test(
        "A primary key, or else a unique index that tells all records apart",
        arguments: [
            ("CREATE TABLE t (a integer PRIMARY KEY, b text UNIQUE NOT NULL)", ["a"]),
            ("CREATE TABLE t (a text, b integer, c integer, PRIMARY KEY (c, b))", ["c", "b"]),
            ("CREATE TABLE t (a integer, b text UNIQUE NOT NULL)", ["b"]),
            (
                "CREATE TABLE t (a integer NOT NULL, b text NOT NULL, c text); CREATE UNIQUE INDEX ON t (b) INCLUDE (c)",
                ["b"]
            ),
            ("CREATE TABLE t (a integer, b text UNIQUE)", []),
            ("CREATE TABLE t (a integer NOT NULL, b text); CREATE UNIQUE INDEX ON t (a) WHERE b IS NULL", []),
            ("CREATE TABLE t (a integer UNIQUE DEFERRABLE NOT NULL)", []),
            ("CREATE TABLE t (a text NOT NULL); CREATE UNIQUE INDEX ON t (lower(a))", []),
            ("CREATE TABLE t (a integer NOT NULL); CREATE INDEX ON t (a)", []),
            ("CREATE TABLE t (a integer PRIMARY KEY, b text) PARTITION BY RANGE (a)", ["a"]),
            ("CREATE DOMAIN key AS text NOT NULL; CREATE TABLE t (a key UNIQUE)", ["a"]),
        ])
    func identity(sql: String, expected: [String]) async throws {
        let database = try Database(sql)
        let source = try await database.describe()
        #expect(source.identity.map { source.columns[$0].name } == expected)
        #expect(source.readOnlyReason == (expected.isEmpty ? .noIdentity : nil))
    }

    @Test("A materialized view and a key of moments, also in a view, can only be read")
    func readOnly() async throws {
        let database = try Database(
            """
            CREATE TABLE t (at timestamptz PRIMARY KEY, b text); CREATE VIEW v AS SELECT * FROM t;
            CREATE MATERIALIZED VIEW m AS SELECT 1 AS a
            """)
        #expect(try await database.describe("t").readOnlyReason == .zonedKey)
        #expect(try await database.describe("v").readOnlyReason == .zonedKey)
        #expect(try await database.describe("m").readOnlyReason == .notATable)
        #expect(try await database.read("m").table.count == 1)
        let contents = try await database.read("m")
        await #expect(throws: ServerError.readOnly("m", .notATable)) {
            try await database.write(contents.adding([[.int(2)]]))
        }
    }

    @Test("Records can be added where nothing tells them apart, but not changed")
    func adding() async throws {
        let database = try Database("CREATE TABLE t (a text); INSERT INTO t VALUES ('x')")
        let contents = try await database.read()
        try await database.write(contents.adding([[.string("y")]]))
        #expect(try database.value("SELECT string_agg(a, ',' ORDER BY a) FROM t") == "x,y")
        await #expect(throws: ServerError.readOnly("t", .noIdentity)) {
            try await database.write(contents.setting([(0, 0, .string("z"))]))
        }
    }

    @Test("A table is found by its schema, in the order of the search path, and whatever the case if that is clear")
    func names() async throws {
        let database = try Database(
            """
            CREATE SCHEMA "my.schema"; CREATE TABLE "my.schema".t (a integer); CREATE SCHEMA other; CREATE TABLE other.u (b integer);
            CREATE TABLE "Places" (c integer); CREATE TABLE "x.y" (d integer); CREATE TABLE "N" (e integer);
            CREATE TABLE n (f integer)
            """)
        func first(_ name: String) async throws -> String { try await database.describe(name).columns[0].name }
        #expect(try await first("other.u") == "b")
        #expect(try await first("OTHER.U") == "b")
        #expect(try await first("places") == "c")
        #expect(try await first("x.y") == "d")
        #expect(try await first("n") == "f")
        #expect(try await first("N") == "e")
        await #expect(throws: ServerError.noTable("u", present: ["N", "Places", "my.schema.t", "n", "other.u", "x.y"]))
        {
            try await database.describe("u")
        }
        await #expect(throws: ServerError.self) { try await database.describe("pg_catalog.pg_authid; DROP TABLE n") }
        #expect(try await first("n") == "f")
    }

    @Test("Columns and records that are not for the user")
    func rights() async throws {
        let database = try Database()
        let role = "role_\(UInt64.random(in: 0 ... .max))"
        try database.execute(
            """
            CREATE ROLE \(role) LOGIN; CREATE TABLE t (id integer PRIMARY KEY, name text, secret text, note text);
            INSERT INTO t VALUES (1, 'mine', 's', 'n'), (2, 'theirs', 's', 'n');
            GRANT SELECT (id, name, note), UPDATE (note) ON t TO \(role);
            ALTER TABLE t ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON t USING (name = 'mine');
            CREATE TABLE closed (a integer)
            """)
        defer { try? database.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
        let contents = try await database.read(user: role)
        #expect(contents.source.columns.map(\.name) == ["id", "name", "note"])
        #expect(contents.source.columns.map(\.isReadOnly) == [true, true, false])
        #expect(contents.source.hiddenColumns == ["secret"])
        #expect(contents.source.hidesRecords)
        #expect(contents.notices.count == 2)
        #expect(contents.texts(1) == ["mine"])
        try await database.write(contents.setting([(0, 2, .string("changed"))]), user: role)
        #expect(try database.value("SELECT note FROM t WHERE id = 1") == "changed")
        await #expect {
            try await database.write(contents.setting([(0, 1, .string("yours"))]), user: role)
        } throws: { error in
            if case .noRight = error as? ServerError { true } else { false }
        }
        await #expect(throws: ServerError.noFields("closed")) { try await database.read("closed", user: role) }
    }
}
