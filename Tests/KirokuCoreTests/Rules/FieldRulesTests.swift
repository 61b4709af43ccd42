import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Rules of a field")
struct FieldRulesTests {
    private static var all: FieldRules {
        var rules = FieldRules()
        rules.isRequired = true
        rules.uniqueWith = [FieldID(rawValue: 7)]
        rules.least = .value(.int(1))
        rules.greatest = .value(.int(9))
        (rules.shortest, rules.longest, rules.pattern) = (2, 3, "a\"\n|\u{65e5}")
        return rules
    }

    @Test("Only those that a type can have are kept", arguments: FieldType.allCases)
    func suiting(type: FieldType) throws {
        let field = try FieldDefinition(id: FieldID(rawValue: 1), name: "F", type: type).with(Self.all)
        #expect((field.rules.pattern != nil) == type.holdsText)
        #expect(field.rules.isRequired)
        #expect(FieldRules(stored: field.rules.stored ?? "", for: type) == field.rules)
        #expect(field.rules.mistake(for: type) == nil)
    }

    @Test("Bounds follow their field to another type, or are left out")
    func retyped() throws {
        #expect(Self.all.suiting(.float).least == .value(.float(1)))
        #expect(Self.all.suiting(.date).least == nil)
        var rules = FieldRules()
        rules.least = .present
        #expect(rules.suiting(.date).least == .present)
        #expect(rules.suiting(.int).isEmpty)
    }

    @Test("Lengths beyond what is possible end nothing", arguments: [Int.min, -1, .max])
    func lengths(length: Int) throws {
        var rules = FieldRules()
        (rules.shortest, rules.longest) = (length, length)
        let field = try FieldDefinition(id: FieldID(rawValue: 1), name: "F", type: .string).with(rules)
        var table = RecordTable(schema: try Schema(fields: [field], nextFieldID: FieldID(rawValue: 2)))
        try table.addRecord([.string("text")])
        try table.addRecord([.string("")])
        #expect(CellChecks(table).isBroken(0, 0))
        #expect(FieldRules(stored: "{\"shortest\":\(length)}", for: .string) == nil)
    }

    @Test(
        "What is damaged is no rule",
        arguments: ["", "{", "[]", "{\"least\":\"x\"}", "{\"pattern\":\"a\"}", "{\"least\":\"present\"}"])
    func damaged(text: String) {
        #expect(FieldRules(stored: text, for: .int) == nil)
    }

    @Test("The file keeps them, with the history; damage is left out")
    @MainActor
    func kept() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.kiroku")
        var document = try await newDocument(try RecordTable(fieldNames: ["N"], fieldTypes: [.int]), at: path)
        let rules = Self.all.suiting(.int)
        try await document.change(document.table.schema[0].id) { $0.rules = rules }
        try document.addRecord()
        for _ in 0..<1_000 where document.toFix.count != 1 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(document.toFix.count == 1)
        document = try await reopen(document, at: path)
        #expect(document.table.schema[0].rules == rules)
        try document.undo()
        try document.undo()
        #expect(document.table.schema[0].rules.isEmpty && document.checks.isEmpty)
        try document.redo()
        #expect(document.table.schema[0].rules == rules)
        await document.close()
        try SQLiteTool(path).run("UPDATE properties SET value = '1 {' WHERE name = 'rules'")
        #expect(try await CardFile.open(at: path).contents.table.schema[0].rules.isEmpty)
    }

    @Test("A field that another takes the place of is followed")
    func replaced() throws {
        var table = try RecordTable(fieldNames: ["A", "B"], fieldTypes: [.int, .int])
        var rules = FieldRules()
        rules.uniqueWith = [table.schema[1].id]
        var fields = table.schema.fields
        fields[0] = fields[0].with(rules)
        _ = try table.make(.changeFields(to: fields, in: table))
        let contents = try TypeConversion(1, of: table, to: .string).contents(id: FieldID(rawValue: 9))
        fields[1] = contents.definition
        let replaced = [FieldReplacement(old: table.schema[1].id, new: contents.definition.id)]
        _ = try table.make(.changeFields(to: fields, inserting: [contents], replacing: replaced, in: table))
        #expect(table.schema[0].rules.uniqueWith == [FieldID(rawValue: 9)])
    }
}
