import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Backing up everything", .timeLimit(.minutes(10)))
struct BackupSetTests {
    private let folder: TemporaryFolder
    private let kept: [KeptFile]
    private let notes: TextFileLink
    private let places: DictionaryFileLink
    private let time: LocalTime

    init() throws {
        folder = try TemporaryFolder()
        notes = TextFileLink(path: folder.path("state/notes"))
        places = DictionaryFileLink(path: folder.path("state/places.plist"))
        kept = [
            KeptFile("notes", title: "Notes", link: notes, as: TextFormat.self),
            KeptFile("places.plist", title: "Places", link: places, as: DictionaryFormat.self) {
                (contents) throws(FileFormatError) in
                guard contents["version"] == .int(1) else { throw FileFormatError(reason: "Another version.") }
            },
        ]
        time = try #require(LocalTime(year: 2015, month: 5, day: 20, hour: 20, minute: 24, second: 50))
        for name in ["a", "b", "stick", "elsewhere"] { try Folder.make(folder.path(name)) }
    }

    private func makeDocument(_ path: String, _ names: String...) async throws {
        var table = try RecordTable(fieldNames: ["Name"], fieldTypes: [.string])
        for name in names { try table.addRecord([.string(name)]) }
        await (try await CardFile.create(at: path, table: table)).close()
    }

    private func names(in path: String) async throws -> [String] {
        let opened = try await CardFile.open(at: path)
        await opened.store.close()
        let table = opened.contents.table
        return (0..<table.count).map { if case .string(let name) = table[$0, 0] { name } else { "" } }
    }

    private func backUp(_ documents: [String]) async throws -> BackupReport {
        try await BackupPlan(documents: documents, kept: kept).write(
            in: folder.path("stick"), name: "Backup", at: time)
    }

    @Test("Documents of one name and what the program keeps are in a dated folder, with a list")
    func whole() async throws {
        try notes.save("Closed on Tuesdays.")
        try places.save(["version": .int(1)])
        for path in ["a/list.kiroku", "b/list.kiroku"] { try await makeDocument(folder.path(path), path) }
        let report = try await backUp([folder.path("a/list.kiroku"), folder.path("b/list.kiroku")])
        #expect(report.folder == folder.path("stick/Backup 2015-05-20 20.24.50"))
        #expect(report.documents == 2)
        #expect(report.failures.isEmpty)
        let set = try BackupSet(at: try #require(report.folder))
        #expect(set.documents.map(\.path) == [folder.path("a/list.kiroku"), folder.path("b/list.kiroku")])
        #expect(set.documents.map { FilePath.name(of: $0.copy) } == ["list.kiroku", "list 2.kiroku"])
        #expect(try await names(in: set.documents[1].copy) == ["b/list.kiroku"])
        #expect(set.kept == ["notes", "places.plist"])
        #expect(try TextFileLink(path: set.copy(of: kept[0])).load() == "Closed on Tuesdays.")
        // A second one within that second has a name of its own.
        #expect(try await backUp([]).folder == folder.path("stick/Backup 2015-05-20 20.24.50 2"))
    }

    @Test("What cannot be read is told, and all the rest is copied")
    func failures() async throws {
        try notes.save("Closed on Tuesdays.")
        try FileLink<TextFormat>(path: places.path).save("no list")
        try TextFileLink(path: folder.path("a/broken.kiroku")).save("no document")
        try await makeDocument(folder.path("a/good.kiroku"), "Ann")
        let documents = ["a/broken.kiroku", "a/gone.kiroku", "a/good.kiroku"].map { folder.path($0) }
        let report = try await backUp(documents)
        #expect(report.documents == 1)
        #expect(report.failures.map(\.name) == ["broken.kiroku", "gone.kiroku", "Places"])
        #expect(report.failures[0].error == .notADocument(path: documents[0]))
        #expect(report.failures[1].error == .notFound(path: documents[1]))
        #expect(try BackupSet(at: try #require(report.folder)).kept == ["notes"])
    }

    @Test("Where there is nothing at all, no folder is made")
    func nothing() async throws {
        #expect(try await backUp([]).folder == nil)
        #expect(try folder.names() == ["a", "b", "elsewhere", "stick"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("stick")) == [])
    }

    @Test("A cancelled one leaves nothing behind")
    func cancelled() async throws {
        try await makeDocument(folder.path("a/list.kiroku"), "Ann")
        try notes.save("Closed on Tuesdays.")
        let plan = BackupPlan(documents: [folder.path("a/list.kiroku")], kept: kept)
        let task = Task { [path = folder.path("stick"), time] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await plan.write(in: path, name: "Backup", at: time)
        }
        await #expect(throws: StorageError.cancelled) { _ = try await task.value }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("stick")) == [])
    }

    @Test("A document that is there becomes what it was, and stays the same file")
    func restore() async throws {
        let path = folder.path("a/list.kiroku")
        try await makeDocument(path, "Ann", "Bob")
        let set = try BackupSet(at: try #require(try await backUp([path]).folder))
        let inode = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        let other = try SQLiteTool(path)
        try other.run("DELETE FROM records")
        #expect(try await set.restore(set.documents[0], elsewhere: folder.path("elsewhere"), at: time) == path)
        // Somebody who has it open sees it at once.
        #expect(try other.run("SELECT count(*) FROM cards") == ["2"])
        #expect(try await names(in: path) == ["Ann", "Bob"])
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == inode)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("a")) == ["list.kiroku"])
    }

    @Test("A document that is shared is never replaced")
    func restoreShared() async throws {
        let path = folder.path("a/list.kiroku")
        try await makeDocument(path, "Ann")
        let set = try BackupSet(at: try #require(try await backUp([path]).folder))
        let store = DocumentStores.at(path)
        _ = try await store.load()
        try await DocumentStores.share(
            store, SyncState(address: "", document: "", system: "", timeline: "", cursor: nil, fields: 1))
        await store.close()
        try SQLiteTool(path).run("UPDATE records SET f1 = 'Bob'")
        await #expect(throws: StorageError.changedElsewhere(path: path)) {
            _ = try await set.restore(set.documents[0], elsewhere: folder.path("elsewhere"), at: time)
        }
        #expect(try await names(in: path) == ["Bob"])
    }

    @Test("A document that is no longer shared does not become so again")
    func restoreUnshared() async throws {
        let path = folder.path("a/list.kiroku")
        try await makeDocument(path, "Ann")
        let store = DocumentStores.at(path)
        _ = try await store.load()
        try await DocumentStores.share(
            store, SyncState(address: "", document: "", system: "", timeline: "", cursor: nil, fields: 1))
        await store.close()
        let set = try BackupSet(at: try #require(try await backUp([path]).folder))
        let tool = try SQLiteTool(path)
        let isShared = "SELECT count(*) FROM sqlite_master WHERE name = 'wanted'"
        #expect(try tool.run(isShared) == ["1"])
        let shared = try await CardFile.open(at: path).store
        try await shared.endSharing()
        await shared.close()
        try tool.run("UPDATE records SET f1 = 'Bob'")
        #expect(try await set.restore(set.documents[0], elsewhere: folder.path("elsewhere"), at: time) == path)
        #expect(try await names(in: path) == ["Ann"])
        #expect(try tool.run(isShared) == ["0"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("a")) == ["list.kiroku"])
    }

    @Test("A document that is gone comes back; where its folder is gone, in another one")
    func restoreGone() async throws {
        try await makeDocument(folder.path("a/list.kiroku"), "Ann")
        let set = try BackupSet(at: try #require(try await backUp([folder.path("a/list.kiroku")]).folder))
        try FileManager.default.removeItem(atPath: folder.path("a/list.kiroku"))
        let elsewhere = folder.path("elsewhere")
        #expect(try await set.restore(set.documents[0], elsewhere: elsewhere, at: time) == folder.path("a/list.kiroku"))
        try FileManager.default.removeItem(atPath: folder.path("a"))
        try await makeDocument(elsewhere + "/list.kiroku", "Cy")
        #expect(
            try await set.restore(set.documents[0], elsewhere: elsewhere, at: time) == elsewhere + "/list 2.kiroku")
        #expect(try await names(in: elsewhere + "/list 2.kiroku") == ["Ann"])
        #expect(try await names(in: elsewhere + "/list.kiroku") == ["Cy"])
    }

    @Test("A damaged copy takes nothing's place, and a damaged document is kept beside")
    func damage() async throws {
        let path = folder.path("a/list.kiroku")
        try await makeDocument(path, "Ann")
        let set = try BackupSet(at: try #require(try await backUp([path]).folder))
        try TextFileLink(path: path).save("no document")
        _ = try await set.restore(set.documents[0], elsewhere: folder.path("elsewhere"), at: time)
        #expect(try await names(in: path) == ["Ann"])
        #expect(try TextFileLink(path: folder.path("a/list, 2015-05-20 20.24.50.kiroku")).load() == "no document")
        try TextFileLink(path: set.documents[0].copy).save("no document")
        await #expect(throws: StorageError.notADocument(path: set.documents[0].copy)) {
            _ = try await set.restore(set.documents[0], elsewhere: folder.path("elsewhere"), at: time)
        }
        #expect(try await names(in: path) == ["Ann"])
    }

    @Test("A copy that is damaged where nothing is read takes nothing's place either")
    func hiddenDamage() async throws {
        let path = folder.path("a/list.kiroku")
        try await makeDocument(path, "Ann")
        try SQLiteTool(path).run("CREATE TABLE theirs AS SELECT hex(randomblob(2000)) AS x FROM records")
        let set = try BackupSet(at: try #require(try await backUp([path]).folder))
        let copy = set.documents[0].copy
        var damaged = try bytes(of: copy)
        let root = try #require(
            Int(try SQLiteTool(copy).run("SELECT rootpage FROM sqlite_schema WHERE name = 'theirs'")[0]))
        for offset in 0..<8 { damaged[(root - 1) * 4_096 + offset] = 0xff }
        try damaged.write(to: URL(filePath: copy))
        #expect(try await names(in: copy) == ["Ann"])
        try SQLiteTool(path).run("UPDATE records SET f1 = 'Bob'")
        await #expect {
            _ = try await set.restore(set.documents[0], elsewhere: folder.path("elsewhere"), at: time)
        } throws: { error in
            if case StorageError.damaged(.file(copy), _) = error { true } else { false }
        }
        #expect(try await names(in: path) == ["Bob"])
    }

    @Test("What the program keeps is put back only if it is what is kept there")
    func restoreKept() throws {
        try notes.save("old")
        try kept[0].backUp(to: folder.path("stick/notes"))
        try notes.save("new")
        try kept[0].restore(from: folder.path("stick/notes"))
        #expect(try notes.load() == "old")
        try places.save(["version": .int(1), "a": .int(1)])
        for (contents, name) in [("no list", "text"), ("<plist><dict/></plist>", "another version")] {
            try TextFileLink(path: folder.path("stick/\(name)")).save(contents)
            #expect(throws: StorageError.self) { try kept[1].restore(from: folder.path("stick/\(name)")) }
        }
        #expect(try places.load() == ["version": .int(1), "a": .int(1)])
    }

    @Test(
        "A list that leads elsewhere, or is of a later version, is refused",
        arguments: [
            ["version": .int(1), "documents": .array([]), "settings": .array([.string("../notes")])],
            [
                "version": .int(1), "settings": .array([]),
                "documents": .array([.dictionary(["file": .string("../../x.kiroku"), "path": .string("/x.kiroku")])]),
            ],
            [
                "version": .int(1), "settings": .array([]),
                "documents": .array([.dictionary(["file": .string("x.kiroku"), "path": .string("/etc/passwd")])]),
            ],
            ["version": .int(2), "documents": .array([]), "settings": .array([])], ["version": .int(1)], [:],
        ] as [[String: PropertyValue]])
    func hostileLists(contents: [String: PropertyValue]) throws {
        try DictionaryFileLink(path: folder.path("stick/contents.plist")).save(contents)
        #expect(throws: StorageError.self) { _ = try BackupSet(at: folder.path("stick")) }
    }
}
