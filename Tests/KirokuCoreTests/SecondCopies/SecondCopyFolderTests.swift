import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Second copies in a folder", .timeLimit(.minutes(10)))
struct SecondCopyFolderTests {
    private let folder: TemporaryFolder
    private let place: SecondCopyFolder
    private let time: LocalTime

    init() throws {
        folder = try TemporaryFolder()
        place = SecondCopyFolder(folder: folder.path("stick"))
        time = try #require(LocalTime(year: 2015, month: 5, day: 20, hour: 20, minute: 24, second: 50))
        for name in ["a", "b", "stick"] { try Folder.make(folder.path(name)) }
    }

    private func makeDocument(_ name: String, _ text: String = "Ann") async throws -> CardFile {
        var table = try RecordTable(fieldNames: ["Name"], fieldTypes: [.string])
        try table.addRecord([.string(text)])
        return try await CardFile.create(at: folder.path(name), table: table)
    }

    private func update(
        _ file: CardFile, identity: String = "1", avoiding others: Set<String> = []
    ) async throws -> SecondCopyFolder.Outcome {
        let origin = DocumentOrigin(path: file.path, identity: identity, machine: "here")
        return try await place.update(origin, avoiding: others, at: time) { (copy, path) throws(StorageError) in
            try await file.copy(into: copy, for: path, progress: nil)
        }
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: place.folder).sorted() }
    }

    private func name(in file: String) throws -> [String] {
        try SQLiteTool(place.folder + "/" + file).run("SELECT Name FROM cards")
    }

    @Test("The copy is the document, and follows it")
    func follows() async throws {
        let file = try await makeDocument("a/list.kiroku")
        let path = place.folder + "/list.kiroku"
        #expect(try await update(file) == .made(path: path, keptBeside: nil))
        #expect(try await update(file) == .current)
        try SQLiteTool(file.path).run("UPDATE records SET f1 = 'Bob'")
        #expect(try await update(file) == .made(path: path, keptBeside: nil))
        #expect(try name(in: "list.kiroku") == ["Bob"])
        #expect(try names == ["list.kiroku"])
        let opened = try await CardFile.open(at: path)
        #expect(opened.contents.table.count == 1)
        await opened.store.close()
        #expect(try await update(file) == .current)
        await file.close()
    }

    @Test("Documents of one name have a copy each")
    func sameName() async throws {
        let (first, second) = (try await makeDocument("a/list.kiroku"), try await makeDocument("b/list.kiroku", "Bob"))
        _ = try await update(first)
        #expect(
            try await update(second, identity: "2")
                == .made(path: place.folder + "/list 2.kiroku", keptBeside: nil))
        #expect(try await update(first) == .current)
        #expect(try await update(second, identity: "2") == .current)
        #expect(try name(in: "list.kiroku") == ["Ann"])
        #expect(try name(in: "list 2.kiroku") == ["Bob"])
        for file in [first, second] { await file.close() }
    }

    @Test("A new document of the same path takes no copy of the old one away")
    func sameAgain() async throws {
        let old = try await makeDocument("a/list.kiroku")
        _ = try await update(old)
        await old.discard()
        let new = try await makeDocument("a/list.kiroku", "Bob")
        _ = try await update(new, identity: "2")
        #expect(try name(in: "list.kiroku") == ["Ann"])
        #expect(try name(in: "list 2.kiroku") == ["Bob"])
        await new.close()
    }

    @Test("A copy that somebody has changed is kept, with a date")
    func changedElsewhere() async throws {
        let file = try await makeDocument("a/list.kiroku")
        _ = try await update(file)
        try SQLiteTool(place.folder + "/list.kiroku").run("UPDATE records SET f1 = 'elsewhere'")
        let beside = place.folder + "/list, 2015-05-20 20.24.50.kiroku"
        #expect(
            try await update(file) == .made(path: place.folder + "/list.kiroku", keptBeside: beside))
        #expect(try name(in: "list.kiroku") == ["Ann"])
        #expect(try name(in: "list, 2015-05-20 20.24.50.kiroku") == ["elsewhere"])
        await file.close()
    }

    @Test("A file that is no copy at all is kept, too", arguments: ["no document", ""])
    func stranger(text: String) async throws {
        let file = try await makeDocument("a/list.kiroku")
        try TextFileLink(path: place.folder + "/list.kiroku").save(text)
        _ = try await update(file)
        #expect(try TextFileLink(path: place.folder + "/list, 2015-05-20 20.24.50.kiroku").load() == text)
        #expect(try name(in: "list.kiroku") == ["Ann"])
        await file.close()
    }

    @Test("A file that is open is left alone")
    func open() async throws {
        let file = try await makeDocument("a/list.kiroku")
        _ = try await update(file)
        try SQLiteTool(file.path).run("UPDATE records SET f1 = 'Bob'")
        _ = try await update(file, avoiding: [place.folder + "/list.kiroku"])
        #expect(try name(in: "list.kiroku") == ["Ann"])
        #expect(try name(in: "list 2.kiroku") == ["Bob"])
        await file.close()
    }

    @Test("A folder that is not there is not made")
    func missing() async throws {
        let file = try await makeDocument("a/list.kiroku")
        try FileManager.default.removeItem(atPath: place.folder)
        await #expect(throws: StorageError.notFound(path: place.folder)) { _ = try await update(file) }
        #expect(try folder.names() == ["a", "b"])
        await file.close()
    }

    @Test("If the copy fails, the one before stays, and nothing else is left")
    func failure() async throws {
        let file = try await makeDocument("a/list.kiroku")
        _ = try await update(file)
        try SQLiteTool(file.path).run("UPDATE records SET f1 = 'Bob'")
        let origin = DocumentOrigin(path: file.path, identity: "1", machine: "here")
        await #expect(throws: StorageError.diskFull(path: place.folder + "/list.kiroku")) {
            _ = try await place.update(origin, avoiding: [], at: time) { (_, path) throws(StorageError) in
                throw .diskFull(path: path)
            }
        }
        #expect(try name(in: "list.kiroku") == ["Ann"])
        #expect(try names == ["list.kiroku"])
        await file.close()
    }
}
