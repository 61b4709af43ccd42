import CoreTestSupport
import FoundationEssentials
import KirokuCore
import Synchronization
import Testing

@testable import KirokuServer

/// The first copy of a table, whose line breaks.
@Suite("First copies that break")
@MainActor
struct FirstCopyTests {
    /// So many that they do not all fit into what is on the way when the line breaks.
    private static let count = 30_000
    private static let rows = """
        SELECT n * 10, 'Record ' || n, repeat('x', 200) FROM generate_series(1, \(count)) n
        """

    @Test(
        "After the line was cut it goes on behind the last row, with what others have done meanwhile",
        arguments: [
            "id integer PRIMARY KEY, name text, note text", "id integer, name text, note text, PRIMARY KEY (name, id)",
        ])
    func continues(columns: String) async throws {
        let place = try Place("CREATE TABLE t (\(columns)); INSERT INTO t \(Self.rows)")
        try await place.cut { place.proxy.cutAll() }
        let kept = await SharedDocuments.keptCount(for: place.path)
        #expect(kept > 0 && kept < Self.count)
        #expect(try place.folder.names() == [".t.kiroku.unfinished"])
        try place.database.execute(
            """
            UPDATE t SET note = 'changed' WHERE id IN (10, 20, \(Self.count * 10)); DELETE FROM t WHERE id = 30;
            INSERT INTO t VALUES (5, 'Record 0', 'early'), (\(Self.count * 10 + 5), 'Record 9999999', 'late')
            """)
        let first = Mutex<Double?>(nil)
        let isOfTwoMoments = try await place.join { share in first.withLock { $0 = $0 ?? share } }
        #expect(isOfTwoMoments)
        // Nothing that had come is read again.
        #expect(try #require(first.withLock { $0 }) > 0.9 * Double(kept) / Double(Self.count))
        #expect(try place.folder.names() == ["t.kiroku"])
        let member = try await Member(place.path)
        #expect(try await member.sync().received > 0)
        #expect(try member.isAsInTable(place.database))
        #expect(try await member.sync().received == 0)
        // It is a copy like any other.
        try await member.set(.string("mine"), try member.index("20"), 2)
        #expect(try await member.sync().sent == 1)
        #expect(try place.database.value("SELECT note FROM t WHERE id = 20") == "mine")
        await member.close()
    }

    @Test("What has come is also kept when the server ends the connection, and when the user does not want to wait")
    func otherBreaks() async throws {
        let place = try Place(
            "CREATE TABLE t (id integer PRIMARY KEY, name text, note text); INSERT INTO t \(Self.rows)")
        try await place.cut {
            try? place.database.execute(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """)
        }
        let first = await SharedDocuments.keptCount(for: place.path)
        #expect(first > 0)
        try await place.cut { withUnsafeCurrentTask { $0?.cancel() } }
        let second = await SharedDocuments.keptCount(for: place.path)
        #expect(second > first && second < Self.count)
        try await place.join()
        let member = try await Member(place.path)
        #expect(try member.isAsInTable(place.database))
        await member.close()
    }

    @Test("A table that is another one by then, or without a key, is copied from the beginning")
    func anew() async throws {
        let place = try Place(
            "CREATE TABLE t (id integer PRIMARY KEY, name text, note text); INSERT INTO t \(Self.rows)")
        try await place.cut { place.proxy.cutAll() }
        try place.database.execute("ALTER TABLE t ADD more text DEFAULT 'more'; ALTER TABLE t DROP note")
        #expect(try await !place.join())
        let member = try await Member(place.path)
        #expect(member.table.fieldNames == ["id", "name", "more"])
        #expect(try member.isAsInTable(place.database))
        await member.close()

        let other = try Place("CREATE TABLE t (id integer, name text, note text); INSERT INTO t \(Self.rows)")
        try await other.cut { other.proxy.cutAll() }
        #expect(try await !other.join())
        let copy = try await Member(other.path)
        #expect(copy.table.count == Self.count)
        await copy.close()
    }

    /// Of a document with so many records.
    private func team() async throws -> Team {
        var table = try RecordTable(fieldNames: ["id", "name", "note"], fieldTypes: [.int, .string, .string])
        for number in 1...Self.count {
            try table.addRecord([
                .int(number * 10), .string("Record \(number)"), .string(String(repeating: "x", count: 200)),
            ])
        }
        return try await Team(table, count: 1, pictures: ["a.png": [1, 2, 3]])
    }

    @Test("A document that Kiroku shares goes on in the same way")
    func document() async throws {
        let team = try await team()
        let place = try Place(team.database, table: "Places")
        try await place.cut { place.proxy.cutAll() }
        let kept = await SharedDocuments.keptCount(for: place.path)
        #expect(kept > 0 && kept < Self.count)
        try await team[0].set(.string("changed"), 0, 2)
        try await team[0].set(.string("changed"), Self.count - 1, 2)
        try team[0].document.deleteRecords(at: RecordIndexes(1))
        try team[0].document.insertRecords(at: 1)
        _ = try await team[0].sync()
        #expect(try await place.join())
        let member = try await Member(place.path)
        _ = try await member.sync()
        #expect(member.texts == team[0].texts)
        #expect(member.table.ids == team[0].table.ids)
        await member.close()
        await team.close()
    }

    @Test("A part of such a document does, too, but not with another part")
    func part() async throws {
        let team = try await team()
        let place = try Place(team.database, table: "Places", where: "id > 1000 and not (name contains 77)")
        try await place.cut { place.proxy.cutAll() }
        let kept = await SharedDocuments.keptCount(for: place.path)
        #expect(kept > 0 && kept < Self.count)
        try await team[0].set(.string("Record 77"), 200, 1)
        try await team[0].set(.int(1), 300, 0)
        try await team[0].set(.int(1_001), 0, 0)
        try await team[0].set(.string("changed"), Self.count - 1, 2)
        _ = try await team[0].sync()
        let first = Mutex<Double?>(nil)
        #expect(try await place.join { share in first.withLock { $0 = $0 ?? share } })
        #expect(try #require(first.withLock { $0 }) > 0.5 * Double(kept) / Double(Self.count))
        let member = try await Member(place.path)
        _ = try await member.sync()
        let expected = team[0].texts.filter { (Int($0[0] ?? "") ?? 0) > 1_000 && $0[1]?.contains("77") == false }
        #expect(member.texts == expected)
        #expect(try await member.sharing()?.part != nil)
        await member.close()

        let other = try Place(team.database, table: "Places", where: "id > 1000")
        try await other.cut { other.proxy.cutAll() }
        other.condition = "id <= 1000"
        #expect(try await other.join())
        let copy = try await Member(other.path)
        #expect(copy.texts == team[0].texts.filter { (Int($0[0] ?? "") ?? 0) <= 1_000 })
        await copy.close()
        await team.close()
    }

    @Test("What a table is too large for is not kept")
    func tooLarge() async throws {
        let place = try Place(
            "CREATE TABLE t (id integer PRIMARY KEY, name text, note text); INSERT INTO t \(Self.rows)")
        var limits = ServerLimits()
        limits.records = Self.count / 2
        let session = ServerSession(try place.address, limits: limits)
        try await session.connect()
        let connection = try await session.line { (line) throws(ServerError) in try SharedConnection(session, line) }
        let copy = FirstCopy(connection: connection, path: place.path) { _ in }
        await #expect(throws: ServerError.tooLargeToKeep("t")) { try await copy.make("t", where: nil) }
        await session.close()
        #expect(try place.folder.names().isEmpty)
    }
}

/// Where a table is copied to, and the line over which it comes.
@MainActor
private final class Place {
    let database: Database
    let folder: TemporaryFolder
    let proxy: CuttingProxy
    private let socket: TemporaryFolder
    private let table: String
    /// Which records are copied.
    var condition: String?

    convenience init(_ sql: String) throws { try self.init(try Database(sql), table: "t") }

    init(_ database: Database, table: String, where condition: String? = nil) throws {
        (self.database, self.table, self.condition) = (database, table, condition)
        folder = try TemporaryFolder()
        socket = try TemporaryFolder()
        proxy = CuttingProxy(socket.path, to: database.server.socket, port: database.server.port)
    }

    var path: String { folder.path("t.kiroku") }

    var address: ServerAddress {
        get throws {
            try ServerAddress(
                "postgresql:///\(database.name)?host=\(socket.path)&port=\(database.server.port)&user=kiroku&table=\(table)"
            )
        }
    }

    @discardableResult
    func join(_ progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> Bool {
        try await SharedDocuments.join(try address, at: path, where: condition, progress: progress)
    }

    /// Copies until something happens in the middle of it.
    func cut(_ cut: @escaping @Sendable () -> Void) async throws {
        let isCut = Atomic(false)
        let task = Task {
            try await SharedDocuments.join(try address, at: path, where: condition) { share in
                if share > 0.2, !isCut.exchange(true, ordering: .relaxed) { cut() }
            }
        }
        let result = await task.result
        #expect(throws: SyncError.self) { try result.get() }
    }
}

extension Member {
    /// Whether all rows are here, each once, and nothing else.
    fileprivate func isAsInTable(_ database: Database) throws -> Bool {
        let names = table.fieldNames.map { "\($0)::text" }.joined(separator: " || '|' || ")
        let there = try database.value("SELECT string_agg(\(names), ';' ORDER BY id) FROM t") ?? ""
        let here = texts.map { row in (Int(row[0] ?? "") ?? 0, row.map { $0 ?? "" }.joined(separator: "|")) }
        return here.sorted { $0.0 < $1.0 }.map(\.1).joined(separator: ";") == there
    }
}
