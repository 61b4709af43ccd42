import CoreTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("An open document whose file is moved, removed or replaced")
@MainActor
struct MovedFileTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        try Folder.make(folder.path("people"))
        path = folder.path("people/a.kiroku")
    }

    private func open(_ names: String..., at path: String? = nil) async throws -> Document {
        var table = try RecordTable(fieldNames: ["Name"], fieldTypes: [.string])
        for name in names { try table.addRecord([.string(name)]) }
        let file = try await CardFile.create(at: path ?? self.path, table: table)
        return Document(title: "a", contents: DocumentContents(table: table), store: file)
    }

    private func set(_ value: String, _ document: Document) throws {
        try document.setCells([CellEdit(record: 0, field: 0, value: .string(value))])
    }

    private func names(at path: String) throws -> [String] { try SQLiteTool(path).run("SELECT Name FROM cards") }

    private func move(_ old: String, to new: String) {
        #expect(rename(old, new) == 0, "\(String(cString: strerror(errno)))")
    }

    private func waitUntilGone(_ document: Document, at path: String) async throws {
        try await until { await document.saveState == .failed(.notFound(path: path)) }
    }

    // MARK: Moved

    @Test(
        "A document goes on where its file was moved to, without anything being done",
        arguments: [
            ("people/a.kiroku", "people/b.kiroku", "people/b.kiroku"), ("people/a.kiroku", "c.kiroku", "c.kiroku"),
            ("people", "others", "others/a.kiroku"),
        ])
    func moved(old: String, new: String, place: String) async throws {
        let document = try await open("Ann")
        let moves = Moves()
        let observation = document.observe { if case .moved(let old) = $0 { moves.places.append(old) } }
        move(folder.path(old), to: folder.path(new))
        try await until { await !moves.places.isEmpty }
        #expect(document.path == folder.path(place))
        #expect(moves.places == [.file(path)])
        #expect(document.title == FilePath.stem(of: place))
        try set("Anna", document)
        await document.finishSaving()
        #expect(document.saveState == .saved)
        #expect(try names(at: folder.path(place)) == ["Anna"])
        #expect(!FileKind.exists(path))
        _ = observation
        await document.close()
    }

    @Test("It does so when a folder far above was moved, and an edit was not saved yet")
    func movedFarAbove() async throws {
        try Folder.make(folder.path("x/y/z"))
        let document = try await open("Ann", at: folder.path("x/y/z/a.kiroku"))
        await document.saver.hold()
        try set("Anna", document)
        move(folder.path("x"), to: folder.path("w"))
        document.saver.release()
        try await until { await document.path == folder.path("w/y/z/a.kiroku") }
        await document.close()
        #expect(document.conflicts.isEmpty)
        #expect(try names(at: folder.path("w/y/z/a.kiroku")) == ["Anna"])
    }

    @Test("Another file that is put at the old place is not taken for it")
    func oldPlaceTaken() async throws {
        let document = try await open("Ann")
        let other = try await open("Zoe", at: folder.path("other.kiroku"))
        await other.close()
        move(path, to: folder.path("b.kiroku"))
        move(folder.path("other.kiroku"), to: path)
        try await until { await document.path == folder.path("b.kiroku") }
        try set("Anna", document)
        await document.close()
        #expect(try names(at: folder.path("b.kiroku")) == ["Anna"])
        #expect(try names(at: path) == ["Zoe"])
    }

    @Test("The backups of a document come along with it")
    func backups() throws {
        let (old, new) = (BackupFolder(path: folder.path("old")), BackupFolder(path: folder.path("new")))
        new.take(over: old)
        try Folder.make(old.path)
        #expect(FileManager.default.createFile(atPath: old.path + "/x", contents: nil))
        new.take(over: old)
        #expect(try new.names() == ["x"])
        try Folder.make(old.path)
        new.take(over: old)
        #expect(try new.names() == ["x"])
    }

    // MARK: Removed

    @Test("A document whose file is removed says so, keeps its records, and can be saved elsewhere")
    func removed() async throws {
        let document = try await open("Ann")
        unlink(path)
        try await waitUntilGone(document, at: path)
        try set("Anna", document)
        await document.finishSaving()
        #expect(document.saveState == .failed(.notFound(path: path)))
        #expect(!FileKind.exists(path))
        try await document.saveCopy(to: folder.path("b.kiroku"), title: "b")
        #expect(document.saveState == .saved)
        #expect(try names(at: folder.path("b.kiroku")) == ["Anna"])
        await document.close()
    }

    @Test("It goes on when the file comes back: the same one, from the trash, or a copy", arguments: [true, false])
    func comesBack(isSame: Bool) async throws {
        let document = try await open("Ann")
        try Folder.make(folder.path(".Trash/files"))
        let trash = folder.path(".Trash/files/a.kiroku")
        move(path, to: trash)
        try await waitUntilGone(document, at: path)
        try set("Anna", document)
        if isSame { move(trash, to: path) } else { try FileManager.default.copyItem(atPath: trash, toPath: path) }
        try await until { await document.saveState == .saved }
        #expect(try names(at: path) == ["Anna"])
        await document.close()
    }

    @Test("So it does when the folder is removed, and is there again later")
    func folderComesBack() async throws {
        let document = try await open("Ann")
        let bytes = try bytes(of: path)
        try FileManager.default.removeItem(atPath: folder.path("people"))
        try await waitUntilGone(document, at: path)
        try set("Anna", document)
        try Folder.make(folder.path("people"))
        #expect(FileManager.default.createFile(atPath: path, contents: bytes))
        await document.finishSaving()
        #expect(document.saveState == .saved)
        await document.close()
        #expect(try names(at: path) == ["Anna"])
    }

    @Test(
        "A program that keeps the earlier version beside a new one replaces the document",
        arguments: [
            "people/a.kiroku~", ".versions/a.kiroku", "people/.a.kiroku",
        ])
    func earlierVersionKept(name: String) async throws {
        let document = try await open("Ann")
        let other = try await open("Ann", "Bob", at: folder.path("other.kiroku"))
        await other.close()
        try Folder.make(folder.path(".versions"))
        move(path, to: folder.path(name))
        move(folder.path("other.kiroku"), to: path)
        try await until { await document.table.count == 2 }
        #expect(document.path == path)
        try set("Anna", document)
        await document.close()
        #expect(try names(at: path) == ["Anna", "Bob"])
        #expect(try names(at: folder.path(name)) == ["Ann"])
    }

    // MARK: Replaced

    @Test(
        "What is put in its place and is no document is said to be, and edits wait for the right one",
        arguments: [
            Data(), Data("something else".utf8), Data("SQLite format 3\0 and no more".utf8),
        ])
    func anotherKind(contents: Data) async throws {
        let document = try await open("Ann")
        let right = try bytes(of: path)
        #expect(FileManager.default.createFile(atPath: folder.path("new"), contents: contents))
        move(folder.path("new"), to: path)
        try await until { await document.saveState == .failed(.notADocument(path: path)) }
        try set("Anna", document)
        await document.finishSaving()
        #expect(document.saveState == .failed(.notADocument(path: path)))
        #expect(try bytes(of: path) == contents)
        #expect(FileManager.default.createFile(atPath: folder.path("new"), contents: right))
        move(folder.path("new"), to: path)
        try await until { await document.saveState == .saved }
        await document.close()
        #expect(try names(at: path) == ["Anna"])
    }
}

@MainActor
private final class Moves {
    var places: [StorageLocation?] = []
}
