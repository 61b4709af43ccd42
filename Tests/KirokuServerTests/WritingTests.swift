import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

@Suite("Writing to tables of a server")
struct WritingTests {
    private static let sights = """
        CREATE TABLE t (id integer PRIMARY KEY, place text, visits integer CHECK (visits >= 0));
        INSERT INTO t SELECT n, 'Place ' || n, n FROM generate_series(1, 1000) n;
        """

    @Test("Changed cells and new records")
    func everything() async throws {
        let database = try Database(Self.sights)
        let contents = try await database.read()
        // More than goes into one pipeline.
        try await database.write(contents.setting((0..<900).map { ($0, 1, .string("Changed \($0 + 1)")) }))
        #expect(try database.value("SELECT count(*) FROM t WHERE place = 'Changed ' || id") == "900")
        try await database.write(
            try contents.adding((2_000..<3_100).map { [.int($0), .string("New"), .empty] }))
        #expect(try database.value("SELECT count(*) FROM t WHERE place = 'New' AND visits IS NULL") == "1100")
    }

    @Test("A cell that somebody else has changed meanwhile is not overwritten, and nothing else is written")
    func conflicts() async throws {
        let database = try Database(Self.sights)
        let contents = try await database.read()
        try database.execute("UPDATE t SET place = 'Theirs' WHERE id = 300; UPDATE t SET visits = 7 WHERE id = 301")
        await #expect(throws: ServerError.changedMeanwhile(count: 1, field: "place", key: "300")) {
            try await database.write(contents.setting((0..<900).map { ($0, 1, .string("Mine")) }))
        }
        #expect(try database.value("SELECT count(*) FROM t WHERE place = 'Mine'") == "0")
        #expect(try database.value("SELECT place FROM t WHERE id = 300") == "Theirs")
        // Another field of the same record is nothing to stumble over.
        try await database.write(contents.setting([(300, 1, .string("Mine"))]))
        #expect(try database.value("SELECT place || visits FROM t WHERE id = 301") == "Mine7")
    }

    @Test("A record that somebody has deleted meanwhile is not made again")
    func deleted() async throws {
        let database = try Database(Self.sights)
        let contents = try await database.read()
        try database.execute("DELETE FROM t WHERE id = 5")
        await #expect(throws: ServerError.changedMeanwhile(count: 1, field: "place", key: "5")) {
            try await database.write(contents.setting([(3, 1, .string("Mine")), (4, 1, .string("Mine"))]))
        }
        #expect(try database.value("SELECT count(*) FROM t WHERE place = 'Mine'") == "0")
    }

    @Test("Empty cells are compared as well, and become values and empty again")
    func emptyCells() async throws {
        let database = try Database(Self.sights + "UPDATE t SET place = NULL WHERE id = 1;")
        var contents = try await database.read()
        try await database.write(contents.setting([(0, 1, .string(""))]))
        #expect(try database.value("SELECT place FROM t WHERE id = 1") == "")
        await #expect(throws: ServerError.self) { try await database.write(contents.setting([(0, 1, .string("x"))])) }
        contents = try await database.read()
        try await database.write(contents.setting([(0, 1, .empty)]))
        #expect(try database.value("SELECT place IS NULL FROM t WHERE id = 1") == "t")
    }

    @Test("A record is found by its key until that changes, too")
    func keys() async throws {
        let database = try Database(
            "CREATE TABLE t (a text, b date, c text, PRIMARY KEY (a, b)); INSERT INTO t VALUES ('x', '2020-01-01', 'c')"
        )
        let contents = try await database.read()
        try await database.write(contents.setting([(0, 0, .string("y")), (0, 2, .string("d"))]))
        #expect(try database.value("SELECT a || b || c FROM t") == "y2020-01-01d")
    }

    @Test("What the server refuses is told with its record, and nothing is written")
    func refusals() async throws {
        let database = try Database(Self.sights)
        let contents = try await database.read()
        await #expect {
            try await database.write(
                contents.setting([(0, 1, .string("Mine")), (1, 2, .int(-1)), (2, 1, .string("Mine"))]))
        } throws: { error in
            guard case .refusedValue("visits", "-1", nil, let reason) = error as? ServerError else { return false }
            return reason.contains("t_visits_check") && reason.hasSuffix("(2)")
        }
        let rows: [[CellValue]] = (2_000..<2_600).map { [.int($0 == 2_555 ? 7 : $0), .empty, .empty] }
        await #expect {
            try await database.write(try contents.adding(rows))
        } throws: { error in
            if case .refusedRecord(record: 555, _) = error as? ServerError { true } else { false }
        }
        #expect(try database.value("SELECT count(*) FROM t WHERE id >= 2000 OR place = 'Mine'") == "0")
    }

    @Test("All cells of a record are changed at once, and all that somebody else has changed are counted")
    func together() async throws {
        let database = try Database(
            """
            CREATE TABLE t (id integer PRIMARY KEY, low integer, high integer, CHECK (low < high));
            INSERT INTO t SELECT n, 1, 2 FROM generate_series(1, 9) n
            """)
        let contents = try await database.read()
        let cells: [(record: Int, field: Int, value: CellValue)] = (0..<9).flatMap {
            [($0, 1, .int(5)), ($0, 2, .int(6))]
        }
        try await database.write(contents.setting(cells))
        #expect(try database.value("SELECT count(*) FROM t WHERE (low, high) = (5, 6)") == "9")
        try database.execute("UPDATE t SET high = 7 WHERE id IN (2, 8)")
        let later = try await database.read()
        try database.execute("UPDATE t SET high = 8 WHERE id IN (2, 8)")
        await #expect(throws: ServerError.changedMeanwhile(count: 2, field: "high", key: "2")) {
            try await database.write(later.setting((0..<9).map { ($0, 2, .int(9)) }))
        }
        #expect(try database.value("SELECT count(*) FROM t WHERE high = 9") == "0")
    }

    @Test("Of a key that is only named, no record gets that of another")
    func namedKey() async throws {
        let database = try Database(
            "CREATE TABLE u (id integer, name text); INSERT INTO u VALUES (1, 'a'), (2, 'b'); CREATE VIEW t AS SELECT * FROM u"
        )
        let session = ServerSession(try database.address().named("t", key: ["id"]))
        try await session.connect()
        let contents = try await session.read()
        try await session.write(contents.setting([(0, 1, .string("A")), (1, 1, .string("B")), (1, 0, .int(3))]))
        let taken = localized("another record has the same key")
        await #expect(throws: ServerError.refusedRecord(record: 1, reason: taken)) {
            try await session.write(try contents.adding([[.int(4), .empty], [.int(3), .empty]]))
        }
        let later = try await session.read()
        await #expect(throws: ServerError.refusedValue(field: "id", text: "3", record: nil, reason: taken + " (1)")) {
            try await session.write(later.setting([(0, 0, .int(3))]))
        }
        await session.close()
        #expect(try database.value("SELECT string_agg(id || name, ',' ORDER BY id) FROM u") == "1A,3B")
    }

    @Test("The server fills in what has a default, and what it makes itself")
    func defaults() async throws {
        let database = try Database(
            """
            CREATE TABLE t (id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, a text DEFAULT 'usual', n integer,
              twice integer GENERATED ALWAYS AS (n * 2) STORED)
            """)
        let contents = try await database.read()
        let rows: [[CellValue]] = [[.int(9), .empty, .int(3), .int(1)], [.empty, .string("own"), .empty, .empty]]
        try await database.write(try contents.adding(rows))
        let all = try await database.read()
        #expect(
            (0..<2).map { try? all.table.values(ofRecord: $0) } == [
                [.int(1), .string("usual"), .int(3), .int(6)], [.int(2), .string("own"), .empty, .empty],
            ])
    }

    @Test("Records that a trigger does not let through are missed")
    func triggers() async throws {
        let database = try Database(
            """
            CREATE TABLE t (a integer);
            CREATE FUNCTION drop_it() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN IF new.a = 2 THEN RETURN NULL; END IF; RETURN new; END';
            CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION drop_it()
            """)
        let contents = try await database.read()
        await #expect {
            try await database.write(try contents.adding([[.int(1)], [.int(2)], [.int(3)]]))
        } throws: { error in
            if case .refusedRecord(record: 1, _) = error as? ServerError { true } else { false }
        }
        #expect(try database.value("SELECT count(*) FROM t") == "0")
    }

    @Test("Triggers find what they found before, by the search path of the user")
    func searchPath() async throws {
        let database = try Database(
            """
            CREATE TABLE t (a integer); CREATE TABLE log (a integer);
            CREATE FUNCTION log() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO log VALUES (new.a); RETURN new; END';
            CREATE TRIGGER x AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION log()
            """)
        let contents = try await database.read()
        try await database.write(try contents.adding([[.int(1)], [.int(2)]]))
        #expect(try database.value("SELECT sum(a) FROM log") == "3")
    }

    @Test("A connection that is cut while the changes are kept leaves the outcome open, and says so")
    func cutCommit() async throws {
        let database = try Database(
            """
            CREATE TABLE t (a integer);
            CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
              'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1000); RETURN NULL; END';
            CREATE CONSTRAINT TRIGGER x AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cut()
            """)
        let contents = try await database.read()
        await #expect {
            try await database.write(try contents.adding([[.int(1)]]))
        } throws: { error in
            if case .unknownOutcome = error as? ServerError { true } else { false }
        }
    }

    @Test("What is refused only in the end is told, and nothing is written")
    func refusedCommit() async throws {
        let database = try Database(
            "CREATE TABLE t (a integer UNIQUE DEFERRABLE INITIALLY DEFERRED); INSERT INTO t VALUES (1)")
        let contents = try await database.read()
        await #expect {
            try await database.write(try contents.adding([[.int(2)], [.int(1)]]))
        } throws: { error in
            if case .refusedRecord(nil, _) = error as? ServerError { true } else { false }
        }
        #expect(try database.value("SELECT count(*) FROM t") == "1")
    }

    @Test("Several who change the same cells at once overwrite nothing of one another", arguments: [1, 2])
    func manyWriters(seed: UInt64) async throws {
        let database = try Database(
            """
            CREATE TABLE t (id integer PRIMARY KEY, n integer NOT NULL);
            INSERT INTO t SELECT n, 0 FROM generate_series(1, 4) n
            """)
        let accepted = try await withThrowingTaskGroup(of: Int.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    var generator = SeededGenerator(seed: seed * 10 + UInt64(writer))
                    var accepted = 0
                    for _ in 0..<10 {
                        let contents = try await database.read()
                        let records = Array((0..<4).shuffled(using: &generator).prefix(2))
                        let cells = records.map { record -> (record: Int, field: Int, value: CellValue) in
                            let number = contents.table[record, 1].plainText.flatMap { Int($0) } ?? 0
                            return (record, 1, .int(number + 1))
                        }
                        do {
                            try await database.write(contents.setting(cells))
                            accepted += 2
                        } catch ServerError.changedMeanwhile {}
                    }
                    return accepted
                }
            }
            return try await group.reduce(0, +)
        }
        // Each accepted change has added one, so none was lost.
        #expect(try database.value("SELECT sum(n) FROM t") == String(accepted))
        #expect(accepted > 0)
    }
}
