import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Moving records, and editing fields")
@MainActor
struct EditedFieldsTests {
    private func numbered(_ count: Int) throws -> Document {
        var table = try RecordTable(fieldNames: ["N", "T"], fieldTypes: [.int, .string])
        for number in 0..<count { try table.addRecord([.int(number), .empty]) }
        return makeDocument(table)
    }

    private func numbers(_ document: Document) -> [CellValue] {
        (0..<document.table.count).map { document.table[$0, 0] }
    }

    @Test("Records move as one step, which is taken back as one", arguments: UInt64(0)..<40)
    func moving(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...30, using: &generator)
        let document = try numbered(count)
        for _ in 0..<10 {
            let before = numbers(document)
            let moved = Set((0..<3).map { _ in Int.random(in: 0..<count, using: &generator) }).sorted()
            let index = Int.random(in: 0...count - moved.count, using: &generator)
            var expected = before.indices.filter { !moved.contains($0) }.map { before[$0] }
            expected.insert(contentsOf: moved.map { before[$0] }, at: index)
            let title = document.undoTitle
            try document.moveRecords(at: RecordIndexes(moved), to: index)
            #expect(numbers(document) == expected)
            #expect(isInOrder(document.table))
            if expected == before {
                #expect(document.undoTitle == title)
                continue
            }
            #expect(document.undoTitle == .moveRecords(moved.count))
            try document.undo()
            #expect(numbers(document) == before)
            try document.redo()
            #expect(numbers(document) == expected)
        }
    }

    @Test("What is out of range is refused and changes nothing")
    func refused() throws {
        let document = try numbered(3)
        #expect(throws: EditError.self) { try document.moveRecords(at: RecordIndexes(3), to: 0) }
        #expect(throws: EditError.self) { try document.moveRecords(at: RecordIndexes(0), to: 3) }
        #expect(throws: EditError.self) { try document.moveRecords(at: RecordIndexes(0), to: -1) }
        #expect(throws: EditError.self) { try document.insertRecords(at: 4) }
        #expect(throws: EditError.self) { try document.removeField(FieldID(rawValue: 99)) }
        #expect(throws: EditError.refused(.repeatedFieldName("T"))) {
            try document.renameField(document.table.schema[0].id, to: "T")
        }
        #expect(throws: EditError.self) { try document.addField("F", type: .int, initialValue: .string("x")) }
        #expect(throws: EditError.self) { try document.moveField(document.table.schema[0].id, to: 2) }
        #expect(document.undoTitle == nil)
        #expect(numbers(document) == [.int(0), .int(1), .int(2)])
    }

    @Test("New records are put in where they are wanted, with initial values")
    func inserting() throws {
        let document = try numbered(2)
        let field = try document.addField("F", type: .float, initialValue: .float(0.5), at: 1)
        try document.insertRecords(2, at: 1)
        #expect(numbers(document) == [.int(0), .empty, .empty, .int(1)])
        #expect((0..<4).map { document.table[$0, 1] } == [.empty, .float(0.5), .float(0.5), .empty])
        #expect(document.table.schema[1].id == field)
        try document.undo()
        #expect(numbers(document) == [.int(0), .int(1)])
    }

    @Test("Fields are added, renamed, moved and removed, and all is taken back")
    func fields() throws {
        let document = try numbered(2)
        let (number, text) = (document.table.schema[0].id, document.table.schema[1].id)
        let flag = try document.addField("B", type: .bool)
        try document.renameField(number, to: "Number")
        try document.moveField(flag, to: 0)
        try document.removeField(text)
        #expect(document.table.fieldNames == ["B", "Number"])
        #expect(document.table.schema.fields.map(\.id) == [flag, number])
        for _ in 0..<4 { try document.undo() }
        #expect(document.table.fieldNames == ["N", "T"])
        #expect(numbers(document) == [.int(0), .int(1)])
    }

    @Test("A retyped field keeps its width, before and after undoing")
    func width() throws {
        let document = try numbered(2)
        let number = document.table.schema[0].id
        document.setWidth(123, of: number)
        let text = try document.retypeField(number, to: .string)
        #expect(document.fieldWidths[text] == 123)
        #expect(try document.retypeField(text, to: .string) == text)
        try document.undo()
        #expect(document.fieldWidths[number] == 123)
        #expect(document.undoTitle == nil)
    }
}
