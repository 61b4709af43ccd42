import CoreTestSupport
import Foundation
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Giving a document another name or folder")
@MainActor
struct DocumentMoveTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try Folder.make(folder.path("other"))
    }

    private func document() async throws -> Document {
        var table = try RecordTable(fieldNames: ["Name"], fieldTypes: [.string])
        try table.addRecord([.string("Ann")])
        let path = folder.path("a.kiroku")
        await (try await CardFile.create(at: path, table: table)).close()
        let store = DocumentStores.at(path)
        return Document(title: "a", contents: try await store.load(), store: store)
    }

    private func hasMoved(_ document: Document, to path: String) async throws {
        let title = FilePath.stem(of: path)
        for _ in 0..<1_000 where document.title != title { try await Task.sleep(for: .milliseconds(5)) }
        #expect(document.title == title)
        #expect(document.path == path)
    }

    @Test("It goes on at the new place, with what was not saved yet, and so does another that has it open")
    func move() async throws {
        let document = try await document()
        let store = DocumentStores.at(folder.path("a.kiroku"))
        let other = Document(title: "a", contents: try await store.load(), store: store)
        try document.setCells([CellEdit(record: 0, field: 0, value: .string("Bob"))])
        let place = folder.path("other/b.kiroku")
        try await document.move(to: place)
        try await hasMoved(document, to: place)
        try document.setCells([CellEdit(record: 0, field: 0, value: .string("Cy"))])
        await document.finishSaving()
        #expect(document.saveState == .saved)
        try await hasMoved(other, to: place)
        for _ in 0..<1_000 where other.table[0, 0] != .string("Cy") { try await Task.sleep(for: .milliseconds(5)) }
        #expect(other.table[0, 0] == .string("Cy"))
        await document.close()
        await other.close()
        #expect(try folder.names().sorted() == ["other"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("other")) == ["b.kiroku"])
    }

    @Test("What is at the new place is never replaced")
    func taken() async throws {
        let document = try await document()
        let place = folder.path("other/b.kiroku")
        try TextFileLink(path: place).save("mine")
        await #expect(throws: StorageError.alreadyExists(path: place)) { try await document.move(to: place) }
        #expect(try TextFileLink(path: place).load() == "mine")
        #expect(document.path == folder.path("a.kiroku"))
        try document.setCells([CellEdit(record: 0, field: 0, value: .string("Bob"))])
        await document.finishSaving()
        #expect(document.saveState == .saved)
        await document.close()
    }

    @Test("Nothing but the whole file is ever at the new place")
    func oneStep() async throws {
        let document = try await document()
        let watch = inotify_init1(O_NONBLOCK)
        defer { close(watch) }
        inotify_add_watch(watch, folder.path("other"), UInt32(IN_CREATE | IN_MOVED_TO))
        try await document.move(to: folder.path("other/b.kiroku"))
        var events = [UInt8](repeating: 0, count: 4096)
        let count = read(watch, &events, events.count)
        let masks = events.prefix(max(count, 0)).withUnsafeBytes { bytes in
            var masks: [UInt32] = []
            var place = 0
            while place + MemoryLayout<inotify_event>.size <= bytes.count {
                masks.append(bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self))
                let name = bytes.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self)
                place += 16 + Int(name)
            }
            return masks
        }
        #expect(masks == [UInt32(IN_MOVED_TO)])
        await document.close()
    }

    @Test("A link that leads nowhere is in the way as well")
    func dangling() async throws {
        let document = try await document()
        let place = folder.path("other/b.kiroku")
        #expect(symlink("nowhere", place) == 0)
        await #expect(throws: StorageError.alreadyExists(path: place)) { try await document.move(to: place) }
        #expect(document.path == folder.path("a.kiroku"))
        await document.close()
    }

    @Test("Into a folder that is not there, or may not be written to, it does not go")
    func missing() async throws {
        let document = try await document()
        await #expect(throws: StorageError.self) { try await document.move(to: folder.path("nowhere/b.kiroku")) }
        #expect(document.path == folder.path("a.kiroku"))
        await document.close()
    }
}
