import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuCore

@Suite("Card file: what is in the place of its tables")
struct CardFileTablesTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    /// Makes a document of two fields, and runs SQL on it.
    private func makeFile(_ statements: String...) async throws {
        var table = try RecordTable(fieldNames: ["N", "S"], fieldTypes: [.int, .string])
        for number in 0..<3 { try table.addRecord([.int(number), .string("text")]) }
        try await CardFile.create(at: path, table: table).close()
        let tool = try SQLiteTool(path)
        for statement in statements { try tool.run(statement) }
    }

    private func expectRefusal(of name: String) async throws {
        let before = try bytes(of: path)
        let reason = "The table “\(name)” has been replaced by something else."
        await #expect(throws: StorageError.damaged(path: path, reason: reason)) { try await CardFile.open(at: path) }
        await #expect(throws: StorageError.damaged(path: path, reason: reason)) {
            try await CardFile(path: path).openForReading()
        }
        #expect(try bytes(of: path) == before)
        #expect(try folder.names() == ["a.kiroku"])
    }

    private static let endless = "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT"

    @Test(
        "A view that never ends is refused",
        arguments: [
            ("records", "i AS id, i AS f1, i AS f2"), ("Records", "i AS id, i AS f1, i AS f2"),
            ("fields", "i AS id, i AS place, 'a' AS name, 'int' AS type, 0 AS initial"),
            ("properties", "'next field id' AS name, 3 AS value"), ("widths", "1 AS field, 100 AS width"),
            ("undo", "i AS step, x'00' AS change"), ("pictures", "i AS name, i AS hash, i AS bytes"),
        ])
    func views(name: String, columns: String) async throws {
        try await makeFile(
            "DROP TABLE IF EXISTS \(name)", "CREATE VIEW \(name) AS \(Self.endless) \(columns) FROM c")
        try await expectRefusal(of: name.lowercased())
    }

    @Test("A virtual table is refused")
    func virtualTables() async throws {
        try await makeFile("DROP TABLE widths", "CREATE VIRTUAL TABLE widths USING fts5(field, width)")
        try await expectRefusal(of: "widths")
    }

    @Test("A column that is worked out is refused where it is read")
    func generatedColumns() async throws {
        try await makeFile(
            "DROP VIEW cards", "ALTER TABLE records DROP COLUMN f2",
            "ALTER TABLE records ADD COLUMN f2 AS (substr(hex(zeroblob(100000000)), 1, 1))")
        try await expectRefusal(of: "records")
    }

    @Test("Views, tables and columns of other names are left alone")
    func others() async throws {
        try await makeFile(
            "CREATE VIEW mine AS \(Self.endless) i FROM c", "CREATE TABLE notes(text)",
            "ALTER TABLE records ADD COLUMN twice AS (f1 * 2)")
        let opened = try await CardFile.open(at: path)
        #expect(opened.contents.table.count == 3)
        var table = opened.contents.table
        let stored = try table.apply(.setCells([CellEdit(record: 0, field: 0, value: .int(21))], in: table)).stored
        try await opened.store.commit(stored)
        await opened.store.close()
        let tool = try SQLiteTool(path)
        #expect(try tool.run("SELECT twice FROM records ORDER BY id LIMIT 1") == ["42"])
        #expect(try tool.run("SELECT i FROM mine LIMIT 2") == ["1", "2"])
    }

    @Test("Reading that takes more steps than the file can need is stopped, and so is that of a cancelled task")
    func limits() async throws {
        try await makeFile()
        let endless = "\(Self.endless) count(*) FROM c"
        let connection = try SQLiteConnection(file: path, path: path, access: .reading, lockWait: 0)
        try connection.limitReading(ofFileWithSize: 10_000)
        let reason = "Reading it takes too long for its size."
        #expect(throws: StorageError.damaged(path: path, reason: reason)) { try connection.execute(endless) }
        connection.endLimit()
        let cancelled = Task { () -> StorageError? in
            withUnsafeCurrentTask { $0?.cancel() }
            do throws(StorageError) {
                let connection = try SQLiteConnection(file: path, path: path, access: .reading, lockWait: 0)
                try connection.limitReading(ofFileWithSize: 1 << 40)
                try connection.execute(endless)
                return nil
            } catch {
                return error
            }
        }
        #expect(await cancelled.value == .cancelled)
    }
}
