import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("TypeConversion")
struct TypeConversionTests {
    @Test(
        "A value converts if nothing of it is lost, and is kept as text otherwise",
        arguments: [
            (.empty, FieldType.int, .empty), (.int(3), .float, .float(3)), (.int(1 << 53 + 1), .float, nil),
            (.int(.max), .float, nil), (.int(.min), .float, .float(-0x1p63)), (.int(1), .bool, .bool(true)),
            (.int(0), .bool, .bool(false)), (.int(2), .bool, nil), (.int(-7), .string, .string("-7")),
            (.float(3), .int, .int(3)), (.float(3.5), .int, nil), (.float(1e300), .int, nil),
            (.float(-0.0), .int, .int(0)), (.float(0x1p63), .int, nil), (.float(1), .bool, .bool(true)),
            (.float(0.5), .bool, nil), (.float(0.1), .string, .string("0.1")), (.bool(true), .int, .int(1)),
            (.bool(false), .float, .float(0)), (.bool(true), .string, .string("true")),
            (.string("12"), .int, .int(12)), (.string("012"), .int, nil), (.string(" 12"), .int, nil),
            (.string("1.50"), .float, .float(1.5)), (.string("12"), .float, .float(12)), (.string("x"), .float, nil),
            (.string("TRUE"), .bool, .bool(true)), (.string("yes"), .bool, nil), (.string(""), .int, .empty),
            (.unfit("1.5"), .float, .float(1.5)), (.unfit("abc"), .string, .string("abc")), (.unfit("abc"), .bool, nil),
            (.unfit(""), .string, .string("")),
        ] as [(CellValue, FieldType, CellValue?)])
    func rules(value: CellValue, type: FieldType, expected: CellValue?) {
        #expect(value.converted(to: type) == expected ?? .unfit(value.plainText ?? "?"))
    }

    @Test("The rehearsal tells what the table then holds", arguments: UInt64(0)..<40)
    @MainActor
    func conversion(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let table = try generator.table()
        for index in table.schema.fields.indices {
            for type in FieldType.allCases where type != table.schema[index].type {
                let document = makeDocument(table)
                let conversion = try TypeConversion(index, of: table, to: type)
                let id = try document.retypeField(table.schema[index].id, to: type)
                #expect(document.table.schema[index].id == id)
                #expect(document.table.schema[index].type == type)
                #expect(document.table.schema[index].name == table.schema[index].name)
                let unfit = document.table.unfitTexts(inField: index)
                #expect(unfit.count == conversion.unfit.count)
                #expect(conversion.unfit.allSatisfy { unfit[$0.record] == $0.text })
                #expect(conversion.unfit.map(\.record) == conversion.unfit.map(\.record).sorted())
                let cells = (0..<table.count).map { document.table[$0, index] }
                #expect(cells.count { $0 != .empty } == conversion.convertedCount + unfit.count)
                for record in 0..<table.count {
                    // Nothing that was typed is lost.
                    let text = table[record, index].plainText
                    if type == .string || unfit[record] != nil { #expect(cells[record].plainText == text) }
                }
                try document.undo()
                #expect(document.table.schema.fields == table.schema.fields)
                #expect(try ExactTable.cells(document.table) == ExactTable.cells(table))
            }
        }
    }

    @Test("An initial value converts too, or is dropped")
    func initialValue() throws {
        var schema = Schema()
        try schema.add("S", type: .string, initialValue: .string("5"))
        try schema.add("T", type: .string, initialValue: .string("five"))
        let table = RecordTable(schema: schema)
        let id = schema.nextFieldID
        #expect(try TypeConversion(0, of: table, to: .int).contents(id: id).definition.initialValue == .int(5))
        #expect(try TypeConversion(1, of: table, to: .int).contents(id: id).definition.initialValue == .empty)
        #expect(throws: TableError.fieldOutOfRange(index: 2, count: 2)) { try TypeConversion(2, of: table, to: .int) }
    }
}

extension ExactTable {
    /// The cells alone, bit by bit: the identifier that the next field gets is another one after a field was retyped.
    fileprivate static func cells(_ table: RecordTable) throws -> ExactTable {
        let schema = try Schema(fields: table.schema.fields, nextFieldID: FieldID(rawValue: 1))
        return ExactTable(RecordTable(schema: schema, ids: table.ids, cells: table.cells))
    }
}
