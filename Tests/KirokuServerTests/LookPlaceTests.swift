import KirokuCore
import Testing

@testable import KirokuServer

/// Where places of the scroll bar lead, and what is expected of requests.
@Suite("Guessed places in a table that is looked at")
struct LookPlaceTests {
    /// A third of the records have one of three values, a tenth has none; the keys have gaps.
    private static let skewed = """
        CREATE TABLE t (id integer PRIMARY KEY, name text, visits numeric, at timestamptz, code uuid);
        INSERT INTO t SELECT i * 3 + i % 2 + i::bigint * i / 20000,
          CASE WHEN i % 10 = 0 THEN NULL WHEN i % 10 < 4 THEN (ARRAY['Kyoto', 'Tokyo', 'Osaka'])[i % 10] ELSE md5(i::text) END,
          CASE WHEN i % 10 = 1 THEN NULL ELSE (i::bigint * 7919 % 60000) ^ 2 END,
          timestamptz '2000-01-01' + make_interval(hours => i * 31 % 60000), md5(i::text)::uuid
        FROM generate_series(1, 60000) AS i
        """

    @Test(
        "A place is found with less than two per cent of error by statistics, with equal values and without",
        arguments: 0..<5, [false, true])
    func statistics(field: Int, isDescending: Bool) async throws {
        let database = try Database(Self.skewed + "; ANALYZE t")
        #expect(try await worstError(database, field: field, isDescending: isDescending) < 0.02)
    }

    @Test("Without statistics a sample is taken", arguments: 0..<5)
    func sample(field: Int) async throws {
        let database = try Database(Self.skewed)
        #expect(try await worstError(database, field: field) < 0.08)
    }

    @Test("Within what was found, places are those among the found records", arguments: ["id > 100000", "name > 'x'"])
    func found(text: String) async throws {
        let database = try Database(Self.skewed + "; ANALYZE t")
        let condition = text == "id > 100000" ? text : "visits > 1000000000"
        #expect(try await worstError(database, field: text == "id > 100000" ? 0 : 2, where: condition) < 0.03)
    }

    /// The largest error of a place, as a share of all records, as the server counts it.
    private func worstError(
        _ database: Database, field: Int, isDescending: Bool = false, where text: String? = nil
    ) async throws -> Double {
        let look = RemoteBrowser(try database.address())
        let facts = try await look.facts()
        let name = facts.schema[field].name
        let condition = try text.map { try Condition(text: $0, for: facts.schema) }
        let request = BrowseRequest(BrowseOrder(facts.schema[field].id, isDescending: isDescending), where: condition)
        let (way, found) = (isDescending ? " DESC" : "", text.map { " WHERE " + $0 } ?? "")
        let order = try database.line().rows(
            "SELECT id FROM t\(found) ORDER BY \(name) IS NULL, \(name)\(way), id\(way)"
        ).compactMap { $0[0] }
        let ranks = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        let ends = (
            first: try await look.page(request, limit: 1).keys.first,
            last: try await look.page(request, forward: false, limit: 1).keys.first
        )
        var worst = 0.0
        for step in 1..<40 {
            let share = Double(step) / 40
            let pages = try await look.pages(request, at: share, ends: ends)
            if let last = pages.before.keys.last, let first = pages.after.keys.first {
                #expect(last != first)
            }
            let record = pages.after.records.count > 0 ? pages.after.records[0, 0].plainText : order.last
            let rank = try #require(ranks[record ?? ""])
            worst = max(worst, abs(Double(rank) / Double(order.count) - share))
        }
        await look.close()
        return worst
    }

    @Test("Common values are put back: a place within one of them leads into it, as far along")
    func commonValues() throws {
        let spread = ValueSpread(
            [
                .init(text: "a", share: 0, isBorder: true), .init(text: "k", share: 0.5, isBorder: false),
                .init(text: "z", share: 0, isBorder: true),
            ], emptyShare: 0)
        #expect(spread.place(at: 0.5) == .at("k", along: 0.5))
        #expect(spread.place(at: 0.125) == .between("a", "k", at: 0.5))
        #expect(spread.place(at: 0.875) == .between("k", "z", at: 0.5))
        #expect(spread.place(at: 1) == .at("z", along: 1))
        #expect(ValueSpread([], emptyShare: 0).place(at: 0.5) == nil)
    }

    @Test("Old statistics are stretched to the least and the greatest value that there are now")
    func oldStatistics() {
        let marks = ["10", "20", "30"].map { ValueSpread.Mark(text: $0, share: 0, isBorder: true) }
        let spread = ValueSpread(marks, emptyShare: 0, ends: (first: "5", last: "90"))
        #expect(spread.marks.map(\.text) == ["5", "20", "90"])
        #expect(spread.place(at: 0.75) == .between("20", "90", at: 0.5))
    }

    @Test("A guess between two texts begins as both do")
    func texts() {
        #expect(BrowseColumn.text(between: "Kyoto", and: "Kyushu", at: 0.5).hasPrefix("Ky"))
        let guess = BrowseColumn.text(between: "a", and: "c", at: 0.5)
        #expect(guess > "a" && guess < "c")
    }

    // MARK: What is slow

    @Test("An order without an index is said to be slow in a large table, and one with an index is not")
    func slowOrder() async throws {
        let database = try Database(
            """
            CREATE TABLE t (id integer PRIMARY KEY, name text, other text);
            INSERT INTO t SELECT i, md5(i::text), md5(i::text) FROM generate_series(1, 20000) AS i;
            CREATE INDEX ON t (name, id); ANALYZE t;
            UPDATE pg_class SET reltuples = 50000000 WHERE relname IN ('t', 't_pkey', 't_name_id_idx')
            """)
        let look = RemoteBrowser(try database.address())
        let fields = try await look.facts().schema
        #expect(try await look.estimate(BrowseRequest()).slowness == nil)
        #expect(try await look.estimate(BrowseRequest()).count > 40_000_000)
        for isDescending in [false, true] {
            let indexed = BrowseOrder(fields[1].id, isDescending: isDescending)
            #expect(try await look.estimate(BrowseRequest(indexed)).slowness == nil)
            let sorted = try await look.estimate(BrowseRequest(BrowseOrder(fields[2].id, isDescending: isDescending)))
            #expect(sorted.slowness?.isOrder == true)
            #expect((sorted.slowness?.seconds ?? 0) > 1)
        }
        await look.close()
    }

    @Test("A search that reads all is said to be slow; how many it finds is guessed from a sample")
    func slowSearch() async throws {
        let database = try Database(
            """
            CREATE TABLE t (id integer PRIMARY KEY, name text);
            INSERT INTO t SELECT i, md5(i::text) FROM generate_series(1, 200000) AS i; ANALYZE t
            """)
        let look = RemoteBrowser(try database.address())
        let fields = try await look.facts().schema
        func estimate(_ text: String) async throws -> BrowseEstimate {
            try await look.estimate(BrowseRequest(where: try Condition(text: text, for: fields)))
        }
        let count = Int(try database.value("SELECT count(*) FROM t WHERE name LIKE '%a1%'") ?? "") ?? 0
        let guess = try await estimate("name contains a1").count
        #expect(abs(Double(guess - count)) < Double(count) / 2)
        try database.execute("UPDATE pg_class SET reltuples = 5000000 WHERE relname = 't'")
        let slow = try await estimate("name contains 'not there'").slowness
        #expect(slow?.isOrder == false)
        #expect((slow?.records ?? 0) > 4_500_000)
        #expect(try await estimate("id = 7").slowness == nil)
        await look.close()
    }
}
