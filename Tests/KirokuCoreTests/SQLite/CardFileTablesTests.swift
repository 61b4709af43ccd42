import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

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
            ("pictures", "i AS name, i AS hash, i AS bytes"),
            ("tables", "i AS id, 'records' AS records"), ("desks", "i AS desk, '' AS since"),
            ("journal", "i AS number, '' AS id, 1 AS counter, '' AS at, '' AS person, '' AS program, '[]' AS change"),
            ("wanted", "i AS name, '' AS hash, 1 AS size"),
            ("keys", "i AS record, 1 AS bucket, '' AS key, 1 AS mark"),
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

    @Test(
        "An index that computes something is refused, and one of columns is not",
        arguments: ["records(hex(zeroblob(100000000)))", "records(id) WHERE f1 < 5", "fields(upper(name))"])
    func computingIndexes(index: String) async throws {
        try await makeFile("CREATE INDEX plain ON records(f1, f2)")
        await (try CardFile.open(at: path)).store.close()
        try SQLiteTool(path).run("CREATE INDEX mine ON \(index)")
        let reason = "an index of the table “\(index.prefix { $0 != "(" })” computes something"
        await #expect(throws: StorageError.damaged(path: path, reason: reason)) { try await CardFile.open(at: path) }
    }

    @Test("Checks that another program has put into a table are not run, as its triggers are not")
    func checks() async throws {
        try await makeFile(
            "DROP TABLE widths",
            "CREATE TABLE widths(field INTEGER PRIMARY KEY, width INTEGER, CHECK(length(hex(zeroblob(400000000))) < 0))"
        )
        let opened = try await CardFile.open(at: path)
        try await opened.store.commit([.widths(.only, [opened.contents.table.schema[0].id: 70])])
        await opened.store.close()
        #expect(try SQLiteTool(path).run("SELECT width FROM widths") == ["70"])
    }

    @Test("No statement reads a view, attaches a file, recurses, or uses the module of a virtual table")
    func allowed() async throws {
        try await makeFile("CREATE VIEW mine AS SELECT 1 AS i", "CREATE VIRTUAL TABLE words USING fts5(word)")
        let connection = try SQLiteConnection(file: path, path: path, access: .writing, lockWait: 0)
        for sql in [
            "SELECT * FROM mine", "SELECT * FROM cards", "SELECT * FROM words", "ATTACH '\(path)' AS other",
            "\(Self.endless) 1 FROM c", "CREATE VIRTUAL TABLE more USING fts5(word)",
            "CREATE TRIGGER t AFTER INSERT ON widths BEGIN DELETE FROM widths; END",
        ] {
            #expect(throws: StorageError.self, "\(sql)") { try connection.execute(sql) }
        }
        #expect(try connection.number("PRAGMA cell_size_check") == 1)
        #expect(try connection.number("PRAGMA mmap_size") == 0)
    }

    @Test("The mark of a second copy is not looked for in a view that never ends")
    func secondCopy() async throws {
        try await makeFile(
            "DROP TABLE properties", "CREATE VIEW properties AS \(Self.endless) i AS name, i AS value FROM c")
        #expect(try SecondCopyMark.read(from: path) == nil)
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
        let endless = "SELECT count(*) FROM " + (0..<24).map { "records r\($0)" }.joined(separator: ", ")
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
