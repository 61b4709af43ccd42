import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("The steps to undo take a bounded amount of memory")
@MainActor
struct UndoMemoryTests {
    private static let size = 24 << 20
    private let document: Document

    init() throws {
        var table = try RecordTable(fieldNames: ["S"], fieldTypes: [.string])
        try table.addRecord([.string("0")])
        document = Document(title: "a", inMemory: DocumentContents(table: table))
    }

    /// Sets the cell to a text that is as large as a few hundred thousand cells.
    private func set(_ number: Int) throws {
        let text = "\(number)" + String(repeating: "x", count: Self.size)
        try document.setCells([CellEdit(record: 0, field: 0, value: .string(text))])
    }

    private var shown: String? { document.table[0, 0].plainText.map { String($0.prefix { $0 != "x" }) } }

    @Test("The oldest are forgotten, which is said, and the others are undone and redone")
    func forgetting() throws {
        for number in 1...9 {
            try set(number)
            #expect(document.history.memorySize <= UndoHistory.memoryLimit)
            #expect(document.undoTitle != nil)
        }
        #expect(document.undoIsCut)
        let kept = document.history.undoable.count
        #expect((1..<9).contains(kept))
        for number in (9 - kept..<9).reversed() {
            try document.undo()
            #expect(shown == "\(number)")
            #expect(document.history.memorySize <= UndoHistory.memoryLimit)
        }
        #expect(document.undoTitle == nil)
        while try document.redo() != nil {}
        #expect(shown == "9")
    }

    @Test("A step that is larger by itself is undone, and ends what lies behind it")
    func large() throws {
        try document.setCells([CellEdit(record: 0, field: 0, value: .string("1"))])
        var cells: [CellChange] = []
        let (record, field) = (document.table.ids[0], document.table.schema[0].id)
        let long = CellValue.string(String(repeating: "x", count: Self.size))
        var base = document.table[0, 0]
        for _ in 0..<6 {
            cells.append(CellChange(record: record, field: field, base: base, value: long))
            base = long
        }
        try document.apply(.setCells(cells))
        #expect(document.history.memorySize > UndoHistory.memoryLimit)
        #expect(document.history.undoable.count == 1)
        try document.undo()
        #expect(shown == "1")
        #expect(document.undoTitle == nil)
        #expect(document.undoIsCut)
        try document.redo()
        #expect(document.table[0, 0] == long)
    }

    @Test("Small steps are all kept")
    func small() throws {
        for number in 1...2_000 {
            try document.setCells([CellEdit(record: 0, field: 0, value: .string("\(number)"))])
        }
        #expect(document.history.undoable.count == 2_000)
        #expect(!document.undoIsCut)
        #expect(document.history.memorySize < 1 << 20)
    }
}
