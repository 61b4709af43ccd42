import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("What new records start with")
struct InitialValueTests {
    private static func table(_ type: FieldType, _ source: InitialSource?, _ values: [CellValue]) throws -> RecordTable
    {
        let field = try FieldDefinition(id: FieldID(rawValue: 1), name: "F", type: type).with(source)
        var table = RecordTable(schema: try Schema(fields: [field], nextFieldID: FieldID(rawValue: 2)))
        for value in values { try table.addRecord([value]) }
        return table
    }

    @Test(
        "Numbers go on behind the greatest",
        arguments: [
            (FieldType.int, "1", [], "1"), (.int, "1", [.int(7), .int(3), .empty, .unfit("9")], "8"),
            (.int, "100", [.int(7)], "100"), (.int, "1", [.int(-5)], "1"), (.string, "1", [], "1"),
            (.string, "A-0001", [], "A-0001"),
            (.string, "A-0001", [.string("A-0012"), .string("B-0099"), .string("A-7x")], "A-0013"),
            (.string, "A-0001", [.string("A-12345")], "A-12346"), (.string, "No. ", [], "No. 1"),
            (.string, "A-0001", [.string("A-999999999999999999")], "A-1000000000000000000"),
        ] as [(FieldType, String, [CellValue], String)])
    func numbers(type: FieldType, first: String, values: [CellValue], expected: String) throws {
        var table = try Self.table(type, .nextNumber(first: first), values)
        let index = table.addRecord()
        #expect(table[index, 0].plainText == expected)
        #expect(table[index, 0].type == type)
    }

    @Test("There is no number behind the greatest of all")
    func overflow() throws {
        var table = try Self.table(.int, .nextNumber(first: "1"), [.int(.max)])
        let index = table.addRecord()
        #expect(table[index, 0] == .empty)
    }

    @Test(
        "A source that does not suit the type is left out",
        arguments: [
            (.int, .nextNumber(first: "A-1")), (.date, .nextNumber(first: "1")), (.string, .present),
            (.int, .nextNumber(first: "1234567890123456789")), (.bool, .present),
        ] as [(FieldType, InitialSource)])
    func unsuited(type: FieldType, source: InitialSource) throws {
        #expect(try Self.table(type, source, []).schema[0].initialSource == nil)
    }

    @Test("Several records count up, and take the value above")
    func several() throws {
        let numbered = try Self.table(.int, .nextNumber(first: "1"), [.int(4)])
        #expect(numbered.newRecords(3).rows == [[.int(5)], [.int(6)], [.int(7)]])
        let above = try Self.table(.string, .recordAbove, [.string("a"), .string("b")])
        #expect(above.newRecords(2).rows == [[.string("b")], [.string("b")]])
        #expect(above.newRecords(1, at: 1).rows == [[.string("a")]])
        #expect(above.newRecords(1, at: 0).rows == [[.empty]])
    }

    @Test("Unfit text above is not taken")
    func unfitAbove() throws {
        let table = try Self.table(.int, .recordAbove, [.unfit("x")])
        #expect(table.newRecords().rows == [[.empty]])
    }

    @Test("Today and now are those of the moment at which the record is made")
    func present() throws {
        let now = LocalTime(AppClock.shared.now)
        for type in [FieldType.date, .time, .dateAndTime] {
            var values = InitialValues(for: try Self.table(type, .present, []), now: now)
            #expect(values.next() == [type.kind.presentCell(at: now)])
        }
    }

    @Test("Numbers go on behind those that records have anyway")
    func given() throws {
        var values = InitialValues(for: try Self.table(.int, .nextNumber(first: "1"), [.int(5)]))
        #expect(values.next() == [.int(6)])
        #expect(values.next { _ in .int(9) } == [.int(9)])
        #expect(values.next() == [.int(10)])
        #expect(values.next { _ in .unfit("x") } == [.unfit("x")])
        #expect(values.next() == [.int(11)])
    }

    @Test("Records that are read get values in the fields that they lack")
    func fillingIn() throws {
        var schema = try Schema(names: ["Name", "Number"], types: [.string, .int])
        let fields = [schema[0], schema[1].with(.nextNumber(first: "10"))]
        schema = try Schema(fields: fields, nextFieldID: schema.newFieldID())
        var table = RecordTable(schema: schema)
        try table.addRecord([.string("a"), .int(12)])
        var read = RecordTable(schema: schema)
        try read.addRecord([.string("b"), .empty])
        try read.addRecord([.string("c"), .empty])
        for fields: Set in [[0], [0, 1]] {
            let plan = try MergePlan(FittedRecords(table: read, fields: fields), into: table, key: nil)
            #expect(plan.newRecords.rows == [[.string("b"), .int(13)], [.string("c"), .int(14)]])
        }
        let plan = try MergePlan(FittedRecords(table: read, fields: [0]), into: table, key: 0)
        _ = try table.apply(try #require(plan.change))
        #expect(table.rows.map { $0[1] } == [.int(12), .int(13), .int(14)])
    }

    @Test("A source is read back as it was stored, and damage costs only its line")
    func stored() {
        let sources: [InitialSource] = [.present, .recordAbove, .nextNumber(first: "A-01"), .nextNumber(first: "")]
        for source in sources { #expect(InitialSource(stored: source.stored) == source) }
        for text in ["", "next", "next 1234567890123456789", "above ", "Present"] {
            #expect(InitialSource(stored: text) == nil)
        }
        let (found, damaged) = InitialSource.sources(stored: "1 present\nx\n2 next A-1\n3 never")
        #expect(found == [1: .present, 2: .nextNumber(first: "A-1")] && damaged == 2)
    }

    @Test("The document keeps it, as one step that undo takes back")
    @MainActor
    func document() async throws {
        var table = try RecordTable(fieldNames: ["Number"], fieldTypes: [.int])
        table.addRecord()
        let document = makeDocument(table)
        var draft = FieldDraft(document.table.schema[0])
        draft.initialSource = .nextNumber(first: "7")
        let plan = FieldsPlan([draft], for: document.table.schema)
        try document.apply(try await plan.step(for: document.table))
        try document.addRecord()
        try document.addRecord()
        #expect(document.table.rows == [[.empty], [.int(7)], [.int(8)]])
        try document.undo()
        try document.addRecord()
        #expect(document.table[2, 0] == .int(8))
        try document.undo()
        try document.undo()
        try document.undo()
        #expect(document.table.schema[0].initialSource == nil)
        try document.redo()
        #expect(document.table.schema[0].initialSource == .nextNumber(first: "7"))
    }

    @Test("The file keeps it, with the history; damage is left out, and earlier versions leave it as it is")
    @MainActor
    func kept() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.kiroku")
        let table = try RecordTable(fieldNames: ["Number"], fieldTypes: [.int])
        var document = try await newDocument(table, at: path)
        let field = document.table.schema[0].id
        try await document.change(field) { $0.initialSource = .nextNumber(first: "5") }
        try document.addRecord()
        document = try await reopen(document, at: path)
        #expect(document.table.schema[0].initialSource == .nextNumber(first: "5"))
        try document.addRecord()
        #expect(document.table.rows == [[.int(5)], [.int(6)]])
        for _ in 0..<3 { try document.undo() }
        #expect(document.table.schema[0].initialSource == nil && document.table.count == 0)
        try document.redo()
        await document.close()
        try SQLiteTool(path).run("UPDATE properties SET value = '1 sometimes' WHERE name = 'initial sources'")
        let schema = try await CardFile.open(at: path).contents.table.schema
        #expect(schema[0].initialSource == nil)
    }
}
