import CoreTestSupport
import FoundationEssentials
import KirokuCore
import Synchronization
import Testing

@testable import Kiroku

@Suite("Opening files")
struct DocumentOpenerTests {
    private let folder: TemporaryFolder
    private let opener: DocumentOpener

    init() throws {
        folder = try TemporaryFolder()
        opener = DocumentOpener(folder: folder.path("data/kiroku"))
    }

    /// The path of a new file with this text in it.
    private func file(_ name: String, _ text: String) throws -> String {
        let path = folder.path(name)
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func open(_ path: String) async throws(StorageError) -> DocumentOpener.Result {
        try await opener.open(path) { _ in }
    }

    private func documents() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: opener.folder).sorted()) ?? []
    }

    @Test("Text becomes a new document, and is left alone itself")
    func text() async throws {
        let text = "Name\tVisits\nHimeji\t1827\nKinkaku-ji\tabc\nNara\t7\n"
        let path = try file("sights.tsv", text)
        let shares = Mutex<[Double]>([])
        let result = try await opener.open(path) { share in shares.withLock { $0.append(share) } }
        #expect(result.path == opener.folder + "/sights.kiroku")
        #expect(result.imported?.path == path)
        #expect(result.imported?.records == 3)
        #expect(result.imported?.notices == [])
        #expect(result.contents.table.fieldNames == ["Name", "Visits"])
        #expect(!result.store.isReadOnly)
        #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == text)
        #expect(shares.withLock { $0 == $0.sorted() && $0.allSatisfy { (0...1).contains($0) } && $0.last == 1 })
        await result.store.close()
        #expect(documents() == ["sights.kiroku"])

        let again = try await open(result.path)
        #expect(again.contents.table == result.contents.table)
        #expect(again.imported == nil)
        await again.store.close()
    }

    @Test("A long text can be looked at before the document is written, a short one is there at once")
    func beginning() async throws {
        let told = Mutex<[Int]>([])
        let lines = (0..<20_000).map { "\($0)\n" }.joined()
        for (name, text) in [("short.tsv", "N\n1\n"), ("long.tsv", "N\n" + lines)] {
            let result = try await opener.open(try file(name, text)) { beginning in
                told.withLock { $0.append(beginning.contents.table.count) }
            } progress: { _ in
            }
            await result.store.close()
        }
        #expect(told.withLock { $0 } == [20_000])
    }

    @Test("What was mended in the text is told")
    func notices() async throws {
        let result = try await open(file("a.csv", "a,b\n1,2\n3\n"))
        #expect(result.imported?.notices.map(\.kind) == [.missingCells])
        await result.store.close()
    }

    @Test("Texts of the same name become documents of their own")
    func sameName() async throws {
        let path = try file("a.tsv", "N\n1\n")
        for name in ["a.kiroku", "a 2.kiroku", "a 3.kiroku"] {
            let result = try await open(path)
            #expect(result.path == opener.folder + "/" + name)
            await result.store.close()
        }
        #expect(documents() == ["a 2.kiroku", "a 3.kiroku", "a.kiroku"])
    }

    @Test("Texts that are opened at the same time become documents of their own, too")
    func sameTime() async throws {
        let path = try file("a.tsv", "N\n1\n")
        let paths = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let result = try await self.open(path)
                    await result.store.close()
                    return result.path
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(paths.count == 8)
        #expect(documents().count == 8)
    }

    @Test("A document is opened where it is")
    func document() async throws {
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        try table.addRecord([.int(7)])
        let path = folder.path("cards.kiroku")
        let file = try await DocumentStores.create(at: path, table: table)
        await file.close()
        let result = try await open(path)
        #expect(result.path == path)
        #expect(result.imported == nil)
        #expect(result.contents.table == table)
        #expect(documents().isEmpty)
        await result.store.close()
    }

    @Test("A document under another name is one all the same")
    func otherName() async throws {
        let path = folder.path("cards.tsv")
        let table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        let file = try await DocumentStores.create(at: path, table: table)
        await file.close()
        let result = try await open(path)
        #expect(result.path == path)
        await result.store.close()
    }

    @Test("Text that is named as a document is none")
    func textNamedAsDocument() async throws {
        let path = try file("text.kiroku", "N\n1\n")
        await #expect(throws: StorageError.notADocument(path: path)) { try await open(path) }
    }

    @Test("A text without anything in it becomes a table without records")
    func emptyText() async throws {
        let result = try await open(file("empty.tsv", ""))
        #expect(result.contents.table.count == 0)
        #expect(result.contents.table.schema.count == 1)
        await result.store.close()
    }

    @Test("A text with as long a name as files can have becomes a document", arguments: ["a", "日"])
    func longName(letter: String) async throws {
        let name = String(repeating: letter, count: 251 / letter.utf8.count) + ".tsv"
        let result = try await open(file(name, "N\n1\n"))
        #expect(documents().count == 1)
        let field = result.contents.table.schema[0].id
        try await result.store.commit([.widths(.only, [field: 50])])
        await result.store.close()
    }

    @Test("A name is taken by a link that leads nowhere, too", .timeLimit(.minutes(10)))
    func danglingLink() async throws {
        try FileManager.default.createDirectory(atPath: opener.folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: opener.folder + "/a.kiroku", withDestinationPath: "nowhere")
        let result = try await open(file("a.tsv", "N\n1\n"))
        #expect(result.path == opener.folder + "/a 2.kiroku")
        await result.store.close()
    }

    // MARK: What cannot be opened

    @Test("A file that is not there", arguments: ["missing.tsv", "missing.kiroku", "no/folder.tsv"])
    func missing(name: String) async {
        let path = folder.path(name)
        await #expect(throws: StorageError.notFound(path: path)) { try await open(path) }
        #expect(documents().isEmpty)
    }

    @Test("A folder", arguments: ["folder", "folder.tsv", "folder.kiroku"])
    func folders(name: String) async throws {
        let path = folder.path(name)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        await #expect(throws: StorageError.notAFile(path: path)) { try await open(path) }
        #expect(documents().isEmpty)
    }

    @Test("A document that was cut off, or is empty, is left as it is")
    func damaged() async throws {
        let path = folder.path("cards.kiroku")
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.string])
        for number in 0..<500 { try table.addRecord([.string("record \(number)")]) }
        let file = try await DocumentStores.create(at: path, table: table)
        await file.close()
        let whole = try Data(contentsOf: URL(filePath: path))
        for length in [0, 100, 4_096, whole.count - 4_096] {
            try whole.prefix(length).write(to: URL(filePath: path))
            let error = await #expect(throws: StorageError.self) { try await open(path) }
            switch error {
            case .damaged, .notADocument: break
            default: Issue.record("\(length) bytes: \(String(describing: error))")
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == whole.prefix(length))
            #expect(try folder.names() == ["cards.kiroku"])
        }
    }

    @Test("Bytes that are no text are told with their place")
    func notText() async throws {
        let path = folder.path("picture.tsv")
        try Data([0x61, 0x09, 0xff, 0x00, 0x0a]).write(to: URL(filePath: path))
        let error = await #expect(throws: StorageError.self) { try await open(path) }
        guard case .malformed(.file(path), _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(documents().isEmpty)
    }

    @Test("A data folder that cannot be made is told")
    func noFolder() async throws {
        let path = try file("a.tsv", "N\n1\n")
        let opener = DocumentOpener(folder: path + "/data")
        await #expect(throws: StorageError.self) { try await opener.open(path) { _ in } }
    }

    @Test("Cancelling leaves nothing behind", arguments: [0.0, 0.1, 0.5])
    func cancelling(share: Double) async throws {
        let path = try file("a.tsv", "N\tText\n" + String(repeating: "1\tabc\n", count: 20_000))
        let opener = opener
        let task = Task { () async -> Result<DocumentOpener.Result, StorageError> in
            do throws(StorageError) {
                return .success(
                    try await opener.open(path) { done in
                        if done >= share { withUnsafeCurrentTask { $0?.cancel() } }
                    })
            } catch {
                return .failure(error)
            }
        }
        if share == 0 { task.cancel() }
        let result = await task.value
        #expect(throws: StorageError.cancelled) { try result.get() }
        #expect(documents().isEmpty)
    }
}
