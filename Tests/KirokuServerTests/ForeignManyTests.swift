import CoreTestSupport
import FoundationEssentials
import KirokuCore
import Testing

@testable import KirokuServer

/// Edits of many records of another program's table at once.
@Suite("Edits of many records of other programs' tables")
@MainActor
struct ForeignManyTests {
    /// The statements of the first edit that waits.
    private func commit(_ member: Member) async throws -> ForeignCommit {
        await member.document.finishSaving()
        let file = try await CardFile.openForSync(member.path)
        let edits = RecordEdits(try await file.waiting().prefix(1).map(\.change))
        let keys = try await file.keys(of: edits.records)
        await file.close()
        let (desk, remote) = (member.desk, try #require(await member.desk.remote as? ForeignRemote))
        let connection = try #require(await desk.connection)
        let exchange = Exchange(file: await desk.file, connection: connection, clock: .shared) { _ in }
        let layout = try await remote.layout(exchange)
        return try ForeignCommit(edits, layout, keys: keys)
    }

    @Test("100,000 cells take few statements, and are all or none")
    func large() async throws {
        let copies = try await Copies(
            "CREATE TABLE t (id integer PRIMARY KEY, n integer); INSERT INTO t SELECT i, 0 FROM generate_series(1, 100000) i"
        )
        let member = copies[0]
        _ = try await member.sync()
        try member.document.setCells((0..<100_000).map { CellEdit(record: $0, field: 1, value: .int($0)) })
        let statements = try await commit(member).statements
        #expect(statements.count < 30)
        #expect(statements.allSatisfy { $0.sql.utf8.count < 2_000 })
        let begin = ContinuousClock.now
        #expect(try await member.desk.sync().sent == 1)
        print("100,000 cells of another program's table sent in \(ContinuousClock.now - begin)")
        #expect(try copies.database.value("SELECT sum(n) FROM t") == "\(100_000 * 99_999 / 2)")
        // Somebody else has one of them.
        try copies.database.execute("UPDATE t SET n = -1 WHERE id = 7")
        try member.document.setCells((0..<100_000).map { CellEdit(record: $0, field: 1, value: .int(1)) })
        let report = try await member.sync()
        #expect((report.sent, report.unresolved) == (1, 1))
        #expect(try copies.database.value("SELECT sum(n) FROM t") == "\(99_999 - 1)")
        await copies.close()
    }

    @Test("Whatever is in the cells comes there and back, is compared, and can be deleted and added again")
    func oddValues() async throws {
        let texts = "'a \"quoted\" \\ one,{two}', '', 'NULL', NULL, '姫路城'"
        let copies = try await Copies(
            """
            CREATE TYPE mood AS ENUM ('fine', 'so so');
            CREATE TABLE t (a integer, b text, v1 text, "v2 ""q" varchar(40), price numeric(12,2), x double precision,
              day date, at timestamptz, clock time, seen boolean, mood mood, ids integer[], id uuid, doc jsonb, place box,
              PRIMARY KEY (a, b));
            INSERT INTO t SELECT n, 'key,' || n % 3, (ARRAY[\(texts)])[n % 5 + 1], (ARRAY[\(texts)])[n % 4 + 1], n / 4.0,
              n / 3.0, date '2026-01-01' + n, timestamptz '2026-01-01 10:00+00' + n * interval '1 minute', '9:30', n % 2 = 0,
              'so so', ARRAY[n, NULL], md5(n::text)::uuid, '{"a": "b"}', box(point(n, 1), point(0, 0))
            FROM generate_series(1, 60) n
            """, count: 2)
        let (one, other) = (copies[0], copies[1])
        for round in 1...3 {
            let table = one.table
            var edits: [CellEdit] = []
            // Of some records several fields, of others one.
            for record in table.ids.indices {
                for field in 2..<table.schema.count where (record + field + round) % 3 != 0 {
                    guard one.refusal(field) == nil else { continue }
                    let value = table[(record + round) % table.count, field]
                    edits.append(CellEdit(record: record, field: field, value: value))
                }
            }
            try one.document.setCells(edits)
            let report = try await one.sync()
            #expect((report.sent, report.unresolved, report.waiting) == (1, 0, 0))
            _ = try await other.sync()
            #expect(other.texts == one.texts)
        }
        try other.document.deleteRecords(at: RecordIndexes(Array(5..<25) + [40]))
        let report = try await other.sync()
        #expect((report.sent, report.unresolved, report.waiting) == (1, 0, 0))
        _ = try await one.sync()
        #expect(one.texts == other.texts && one.table.count == 39)
        // Undo puts them in again, those of one lot in one statement.
        try other.document.undo()
        #expect(try await commit(other).statements.count < 8)
        #expect(try await other.sync().unresolved == 0)
        _ = try await one.sync()
        #expect(one.table.count == 60)
        #expect(Set(one.texts) == Set(other.texts))
        await copies.close()
    }

    @Test("New records get the server's numbers in their order, and each is the row that it has become")
    func newRecords() async throws {
        let copies = try await Copies(
            "CREATE TABLE t (id serial PRIMARY KEY, name text, note text DEFAULT 'the server''s', amount integer)")
        let member = copies[0]
        _ = try await member.sync()
        // Every hundredth has a note of its own.
        try member.add(
            (1...2_000).map { [nil, "new \($0)", $0 % 100 == 0 ? "own" : nil, $0 % 7 == 0 ? nil : "\($0)"] })
        #expect(try await commit(member).statements.count < 60)
        let ids = member.table.ids
        #expect(try await member.sync().sent == 1)
        #expect(try copies.database.value("SELECT count(*) FROM t WHERE name = 'new ' || id") == "2000")
        #expect(try copies.database.value("SELECT count(*) FROM t WHERE note = 'own'") == "20")
        #expect(try copies.database.value("SELECT count(*) FROM t WHERE note IS NULL") == "0")
        #expect(member.table.ids == ids)
        #expect(member.texts[1_233] == ["1234", "new 1234", "the server's", "1234"])
        try await member.set(.string("edited"), 1_233, 1)
        _ = try await member.sync()
        #expect(try copies.database.value("SELECT id FROM t WHERE name = 'edited'") == "1234")
        await copies.close()
    }

    @Test("Where a trigger takes other rows than it was given, those that are there are known by what is in them")
    func droppedRows() async throws {
        let copies = try await Copies(
            """
            CREATE TABLE t (id serial PRIMARY KEY, name text);
            CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS
              $$BEGIN IF NEW.name = 'new 2' THEN RETURN NULL; END IF; RETURN NEW; END$$;
            CREATE TRIGGER f BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f()
            """)
        let member = copies[0]
        try member.add((1...4).map { [nil, "new \($0)"] })
        let ids = member.table.ids
        #expect(try await member.sync().sent == 1)
        _ = try await member.sync()
        for record in [0, 2, 3] {
            let index = try #require(member.table.index(of: ids[record]))
            #expect(member.texts[index][1] == "new \(record + 1)")
        }
        #expect(try copies.database.value("SELECT string_agg(name, ',' ORDER BY id) FROM t") == "new 1,new 3,new 4")
        await copies.close()
    }

    @Test("Of a key that is only named, a row that is there twice does not stand for one that is gone")
    func twice() async throws {
        let copies = try await Copies(
            "CREATE TABLE t (id integer NOT NULL, name text); INSERT INTO t VALUES (1, 'a'), (2, 'a'), (3, 'a')",
            key: "id")
        let member = copies[0]
        _ = try await member.sync()
        try member.document.setCells((0..<3).map { CellEdit(record: $0, field: 1, value: .string("mine")) })
        let statements = try await commit(member).statements
        try copies.database.execute("UPDATE t SET id = 1 WHERE id = 3")
        let line = try copies.database.line()
        let failures = try line.pipelines([statements]) { _, _, _ in }
        #expect(failures[0] != nil)
        #expect(try copies.rows() == ["(1,a)", "(1,a)", "(2,a)"])
        line.close()
        await copies.close()
    }

    @Test("A new key is sent by itself, so that one that has become free can be taken")
    func keys() async throws {
        let copies = try await Copies(
            "CREATE TABLE t (id integer PRIMARY KEY, name text); INSERT INTO t SELECT n, 'r' || n FROM generate_series(2, 9) n"
        )
        let member = copies[0]
        try member.document.setCells((0..<8).map { CellEdit(record: $0, field: 0, value: .int($0 + 1)) })
        let report = try await member.sync()
        #expect((report.sent, report.refused) == (1, 0))
        #expect(try copies.rows().first == "(1,r2)" && copies.rows().last == "(8,r9)")
        await copies.close()
    }

    @Test("Names of tables and columns, also of those that may not be read, are none of the statements' own")
    func names() async throws {
        let database = try Database(
            """
            CREATE ROLE reader_v LOGIN; CREATE TABLE v (id integer PRIMARY KEY, done text, v1 text, old text);
            INSERT INTO v SELECT n, 'a', 'hidden', 'b' FROM generate_series(1, 3) n;
            GRANT SELECT (id, done, old), UPDATE (done, old), INSERT, DELETE ON v TO reader_v
            """)
        defer { try? database.execute("DROP OWNED BY reader_v; DROP ROLE reader_v") }
        let folder = try TemporaryFolder()
        _ = try ProgramState.folder.get()
        let path = folder.path("v.kiroku")
        try await SharedDocuments.join(try database.address(table: "v", user: "reader_v"), at: path)
        let member = try await Member(path)
        try member.document.setCells((0..<3).map { CellEdit(record: $0, field: 1, value: .string("mine")) })
        #expect(try await member.sync().sent == 1)
        #expect(try database.value("SELECT count(*) FROM v WHERE done = 'mine'") == "3")
        try member.document.deleteRecords(at: RecordIndexes(0..<2))
        #expect(try await member.sync().sent == 1)
        #expect(try database.value("SELECT count(*) FROM v") == "1")
        await member.close()
    }

    @Test("A lot has so many records, and so many bytes")
    func batches() {
        let counts = { (all: [Int], columns: Int) in
            RecordRows.batches(of: all, columns: columns, bytes: { $0 }).map(\.count)
        }
        #expect(counts([], 3) == [])
        #expect(counts(Array(repeating: 0, count: 12_000), 3) == [5_000, 5_000, 2_000])
        #expect(counts(Array(repeating: 0, count: 250), 1_000) == [100, 100, 50])
        #expect(counts([1, 20 << 20, 1, 15 << 20, 2 << 20], 3) == [1, 1, 2, 1])
    }
}
