import KirokuCore
import Testing

@testable import KirokuServer

/// A table that is looked at, as a grid has it.
@Suite("Rows of a table that is looked at")
@MainActor
struct RemoteRowsTests {
    private static func table(_ count: Int) -> String {
        """
        CREATE TABLE t (id integer PRIMARY KEY, name text, n integer);
        INSERT INTO t SELECT i * 2, md5(i::text), i % 9 FROM generate_series(1, \(count)) AS i;
        CREATE INDEX ON t (name, id); ANALYZE t
        """
    }

    /// Waits until all that is wanted is here.
    private func settle(_ rows: RemoteRows) async {
        while rows.isAwaiting { try? await Task.sleep(for: .milliseconds(2)) }
    }

    /// The identity of the record in a row.
    private func id(_ rows: RemoteRows, _ row: Int) -> Int? {
        guard let held = rows.held, rows.table.ids.indices.contains(row - held.before) else { return nil }
        return Int(rows.table[row - held.before, 0])
    }

    @Test("What is in sight comes, from the first record to the last one, in bounded memory, with exact numbers")
    func downToTheEnd() async throws {
        let rows = try await RemoteRows.open(try Database(Self.table(6_000)).address())
        #expect(rows.refusal == .limited(.onServer, field: nil))
        var row = 0
        while true {
            rows.want(rows: row..<row + 30)
            await settle(rows)
            #expect(id(rows, row) == (row + 1) * 2)
            #expect(rows.table.count <= HeldPages.limit)
            if row + 30 >= rows.likelyCount { break }
            row += 25
        }
        #expect(rows.likelyCount == 6_000)
        #expect(rows.countIsExact)
        while row > 0 {
            row = max(0, row - 25)
            rows.want(rows: row..<row + 30)
            await settle(rows)
            #expect(id(rows, row) == (row + 1) * 2)
            #expect(rows.held?.isCounted == true)
        }
        await rows.close()
    }

    @Test("A jump leads near its place, and going on from there to the first and the last record corrects the numbers")
    func jumps() async throws {
        let rows = try await RemoteRows.open(try Database(Self.table(20_000)).address())
        rows.want(rows: 12_000..<12_030)
        await settle(rows)
        let there = try #require(id(rows, 12_000))
        #expect(abs(there - 24_000) < 800)
        #expect(rows.held?.isCounted == false)
        rows.want(rows: rows.likelyCount - 30..<rows.likelyCount)
        await settle(rows)
        #expect(id(rows, rows.likelyCount - 1) == 40_000)
        rows.want(rows: 0..<30)
        await settle(rows)
        #expect(id(rows, 0) == 2)
        #expect(rows.held?.isCounted == true)
        await rows.close()
    }

    @Test(
        "Where many more or fewer records are there than was thought, the last one is still found",
        arguments: [2_000.0, 50_000])
    func wrongCount(guess: Double) async throws {
        let database = try Database(Self.table(12_000))
        try database.execute("UPDATE pg_class SET reltuples = \(guess) WHERE relname IN ('t', 't_pkey')")
        let rows = try await RemoteRows.open(try database.address())
        rows.want(rows: rows.likelyCount - 10..<rows.likelyCount)
        await settle(rows)
        #expect(id(rows, rows.likelyCount - 1) == 24_000)
        // Upwards, record by record, as far as is held at once.
        var row = rows.likelyCount - 1
        for _ in 0..<40 {
            row -= 40
            let before = rows.held?.before ?? 0
            rows.want(rows: row..<row + 40)
            await settle(rows)
            if let held = rows.held, held.moved != 0, held.before != before { row += held.moved }
            #expect(id(rows, row + 1).map { id in id - (self.id(rows, row) ?? 0) } == 2)
        }
        await rows.close()
    }

    @Test("Another order and a search take the place of what is shown when they have come, and are taken back")
    func requests() async throws {
        let database = try Database(Self.table(3_000))
        let rows = try await RemoteRows.open(try database.address())
        let schema = rows.facts.schema
        var events = 0
        let observation = rows.observe { _ in events += 1 }
        let byName = BrowseRequest(BrowseOrder(schema[1].id, isDescending: true))
        try await rows.show(byName, try await rows.estimate(byName))
        let last = try database.value("SELECT max(name) FROM t")
        #expect(rows.table[0, 1].plainText == last)
        #expect(rows.sortRules == [SortRule(field: schema[1].id, isDescending: true)])
        let found = BrowseRequest(byName.order, where: try Condition(text: "n = 4 and id < 1000", for: schema))
        try await rows.show(found, try await rows.estimate(found))
        #expect(rows.likelyCount == 56)
        #expect(rows.countIsExact)
        let nonsense = BrowseRequest(where: try Condition(text: "any field contains a", for: schema))
        await #expect(throws: ServerError.self) { try await rows.show(nonsense, rows.estimate) }
        #expect(rows.likelyCount == 56)
        #expect(events == 2)
        withExtendedLifetime(observation) {}
        await rows.close()
    }

    @Test("A server that is lost leaves what was read, and trying again goes on")
    func lost() async throws {
        let database = try Database(Self.table(20_000))
        let rows = try await RemoteRows.open(try database.address())
        let held = rows.table.count
        let other = try Database.line(to: "postgres", database.server)
        try other.execute("ALTER DATABASE \(database.name) ALLOW_CONNECTIONS false")
        try other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database.name)'")
        rows.want(rows: 10_000..<10_030)
        await settle(rows)
        #expect(rows.failure != nil)
        #expect(rows.table.count == held)
        #expect(id(rows, 0) == 2)
        try other.execute("ALTER DATABASE \(database.name) ALLOW_CONNECTIONS true")
        // The first attempt may still meet the connection that is gone.
        for _ in 0..<3 where rows.failure != nil {
            rows.tryAgain()
            await settle(rows)
        }
        #expect(rows.failure == nil)
        #expect(id(rows, 10_000) != nil)
        await rows.close()
    }

    @Test("Reloading shows what others have changed, at the same place")
    func reload() async throws {
        let database = try Database(Self.table(2_000))
        let rows = try await RemoteRows.open(try database.address())
        rows.want(rows: 100..<130)
        await settle(rows)
        let record = try #require(id(rows, 100))
        try database.execute("UPDATE t SET name = 'changed' WHERE id = \(record); DELETE FROM t WHERE id < 100")
        try await rows.reload()
        await settle(rows)
        let held = try #require(rows.held)
        let place = try #require((0..<rows.table.count).first { Int(rows.table[$0, 0]) == record })
        #expect(rows.table[place, 1].plainText == "changed")
        // The first records are held, so their number is certain again.
        #expect(held.before + place == 100 - 49)
        try database.execute("ALTER TABLE t ADD more integer")
        try await rows.reload()
        #expect(rows.table.schema.count == 4)
        await rows.close()
    }

    @Test("What is copied is known by its keys, wherever the user has scrolled meanwhile")
    func copying() async throws {
        let rows = try await RemoteRows.open(try Database(Self.table(20_000)).address())
        rows.remember(rows: [5])
        rows.want(rows: 12_000..<12_030)
        await settle(rows)
        let last = try #require(id(rows, 12_010))
        rows.remember(rows: [5, 12_010])
        let some = try #require(try await rows.records(inRows: 5..<12_011, limit: 100_000))
        #expect(some.isAll)
        #expect(Int(some.table[0, 0]) == 12)
        #expect(Int(some.table[some.table.count - 1, 0]) == last)
        let all = try #require(try await rows.records(inRows: 0..<rows.likelyCount, limit: 7_000))
        #expect(all.table.count == 7_000)
        #expect(!all.isAll)
        #expect(try await rows.records(inRows: 7_000..<7_010, limit: 10) == nil)
        let first = try await rows.firstRecords(limit: 5_000)
        #expect(first.table.count == 5_000)
        #expect(Int(first.table[0, 0]) == 2)
        #expect(!first.isAll)
        #expect(try await rows.firstRecords(limit: 30_000).isAll)
        await rows.close()
    }
}
