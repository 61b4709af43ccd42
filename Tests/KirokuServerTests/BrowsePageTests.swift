import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

/// Reading a table page by page.
@Suite("Pages of a table that is looked at")
struct BrowsePageTests {
    /// Many records that are equal in the fields, and some without a value.
    private let sights = """
        CREATE TABLE t (id integer PRIMARY KEY, name text COLLATE "de-x-icu", visits integer, plain text COLLATE "C" NOT NULL);
        INSERT INTO t SELECT i, (ARRAY['a', 'B', 'ä', 'Z', 'z', 'A', NULL, 'b', '', 'é'])[i % 10 + 1],
          CASE WHEN i % 7 < 2 THEN NULL ELSE i % 5 END, chr(65 + i % 3) FROM generate_series(1, 97) AS i
        """

    private static let orders: [(field: Int?, sql: String)] = [
        (nil, "id"), (0, "id"), (1, "name IS NULL, name, id"), (2, "visits IS NULL, visits, id"), (3, "plain, id"),
    ]

    @Test("Forwards and backwards, every record comes once, in the server's order", arguments: 0..<5, [false, true])
    func everyRecord(order: Int, isDescending: Bool) async throws {
        let database = try Database(sights)
        let look = RemoteBrowser(try database.address())
        let facts = try await look.facts()
        let (field, sql) = Self.orders[order]
        let request = BrowseRequest(
            BrowseOrder(field.map { facts.schema[$0].id }, isDescending: isDescending))
        var wanted = sql
        if isDescending, field != nil {
            wanted = sql.split(separator: ", ").map { $0.hasSuffix("NULL") ? $0 : $0 + " DESC" }.joined(separator: ", ")
        }
        let expected = try database.line().rows("SELECT id FROM t ORDER BY \(wanted)").compactMap { $0[0] }
        #expect(try await all(look, request, forward: true) == expected)
        #expect(try await all(look, request, forward: false) == expected)
        await look.close()
    }

    @Test(
        "Values of any type lead on from page to page",
        arguments: [
            ("numeric", "'1.50', 'NaN', '-3', '1.5', '12345678901234567890.123'"),
            ("double precision", "'0.1', 'NaN', 'Infinity', '-0', '1e-300', '0.30000000000000004'"),
            ("timestamptz", "'2020-01-01 12:00', 'infinity', '2020-01-01 12:00:00.000001', '0044-03-15 BC'"),
            ("date", "'2020-01-01', '-infinity', '2020-01-02'"), ("boolean", "'true', 'false'"),
            ("uuid", "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '00000000-0000-0000-0000-000000000000'"),
            ("bytea", #"'\\x00ff', '\\x', '\\x01'"#), ("character(5)", "'ab', 'ab c', ''"),
            ("mood", "'sad', 'happy'"), ("text[]", "'{b}', '{a,c}', '{}'"), ("point", "'(1,2)', '(0,5)'"),
            ("text", #"'it''s', 'a\\b', '"', ',', 'x'"#), ("inet", "'10.0.0.1', '10.0.0.0/8', '9.1.1.1'"),
            ("json", #"'{"a": 1}', '[]'"#), ("interval", "'1 day', '24 hours', '-1 month'"),
        ])
    func types(type: String, values: String) async throws {
        let database = try Database(
            """
            CREATE TYPE mood AS ENUM ('happy', 'sad'); SET standard_conforming_strings = off;
            CREATE TABLE t (id integer PRIMARY KEY, x \(type));
            INSERT INTO t SELECT row_number() OVER (), v::\(type)
            FROM unnest(ARRAY[\(values), NULL]::text[]) AS v, generate_series(1, 3)
            """)
        let look = RemoteBrowser(try database.address())
        let facts = try await look.facts()
        let isOrdered = !["text[]", "point", "json"].contains(type)
        let value = isOrdered ? "x" : #"x::text COLLATE "C""#
        for (isDescending, way) in [(false, ""), (true, " DESC")] {
            let request = BrowseRequest(BrowseOrder(facts.schema[1].id, isDescending: isDescending))
            let expected = try database.line().rows("SELECT id FROM t ORDER BY x IS NULL, \(value)\(way), id\(way)")
                .compactMap { $0[0] }
            #expect(try await all(look, request, forward: true, limit: 2) == expected)
            #expect(try await all(look, request, forward: false, limit: 2) == expected)
        }
        await look.close()
    }

    @Test("A key of several columns, one of them text, tells records apart")
    func wideKey() async throws {
        let database = try Database(
            """
            CREATE TABLE t (b text, a integer, c numeric, PRIMARY KEY (a, b));
            INSERT INTO t SELECT 'x' || i % 4, i / 4, i % 3 FROM generate_series(0, 39) AS i
            """)
        let look = RemoteBrowser(try database.address())
        let facts = try await look.facts()
        let expected = try database.line().rows("SELECT b || a FROM t ORDER BY c, a, b").compactMap { $0[0] }
        let request = BrowseRequest(BrowseOrder(facts.schema[2].id))
        var found: [String] = []
        var page = try await look.page(request, limit: 7)
        while true {
            found += (0..<page.records.count).map { record in
                (page.records[record, 0].plainText ?? "") + (page.records[record, 1].plainText ?? "")
            }
            guard !page.isLast, let last = page.keys.last else { break }
            page = try await look.page(request, from: last, limit: 7)
        }
        #expect(found == expected)
        await look.close()
    }

    @Test("What others delete or add between two pages makes no gap and nothing twice")
    func meanwhile() async throws {
        let database = try Database(sights)
        let look = RemoteBrowser(try database.address())
        let request = BrowseRequest()
        let page = try await look.page(request, limit: 10)
        try database.execute("DELETE FROM t WHERE id BETWEEN 8 AND 12; INSERT INTO t VALUES (0, 'a', 1, 'A')")
        let next = try await look.page(request, from: page.keys.last, limit: 3)
        #expect(ids(next) == ["13", "14", "15"])
        let before = try await look.page(request, from: next.keys.first, forward: false, limit: 3)
        #expect(ids(before) == ["5", "6", "7"])
        let first = try await look.page(request, from: before.keys.first, forward: false)
        #expect(ids(first) == ["0", "1", "2", "3", "4"])
        #expect(first.isLast)
        await look.close()
    }

    @Test("Records up to another one, across those without a value")
    func ranges() async throws {
        let database = try Database(sights)
        let look = RemoteBrowser(try database.address())
        let facts = try await look.facts()
        let request = BrowseRequest(BrowseOrder(facts.schema[2].id))
        let expected = try database.line().rows("SELECT id FROM t ORDER BY visits IS NULL, visits, id").compactMap {
            $0[0]
        }
        let keys = try await look.page(request, limit: 97).keys
        for (first, last) in [(0, 96), (3, 20), (60, 90), (80, 96), (96, 96)] {
            let some = try await look.records(request, from: keys[first], upTo: keys[last], limit: 1_000)
            #expect((0..<some.table.count).compactMap { some.table[$0, 0].plainText } == Array(expected[first...last]))
            #expect(some.isAll)
        }
        let cut = try await look.records(request, from: nil, upTo: nil, limit: 50)
        #expect(cut.table.count == 50)
        #expect(!cut.isAll)
        await look.close()
    }

    @Test("A page ends early where its records are long, and what follows comes with the next one")
    func longRecords() async throws {
        let database = try Database(
            "CREATE TABLE t (id integer PRIMARY KEY, x text); INSERT INTO t SELECT i, repeat('x', 1000000) FROM generate_series(1, 12) AS i"
        )
        let look = RemoteBrowser(try database.address())
        #expect(try await all(look, BrowseRequest(), forward: true, limit: 200) == (1...12).map(String.init))
        #expect(try await all(look, BrowseRequest(), forward: false, limit: 200) == (1...12).map(String.init))
        #expect(try await look.page(BrowseRequest()).keys.count < 12)
        await look.close()
    }

    // MARK: Finding

    @Test(
        "A search by the server's indexes finds what the exact comparison does",
        arguments: [
            "name = a", "name starts with a", "name contains e", "visits = 3", "visits > 2 and name = B",
            "visits between 4 and 2", "not (visits > 2)", "id >= 20 and id < 30", "plain = A or plain = B",
            "name starts with '%'", "visits is empty",
        ])
    func conditions(text: String) async throws {
        let database = try Database(sights)
        let look = RemoteBrowser(try database.address())
        let facts = try await look.facts()
        let whole = try await database.read()
        let condition = try Condition(text: text, for: facts.schema)
        let expected = try await whole.table.find(condition).compactMap { whole.table[$0, 0].plainText }
        #expect(try await all(look, BrowseRequest(where: condition), forward: true) == expected)
        await look.close()
    }

    @Test("An index is used for values, ranges, and the beginnings of texts")
    func indexes() async throws {
        let database = try Database(
            """
            CREATE TABLE t (id integer PRIMARY KEY, name text, other uuid, visits integer);
            INSERT INTO t SELECT i, md5(i::text), md5(i::text)::uuid, i % 1000 FROM generate_series(1, 20000) AS i;
            CREATE INDEX ON t (name text_pattern_ops); CREATE INDEX ON t (other); CREATE INDEX ON t (visits); ANALYZE t
            """)
        let look = RemoteBrowser(try database.address())
        let facts = try await look.facts()
        let uuid = try #require(try database.value("SELECT md5('77')::uuid"))
        for text in ["name starts with c4ca", "visits = 7", "visits between 7 and 8", "other = \(uuid)"] {
            let condition = try Condition(text: text, for: facts.schema)
            let query = try BrowseQuery(facts, BrowseRequest(where: condition))
            let plan = try database.line().rows("EXPLAIN " + query.whole).compactMap { $0[0] }.joined()
            #expect(plan.contains("Index Cond"))
        }
        await look.close()
    }

    @Test("What the server would not see as Kiroku does is refused with a sentence")
    func refused() async throws {
        let database = try Database(sights)
        let look = RemoteBrowser(try database.address())
        let facts = try await look.facts()
        let condition = try Condition(text: "any field contains K", for: facts.schema)
        await #expect(throws: ServerError.self) { _ = try await look.page(BrowseRequest(where: condition)) }
        #expect(try await look.page(BrowseRequest(), limit: 1).keys.count == 1)
        await look.close()
    }

    @Test(
        "Of a record that is too long, the large cells are left out and told; the others come, on both sides and in exports"
    )
    @MainActor
    func tooLong() async throws {
        let database = try Database(
            """
            CREATE TABLE t (id integer PRIMARY KEY, name text, note text, doc jsonb);
            INSERT INTO t SELECT i, 'n' || i, 'short', '[]' FROM generate_series(1, 30) AS i;
            UPDATE t SET note = repeat('"', 300000) WHERE id = 7
            """)
        var limits = ServerLimits()
        limits.recordBytes = 30_000
        try await ServerLimits.$standard.withValue(limits) {
            let look = RemoteBrowser(try database.address())
            for forward in [true, false] {
                let page = try await look.page(BrowseRequest(), forward: forward)
                #expect(ids(page) == (1...30).map(String.init))
                #expect(page.shortened == [page.keys[6]])
                #expect(page.records[6, 1] == .string("n7") && page.records[6, 2] == .empty)
                #expect(page.records[7, 2] == .string("short"))
            }
            await look.close()
            let rows = try await RemoteRows.open(try database.address())
            #expect(rows.shortenedCount == 1)
            let folder = try TemporaryFolder()
            let written = try await BrowseExport(rows, fields: [0, 1, 2], as: .json)
                .write(toFile: folder.path("t.csv"), encoding: .utf8) { _ in }
            #expect((written.count, written.shortened) == (30, 1))
            #expect(try await rows.firstRecords(limit: 30).shortened == 1)
            #expect(try #require(try await rows.records(inRows: 5..<10, limit: 30)).shortened == 1)
            #expect(try #require(try await rows.records(inRows: 7..<10, limit: 30)).shortened == 0)
            await rows.close()
        }
    }

    // MARK: Help

    private func ids(_ page: BrowsePage) -> [String] {
        (0..<page.records.count).map { page.records[$0, 0].plainText ?? "" }
    }

    /// The identities of all records, page by page.
    private func all(
        _ look: RemoteBrowser, _ request: BrowseRequest, forward: Bool, limit: Int = 9
    ) async throws -> [String] {
        var found: [String] = []
        var page = try await look.page(request, forward: forward, limit: limit)
        while true {
            found = forward ? found + ids(page) : ids(page) + found
            guard !page.isLast, let key = forward ? page.keys.last : page.keys.first, found.count < 1_000 else { break }
            page = try await look.page(request, from: key, forward: forward, limit: limit)
        }
        return found
    }
}
