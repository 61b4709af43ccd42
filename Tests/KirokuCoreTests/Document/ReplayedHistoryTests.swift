import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Steps of edits that were not saved when others have written")
@MainActor
struct ReplayedHistoryTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    private func set(_ value: Int, _ record: Int, _ document: Document) throws {
        try document.setCells([CellEdit(record: record, field: 1, value: .int(value))])
    }

    private func prices(_ document: Document) -> [CellValue] {
        (0..<document.table.count).map { document.table[$0, 1] }
    }

    @Test("Each keeps its own, and one of which nothing is left has none")
    func oneByOne() async throws {
        let document = try await newDocument(try threePeople(), at: path)
        await document.saver.hold()
        for (record, value) in [(0, 10), (1, 11), (2, 12), (1, 21)] { try set(value, record, document) }
        try SQLiteTool(path).run("UPDATE records SET f2 = 77 WHERE f1 = 'Bob'")
        _ = try await document.saver.receive()
        #expect(document.saver.unsaved.edits.count { !$0.isEmpty } == 2)
        document.saver.release()
        await document.finishSaving()
        #expect(prices(document) == [.int(10), .int(77), .int(12)])
        try document.undo()
        #expect(prices(document) == [.int(10), .int(77), .int(2)])
        try document.undo()
        #expect(prices(document) == [.int(0), .int(77), .int(2)])
        #expect(document.undoTitle == nil)
        try document.redo()
        #expect(prices(document) == [.int(10), .int(77), .int(2)])
        await document.close()
    }

    @Test("A step that was undone and has nothing left is not redone, and takes no other along")
    func undone() async throws {
        let document = try await newDocument(try threePeople(), at: path)
        try set(10, 0, document)
        await document.finishSaving()
        await document.saver.hold()
        try set(11, 1, document)
        try document.undo()
        try SQLiteTool(path).run("UPDATE records SET f2 = 77 WHERE f1 = 'Bob'")
        document.saver.release()
        await document.finishSaving()
        #expect(document.redoTitle == nil)
        #expect(document.conflicts.isEmpty)
        try document.undo()
        #expect(prices(document) == [.int(0), .int(77), .int(2)])
        await document.close()
    }

    @Test(
        "Whatever was done and undone, all can be undone and redone, and the file has the same",
        arguments: UInt64(0)..<60)
    func random(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let document = try await newDocument(try threePeople(), at: path)
        func edit() throws {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: try document.undo()
            case 1: try document.redo()
            case 2: try document.insertRecords(at: Int.random(in: 0...document.table.count, using: &random))
            default: try set(Int.random(in: 5..<9, using: &random), Int.random(in: 0..<3, using: &random), document)
            }
        }
        let bob = document.table.ids[1]
        for _ in 0..<2 { try set(Int.random(in: 5..<9, using: &random), 0, document) }
        await document.finishSaving()
        for value in 76...77 {
            await document.saver.hold()
            for _ in 0..<Int.random(in: 1...6, using: &random) { try edit() }
            try SQLiteTool(path).run("UPDATE records SET f2 = \(value) WHERE f1 = 'Bob'")
            _ = try await document.saver.receive()
            document.saver.release()
        }
        await document.finishSaving()
        #expect(document.saveState == .saved)
        func texts(_ steps: some Sequence<HistoryStep>) throws -> [String] {
            try steps.map { step in
                try ChangeText.text(of: step.change.trimmed) { id in
                    document.table.schema.index(of: id).map { LogField(document.table.schema[$0]) }
                }
            }
        }
        let opened = try await CardFile.open(at: path)
        await opened.store.close()
        let kept = opened.contents.history
        #expect(
            try texts(kept.undoable) == texts(document.history.undoable.suffix(kept.undoable.count)))
        #expect(try texts(kept.redoable) == texts(document.history.redoable.suffix(kept.redoable.count)))
        let table = document.table
        func isLeft() -> Bool { document.table.index(of: bob).map { document.table[$0, 1] } == .int(77) }
        var count = 0
        while try document.undo() != nil { count += 1 }
        #expect(prices(document) == [.int(0), .int(77), .int(2)])
        for _ in 0..<count { try document.redo() }
        #expect(isLeft())
        while try document.undo() != nil {}
        #expect(prices(document) == [.int(0), .int(77), .int(2)])
        #expect(table.index(of: bob) != nil)
        await document.close()
    }
}
