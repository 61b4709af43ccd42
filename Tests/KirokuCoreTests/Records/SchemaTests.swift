import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Schema")
struct SchemaTests {
    @Test("The two lists of names and types must agree")
    func lists() throws {
        #expect(throws: TableError.noFields) { try RecordTable(fieldNames: [], fieldTypes: []) }
        #expect(throws: TableError.countsDiffer(names: 1, types: 2)) {
            try RecordTable(fieldNames: ["A"], fieldTypes: [.int, .int])
        }
        let table = try RecordTable(fieldNames: ["A", "B", "C"], fieldTypes: [.int, .string, .int])
        #expect(table.fieldNames == ["A", "B", "C"])
        #expect(table.fieldTypes == [.int, .string, .int])
        #expect(table.count == 0)
    }

    @Test("Names are unique and not empty")
    func names() throws {
        #expect(throws: TableError.emptyFieldName) { try Schema(names: [""], types: [.int]) }
        #expect(throws: TableError.repeatedFieldName("A")) { try Schema(names: ["A", "A"], types: [.int, .bool]) }
    }

    @Test("No more fields than a document can hold")
    func limit() throws {
        var schema = Schema()
        for number in 0..<Schema.fieldLimit { try schema.add("f\(number)", Int.self) }
        #expect(throws: TableError.tooManyFields(limit: Schema.fieldLimit)) { try schema.add("one more", Int.self) }
    }

    @Test("Handles are found by name and type")
    func handles() throws {
        var schema = Schema()
        let number = try schema.add("Number", Int.self)
        #expect(try schema.field("Number", of: Int.self) == number)
        #expect(throws: TableError.unknownField("Nummer")) { try schema.field("Nummer", of: Int.self) }
        #expect(throws: TableError.typeDiffers(field: "Number", type: .int, asked: .string)) {
            try schema.field("Number", of: String.self)
        }
    }

    @Test("An initial value must fit the type")
    func initialValues() throws {
        var schema = Schema()
        for (type, value) in [(FieldType.int, CellValue.float(1)), (.float, .float(.nan)), (.string, .unfit("x"))] {
            #expect(throws: TableError.unfittingValue(field: "A", type: type)) {
                try schema.add("A", type: type, initialValue: value)
            }
        }
        #expect(schema.count == 0)
    }

    @Test("An identifier never comes again, not after a field was removed and not after one was retyped")
    func identifiers() throws {
        var table = try RecordTable(fieldNames: ["A", "B"], fieldTypes: [.int, .int])
        let last = table.schema[1]
        let removal = try table.apply(.changeFields(to: [table.schema[0]], in: table)).change
        #expect(table.schema.nextFieldID > last.id)
        _ = try table.apply(removal.inverse.trimmed)
        let retyped = try FieldDefinition(id: table.schema.nextFieldID, name: "A", type: .bool)
        let contents = FieldContents(empty: retyped, in: table)
        let retyping = try table.apply(.changeFields(to: [retyped, last], inserting: [contents], in: table)).change
        _ = try table.apply(retyping.inverse.trimmed)
        #expect(table.schema.nextFieldID > retyped.id)
    }
}
