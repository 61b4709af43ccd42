import CoreTestSupport
import Foundation
import Testing

@testable import KirokuCore

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

    @Test("Into a folder that is not there, or may not be written to, it does not go")
    func missing() async throws {
        let document = try await document()
        await #expect(throws: StorageError.self) { try await document.move(to: folder.path("nowhere/b.kiroku")) }
        #expect(document.path == folder.path("a.kiroku"))
        await document.close()
    }
}
