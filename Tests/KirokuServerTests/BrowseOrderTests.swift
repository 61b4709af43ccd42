import KirokuCore
import Testing

@testable import KirokuServer

/// Reading a table page by page in an order of several fields, and without a key.
@Suite("Orders of a table that is looked at")
struct BrowseOrderTests {
    /// Many records that are equal in one field or in all, and some without values.
    private static let rows = """
        SELECT i AS id, (ARRAY['a', 'B', 'ä', NULL])[i % 4 + 1] AS name,
          CASE WHEN i % 7 < 2 THEN NULL ELSE i % 3 END AS visits, chr(65 + i % 3) AS plain
        FROM generate_series(1, 97) AS i
        """

    private static let orders: [[(field: Int, isDescending: Bool)]] = [
        [(1, false), (2, false)], [(1, false), (2, true)], [(1, true), (2, false)], [(1, true), (2, true)],
        [(2, false), (1, false), (3, true)], [(3, true), (2, true), (1, false)], [(3, false), (1, true)],
        [(3, false), (2, false)], [(2, true), (0, false)],
    ]

    @Test("By several fields, forwards and backwards, every record comes once", arguments: 0..<9)
    func severalFields(order: Int) async throws {
        let database = try Database(
            """
            CREATE TABLE t (id integer PRIMARY KEY, name text COLLATE "de-x-icu", visits integer, plain text NOT NULL);
            INSERT INTO t \(Self.rows)
            """)
        let look = RemoteBrowser(try database.address())
        let schema = try await look.facts().schema
        let rules = Self.orders[order].map { BrowseOrder.Rule(schema[$0.field].id, isDescending: $0.isDescending) }
        let request = BrowseRequest(BrowseOrder(rules))
        var wanted = Self.orders[order].map { field, isDescending in
            let name = schema[field].name
            return "\(name) IS NULL, \(name)\(isDescending ? " DESC" : "")"
        }
        wanted.append("id" + (rules.last?.isDescending == true ? " DESC" : ""))
        let expected = try database.line().rows("SELECT id FROM t ORDER BY " + wanted.joined(separator: ", "))
            .compactMap { $0[0] }
        #expect(try await lines(look, request, forward: true, fields: [0]) == expected)
        #expect(try await lines(look, request, forward: false, fields: [0]) == expected)
        let keys = try await look.page(request, limit: 97).keys
        for (first, last) in [(0, 96), (3, 20), (60, 90), (80, 96)] {
            let some = try await look.records(request, from: keys[first], upTo: keys[last], limit: 1_000)
            #expect((0..<some.table.count).compactMap { some.table[$0, 0].plainText } == Array(expected[first...last]))
        }
        await look.close()
    }

    @Test("A place within many equal values goes on by the next field", arguments: [false, true], [false, true])
    func places(first: Bool, second: Bool) async throws {
        let database = try Database(
            """
            CREATE TABLE t (id integer PRIMARY KEY, kind text NOT NULL, size integer);
            INSERT INTO t SELECT i, (ARRAY['a', 'b', 'c'])[i % 3 + 1], CASE WHEN i % 10 = 1 THEN NULL ELSE i * 7 % 10007 END
            FROM generate_series(1, 9000) AS i; ANALYZE t
            """)
        let look = RemoteBrowser(try database.address())
        let schema = try await look.facts().schema
        let request = BrowseRequest(
            BrowseOrder([
                BrowseOrder.Rule(schema[1].id, isDescending: first),
                BrowseOrder.Rule(schema[2].id, isDescending: second),
            ]))
        let all = try await look.records(request, from: nil, upTo: nil, limit: 10_000).table
        let ranks = Dictionary(uniqueKeysWithValues: (0..<all.count).map { (all[$0, 0].plainText ?? "", $0) })
        #expect(ranks.count == 9_000)
        let ends = (
            first: try await look.page(request, limit: 1).keys.first,
            last: try await look.page(request, forward: false, limit: 1).keys.first
        )
        for step in 1..<20 {
            let share = Double(step) / 20
            let page = try await look.pages(request, at: share, ends: ends).after
            let rank = try #require(ranks[page.records[0, 0].plainText ?? ""])
            #expect(abs(Double(rank) / 9_000 - share) < 0.03, "at \(share)")
        }
        await look.close()
    }

    // MARK: Without a key

    @Test(
        "Without a key, every record comes once all the same, equal ones included",
        arguments: [
            "CREATE TABLE t AS \(rows)",
            "CREATE TABLE t (id integer, name text, visits integer, plain text) PARTITION BY LIST (plain); \(parts); INSERT INTO t \(rows)",
            "CREATE TABLE t (id integer PRIMARY KEY, name text, visits integer, plain text); CREATE TABLE more () INHERITS (t); INSERT INTO t \(rows); INSERT INTO more \(rows)",
            "CREATE VIEW t AS \(rows)", "CREATE MATERIALIZED VIEW t AS \(rows)",
            "CREATE VIEW t AS SELECT name, visits, plain, id / 50 AS id FROM (\(rows)) AS r",
            "CREATE VIEW t AS SELECT json_build_object('n', name) AS j, point(visits, 0) AS p, name FROM (\(rows)) AS r",
            "CREATE VIEW t AS SELECT name, \((0..<200).map { "0 AS c\($0)" }.joined(separator: ", ")), id FROM (\(rows)) AS r",
        ])
    func withoutKey(statements: String) async throws {
        let database = try Database(statements)
        let look = RemoteBrowser(try database.address())
        let facts = try await look.facts()
        let fields = Array(facts.schema.fields.indices.suffix(4))
        let expected = try await look.records(BrowseRequest(), from: nil, upTo: nil, limit: 1_000).table
        let lines = lines(of: expected, fields)
        let count = try database.line().rows("SELECT count(*) FROM t").first?.number(0)
        #expect(lines.count == count)
        #expect(facts.notices.contains { $0.hasPrefix("This table has no key") })
        for order in [
            BrowseOrder(), BrowseOrder(facts.schema.fields.last?.id),
            BrowseOrder(facts.schema[0].id, isDescending: true),
        ] {
            let request = BrowseRequest(order)
            let forward = try await self.lines(look, request, forward: true, fields: fields)
            #expect(forward.sorted() == lines.sorted())
            #expect(try await self.lines(look, request, forward: false, fields: fields) == forward)
        }
        await look.close()
    }

    private static let parts =
        "CREATE TABLE s1 PARTITION OF t FOR VALUES IN ('A', 'B'); CREATE TABLE s2 PARTITION OF t DEFAULT"

    @Test("In a table without a key, a place leads to about as much of it")
    func placesWithoutKey() async throws {
        let database = try Database(
            "CREATE TABLE t AS SELECT i AS id FROM generate_series(1, 20000) AS i; ANALYZE t")
        let look = RemoteBrowser(try database.address())
        let ends = (
            first: try await look.page(BrowseRequest(), limit: 1).keys.first,
            last: try await look.page(BrowseRequest(), forward: false, limit: 1).keys.first
        )
        for share in [0.1, 0.5, 0.9] {
            let page = try await look.pages(BrowseRequest(), at: share, ends: ends).after
            let place = try #require(Double(page.records[0, 0].plainText ?? ""))
            #expect(abs(place / 20_000 - share) < 0.03)
        }
        await look.close()
    }

    /// All records, page by page.
    private func lines(
        _ look: RemoteBrowser, _ request: BrowseRequest, forward: Bool, fields: [Int]
    ) async throws -> [String] {
        var found: [String] = []
        var page = try await look.page(request, forward: forward, limit: 9)
        while true {
            let new = lines(of: page.records, fields)
            found = forward ? found + new : new + found
            guard !page.isLast, let key = forward ? page.keys.last : page.keys.first, found.count < 1_000 else { break }
            page = try await look.page(request, from: key, forward: forward, limit: 9)
        }
        return found
    }

    private func lines(of table: RecordTable, _ fields: [Int]) -> [String] {
        (0..<table.count).map { record in
            fields.map { table[record, $0].plainText ?? "–" }.joined(separator: "|")
        }
    }
}
