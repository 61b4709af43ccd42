import CoreTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Card file: files that are not what they should be")
struct CardFileDamageTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    private func makeFile(records: Int = 3) async throws {
        var table = try RecordTable(fieldNames: ["N", "S"], fieldTypes: [.int, .string])
        for number in 0..<records { try table.addRecord([.int(number), .string("text \(number)")]) }
        try await CardFile.create(at: path, table: table).close()
    }

    /// Opens the file, expects an error, and expects the file to be as it was.
    private func expectRefusal(_ isExpected: (StorageError) -> Bool, _ comment: Comment) async throws {
        let before = try bytes(of: path)
        await #expect(comment) {
            try await CardFile.open(at: path)
        } throws: { error in
            (error as? StorageError).map(isExpected) ?? false
        }
        #expect(try bytes(of: path) == before)
        #expect(try folder.names() == ["a.kiroku"])
    }

    @Test("A missing file, a folder and a pipe are told from documents")
    func noFiles() async throws {
        await #expect(throws: StorageError.notFound(path: path)) { try await CardFile.open(at: path) }
        await #expect(throws: StorageError.notAFile(path: folder.path)) {
            try await CardFile.open(at: folder.path)
        }
        try #require(mkfifo(path, 0o600) == 0)
        await #expect(throws: StorageError.notADocument(path: path)) { try await CardFile.open(at: path) }
    }

    @Test("Files of other programs are left alone", arguments: ["", "x", "Number\tName\n1\ta\n", "SQLite format 3\0"])
    func otherFiles(contents: String) async throws {
        try write(Data(contents.utf8), to: path)
        try await expectRefusal({ $0 == .notADocument(path: path) }, "not a document")
    }

    @Test("SQLite files of other programs are left alone, in every journal mode", arguments: ["delete", "wal"])
    func otherDatabases(mode: String) async throws {
        try SQLiteTool(path).run("CREATE TABLE records(id INTEGER PRIMARY KEY)")
        try SQLiteTool(path).run("PRAGMA journal_mode = \(mode)")
        try await expectRefusal({ $0 == .notADocument(path: path) }, "not a document")
    }

    @Test(
        "A file of a newer version, or with what only a newer version can have put there, is left alone",
        arguments: [
            "PRAGMA user_version = 4", "PRAGMA user_version = 2147483647", "UPDATE fields SET type = 'formula'",
            "UPDATE fields SET type = '' WHERE id = 2", "INSERT INTO tables VALUES(2, 'records_2')",
            "UPDATE tables SET id = 2",
            "UPDATE fields SET \"table\" = 2 WHERE id = 2",
        ])
    func newer(sql: String) async throws {
        try await makeFile()
        try SQLiteTool(path).run(sql)
        try await expectRefusal({ $0 == .newerVersion(path: path) }, "newer version")
    }

    @Test(
        "A file from before the first release is left alone, whatever is done with it",
        arguments: CardFileFormat.formerVersions)
    func earlier(version: Int32) async throws {
        try await makeFile()
        try SQLiteTool(path).run("PRAGMA user_version = \(version)")
        try await expectRefusal({ $0 == .earlierVersion(path: path) }, "earlier version")
        let before = try bytes(of: path)
        let error = StorageError.earlierVersion(path: path)
        await #expect(throws: error) { try await CardFile(path: path).openForReading() }
        await #expect(throws: error) { try await CardFile.openForSync(path) }
        await #expect(throws: error) {
            try await CardFile(path: path).search { schema throws(QueryError) in try DocumentSearch(nil, in: schema) }
        }
        #expect(try bytes(of: path) == before)
        #expect(try folder.names() == ["a.kiroku"])
    }

    @Test(
        "A document that makes no sense is damaged",
        arguments: [
            "DROP TABLE records", "DROP TABLE fields", "DROP TABLE properties", "DROP TABLE widths",
            "DELETE FROM fields",
            "DELETE FROM properties", "UPDATE properties SET value = -1", "PRAGMA user_version = 0",
            "UPDATE fields SET type = X'00'", "UPDATE fields SET name = 'same'", "UPDATE fields SET name = ''",
            "UPDATE fields SET initial = X'00'", "UPDATE fields SET id = -1 WHERE id = 1",
            "UPDATE fields SET id = 9223372036854775807 WHERE id = 1",
            "UPDATE fields SET id = 3 WHERE id = 1",
            "UPDATE records SET f2 = X'00'", "DROP TABLE tables", "DELETE FROM tables", "DROP TABLE desks",
            "PRAGMA user_version = -1",

        ])
    func senseless(sql: String) async throws {
        try await makeFile()
        try SQLiteTool(path).run(sql)
        try await expectRefusal({ if case .damaged = $0 { true } else { false } }, "damaged")
    }

    @Test("Foreign triggers and views do nothing")
    func hostileSchema() async throws {
        try await makeFile()
        try SQLiteTool(path).run("CREATE TRIGGER t AFTER UPDATE ON records BEGIN DELETE FROM records; END")
        let opened = try await CardFile.open(at: path)
        let link = opened.store
        let table = opened.contents.table
        try await link.commit([
            .cell(table.ids[0], table.schema[0].id, .int(7))
        ])
        await link.close()
        #expect(try SQLiteTool(path).run("SELECT count(*) FROM cards") == ["3"])
    }

    @Test("A truncated document is refused or read, never a crash, and left alone", arguments: 0..<40)
    func truncated(step: Int) async throws {
        try await makeFile(records: 500)
        let whole = try bytes(of: path)
        try write(whole.prefix(whole.count * step / 40), to: path)
        try await expectNoHarm()
    }

    @Test("Flipped bits are never a crash", arguments: UInt64(0)..<150)
    func flipped(seed: UInt64) async throws {
        try await makeFile(records: 100)
        var generator = SeededGenerator(seed: seed)
        var contents = try bytes(of: path)
        for _ in 0..<Int.random(in: 1...20, using: &generator) {
            // The first pages hold the schema, and the beginning of a page says how it is built.
            let page = Int.random(in: 0..<contents.count / 4_096, using: &generator) * 4_096
            let offset = Int.random(in: 0..<(generator.chance(1, in: 2) ? 120 : 4_096), using: &generator)
            contents[page + offset] = UInt8.random(in: .min ... .max, using: &generator)
        }
        try write(contents, to: path)
        try await expectNoHarm()
    }

    /// Opening either works, or throws and leaves the file as it is; and if it works, so do edits, or they are refused.
    private func expectNoHarm() async throws {
        let before = try bytes(of: path)
        do {
            let opened = try await CardFile.open(at: path)
            #expect(try bytes(of: path) == before)
            var table = opened.contents.table
            table.addRecord()
            var another = RecordTable(schema: table.schema)
            another.addRecord()
            let stored = try table.apply(.insertRecords(another, at: RecordIndexes(0), in: table)).stored
            try? await opened.store.commit(stored)
            await opened.store.close()
        } catch is StorageError {
            #expect(try bytes(of: path) == before)
        }
    }
}
