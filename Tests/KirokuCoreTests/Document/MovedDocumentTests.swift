import CoreTestSupport
import FoundationEssentials
import Synchronization
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("A document that goes on elsewhere")
@MainActor
struct MovedDocumentTests {
    private let folder: TemporaryFolder
    private let path: String
    private let copy: String
    private let table: RecordTable

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
        copy = folder.path("b.kiroku")
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        for number in 1...3 { try table.addRecord([.int(number)]) }
        self.table = table
    }

    private func set(_ number: Int, _ document: Document) throws {
        try document.setCells([CellEdit(record: 0, field: 0, value: .int(number))])
    }

    private func numbers(in path: String) throws -> [String] {
        try SQLiteTool(path).run("SELECT N FROM cards")
    }

    @Test("What could not be saved is in the copy, and so is what comes after")
    func wayOut() async throws {
        let file = try await CardFile.create(at: path, table: table)
        let document = Document(title: "a", contents: DocumentContents(table: table), store: file)
        try SQLiteTool(path).run("ALTER TABLE records RENAME TO gone")
        try set(10, document)
        document.setWidth(70, of: table.schema[0].id)
        document.keepNote("x", named: "n")
        await document.finishSaving()
        guard case .failed(.damaged) = document.saveState else { return #expect(document.saveState == .saving) }

        try await document.saveCopy(to: copy, title: "b")
        #expect(document.title == "b")
        await document.finishSaving()
        #expect(try numbers(in: copy) == ["10", "2", "3"])
        try set(11, document)
        await document.close()
        #expect(document.saveState == .saved)
        #expect(try numbers(in: copy) == ["11", "2", "3"])
        #expect(try SQLiteTool(path).run("SELECT f1 FROM gone") == ["1", "2", "3"])

        let opened = try await CardFile.open(at: copy)
        let again = Document(title: "b", contents: opened.contents, store: opened.store)
        #expect(again.fieldWidths == document.fieldWidths)
        #expect(again.note(named: "n") == "x")
        try again.undo()
        try again.undo()
        #expect(again.table == table)
        await again.close()
    }

    @Test("If there is no place for the copy, the document goes on in its old one with all edits")
    func noPlace() async throws {
        let link = StoreScript(failing: Array(repeating: .diskFull(path: path), count: 2))
        let document = Document(title: "a", inMemory: DocumentContents(table: table), link)
        try set(10, document)
        await document.finishSaving()
        try write(Data("mine".utf8), to: copy)
        await #expect(throws: StorageError.alreadyExists(path: copy)) {
            try await document.saveCopy(to: copy, title: "b")
        }
        #expect(document.title == "a")
        try set(11, document)
        await document.finishSaving()
        await document.finishSaving()
        #expect(document.saveState == .saved)
        let cells = await link.batches.joined().compactMap { $0.cells?.first?.value }
        #expect(cells == [.int(10), .int(11)])
        #expect(await !link.isClosed)
        await document.close()
    }

    @Test("A copy that is given up on its way leaves nothing, and the document goes on in its old place")
    func givenUp() async throws {
        let file = try await CardFile.create(at: path, table: table)
        let document = Document(title: "a", contents: DocumentContents(table: table), store: file)
        for number in 1...3 {
            _ = try await file.addPicture([UInt8(number)], hash: "\(number)", name: "\(number).png")
        }
        let copying = Task {
            // All records are there when the pictures are to come.
            try await document.saveCopy(to: copy, title: "b") { if $0 == 1 { withUnsafeCurrentTask { $0?.cancel() } } }
        }
        await #expect(throws: StorageError.cancelled) { try await copying.value }
        #expect(try folder.names().filter { $0.hasPrefix("a.kiroku") } == folder.names())
        try set(10, document)
        await document.close()
        #expect(document.saveState == .saved)
        #expect(try numbers(in: path) == ["10", "2", "3"])
    }

    @Test("What is edited while the copy is written comes into the copy; the old link is given free")
    func editsMeanwhile() async throws {
        let link = StoreScript()
        let document = Document(title: "a", inMemory: DocumentContents(table: table), link)
        await link.holdUp()
        try set(10, document)
        await link.waitForCommit()
        let moving = Task { try await document.saveCopy(to: copy, title: "b") }
        await Task.yield()
        try set(11, document)
        await link.letGo()
        try set(12, document)
        #expect(try await moving.value)
        try set(13, document)
        await document.close()
        #expect(document.saveState == .saved)
        #expect(try numbers(in: copy) == ["13", "2", "3"])
        #expect(await link.isClosed)
    }

    @Test("A document that can only be read becomes one that can be edited")
    func readOnly() async throws {
        let document = Document(title: "a", contents: DocumentContents(table: table), store: nil)
        try await document.saveCopy(to: copy, title: "b")
        #expect(!document.isReadOnly)
        try set(10, document)
        await document.close()
        #expect(try numbers(in: copy) == ["10", "2", "3"])
    }

    @Test("Pictures come along, and the old file keeps its own")
    func pictures() async throws {
        let file = try await CardFile.create(at: path, table: table)
        let document = Document(title: "a", contents: DocumentContents(table: table), store: file)
        _ = try await file.addPicture([1, 2, 3], hash: "h1", name: "one.png")
        _ = try await file.addPicture([4], hash: "h2", name: "two.png")
        #expect(try await document.saveCopy(to: copy, title: "b"))
        await document.close()
        for path in [path, copy] {
            let file = try await CardFile.open(at: path).store
            #expect(try await file.pictures().map(\.name) == ["one.png", "two.png"])
            #expect(try await file.picture(named: "one.png", atMost: 10) == [1, 2, 3])
            await file.close()
        }
    }

    @Test("The copy has its name only when its pictures and the history are in it, too")
    func whole() async throws {
        let file = try await CardFile.create(at: path, table: table)
        let document = Document(title: "a", contents: DocumentContents(table: table), store: file)
        for number in 1...4 { _ = try await file.addPicture([UInt8(number)], hash: "\(number)", name: "\(number).png") }
        try set(10, document)
        let seen = Mutex<[Double]>([])
        try await document.saveCopy(to: copy, title: "b") { [copy] share in
            #expect(!FileKind.exists(copy))
            seen.withLock { $0.append(share) }
        }
        let shares = seen.withLock { $0 }
        #expect(shares == shares.sorted())
        #expect(shares.count { $0 >= 0.5 && $0 < 1 } >= 4)
        // Nothing was written to it since.
        let opened = try await CardFile.open(at: copy)
        #expect(opened.contents.history.undoable.count == 1)
        await opened.store.close()
        await document.close()
    }

    @Test("Pictures are read, added and removed, and backups made, where the document is now")
    func everythingMoves() async throws {
        let file = try await CardFile.create(at: path, table: table)
        let document = Document(title: "a", contents: DocumentContents(table: table), store: file)
        _ = try await document.addPicture([1], hash: "h1", name: "one.png")
        var moves = 0
        let observation = document.observe { if case .moved = $0 { moves += 1 } }
        try await document.saveCopy(to: copy, title: "b")
        #expect(moves == 1)
        #expect(document.path == copy)
        #expect(try await document.addPicture([2], hash: "h2", name: "two.png") == "two.png")
        #expect(try await document.picture(named: "one.png", atMost: 1) == [1])
        try await document.removePictures(named: ["one.png"])
        try await document.giveSpaceBack()
        #expect(try await document.pictures().map(\.name) == ["two.png"])
        let backup = folder.path("backup.kiroku")
        try await document.backUp(to: backup)
        #expect(try SQLiteTool(backup).run("SELECT name FROM pictures") == ["two.png"])
        #expect(try SQLiteTool(path).run("SELECT name FROM pictures") == ["one.png"])
        await document.close()
        _ = observation
    }

    @Test("A picture that comes while the copy is made goes into the copy")
    func pictureMeanwhile() async throws {
        let file = try await CardFile.create(at: path, table: table)
        let document = Document(title: "a", contents: DocumentContents(table: table), store: file)
        _ = try await document.addPicture([1], hash: "h1", name: "one.png")
        let adding = Mutex<Task<String, any Error>?>(nil)
        try await document.saveCopy(to: copy, title: "b") { _ in
            adding.withLock { task in
                guard task == nil else { return }
                task = Task { try await document.addPicture([2], hash: "h2", name: "two.png") }
            }
        }
        #expect(try await adding.withLock { $0 }?.value == "two.png")
        await document.close()
        #expect(try SQLiteTool(copy).run("SELECT name FROM pictures") == ["one.png", "two.png"])
    }

    @Test("Pictures that cannot be read any more stay behind, and the document goes on in the copy")
    func unreadablePictures() async throws {
        let file = try await CardFile.create(at: path, table: table)
        let document = Document(title: "a", contents: DocumentContents(table: table), store: file)
        _ = try await document.addPicture([1], hash: "h1", name: "one.png")
        try SQLiteTool(path).run("ALTER TABLE pictures RENAME COLUMN bytes TO gone")
        #expect(try await !document.saveCopy(to: copy, title: "b"))
        _ = try await document.addPicture([2], hash: "h2", name: "two.png")
        #expect(try await document.pictures().map(\.name) == ["two.png"])
        await document.close()
    }
}
