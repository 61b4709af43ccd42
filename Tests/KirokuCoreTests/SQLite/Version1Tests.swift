import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuCore

@Suite("Documents of version 1")
@MainActor
struct Version1Tests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func dump(_ path: String) async throws -> String {
        let opened = try await CardFile.open(at: path)
        await opened.store.close()
        // Undoing saves, and the file is to stay as it is.
        return try DocumentDump(Document(title: "a", inMemory: opened.contents)).text
    }

    @Test("There is a test for each of them")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Version1.fixtures.path)
        let documents = files.filter { $0.hasSuffix(".kiroku") }.map { String($0.dropLast(7)) }
        #expect(Set(documents) == Set(Version1.names))
    }

    @Test("Records, history and settings are what the program of then read", arguments: Version1.names)
    func contents(name: String) async throws {
        let path = try Version1.document(name, in: folder)
        let before = try bytes(of: path)
        #expect(try await dump(path) == (try Version1.expectation(name)))
        #expect(try bytes(of: path) == before)
        #expect(try await CardFile.open(at: path).contents.isOfEarlierVersion)
    }

    @Test("With the first edit they get the form of today, and a backup stays as they were", arguments: Version1.names)
    func converting(name: String) async throws {
        let path = try Version1.document(name, in: folder)
        let (cards, tables) = (try self.cards(path), try theirTables(path))
        let opened = try await CardFile.open(at: path, conversion: Version1.conversion(in: folder))
        let document = Document(title: name, contents: opened.contents, store: opened.store)
        // All steps are taken back and done again.
        _ = try DocumentDump(document)
        if document.saveState == .saved {
            try document.setCells([])
            try document.undo()
        }
        await document.close()
        #expect(document.saveState == .saved)
        #expect(try Version1.version(of: path) == "3")
        #expect(try await !CardFile.open(at: path).contents.isOfEarlierVersion)
        #expect(try self.cards(path) == cards)
        #expect(try theirTables(path) == tables)
        #expect(try SQLiteTool(path).run("PRAGMA integrity_check") == ["ok"])
        let expected = try Version1.expectation(name)
        let found = try await dump(path)
        // Where there was no step to take back, one was made that can be done again.
        let new = expected.contains("redo\t") ? nil : found.firstRange(of: "redo\t")?.lowerBound
        #expect(found[..<(new ?? found.endIndex)] == expected[...])
        let backups = try Version1.backups(in: folder)
        #expect(backups.count == 1)
        let backup = try #require(backups.first)
        #expect(try Version1.version(of: backup.path) == "1")
        // Backups begin without history.
        let end = expected.firstRange(of: /\n(un|re)do\t/)?.lowerBound ?? expected.index(before: expected.endIndex)
        #expect(try await dump(backup.path) == expected[...end])
        #expect(try self.cards(backup.path) == cards)
    }

    /// What the view shows; in version 1, it showed records in the order of a field “id” if there was one.
    private func cards(_ path: String) throws -> [String] {
        let tool = try SQLiteTool(path)
        if try Version1.version(of: path) != "1" { return try tool.run("SELECT * FROM cards") }
        let columns = try tool.run("SELECT 'f' || id FROM fields ORDER BY place").joined(separator: ", ")
        return try tool.run("SELECT \(columns) FROM records ORDER BY id")
    }

    private func theirTables(_ path: String) throws -> [String] {
        let tool = try SQLiteTool(path)
        let pictures = try tool.run("SELECT 1 FROM sqlite_schema WHERE name = 'pictures'").isEmpty
        let theirs = try tool.run("SELECT 1 FROM sqlite_schema WHERE name = 'theirs'").isEmpty
        return try (pictures ? [] : tool.run("SELECT name, hash, hex(bytes) FROM pictures"))
            + (theirs ? [] : tool.run("SELECT * FROM theirs"))
            + tool.run("SELECT value FROM properties WHERE name IN ('theirs', 'view: theirs', 'view 1: theirs')")
            + tool.run("SELECT field, width FROM widths")
    }

    @Test("Pictures are there")
    func pictures() async throws {
        let opened = try await CardFile.open(at: try Version1.document("pictures", in: folder))
        let file = opened.store
        #expect(try await file.pictures().map(\.name) == ["Kyoto 2.png", "Kyoto.png"])
        let picture = try #require(try await file.picture(named: "Kyoto.png", atMost: 1_000))
        #expect(picture.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        await file.close()
    }
}
