import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("The choices of a field")
struct ChoiceOptionTests {
    private static let options = ["red", "Redwood", "blue", "Ａ"].enumerated().map { ChoiceOption(id: $0 + 1, text: $1) }

    private static func field(_ type: FieldType) throws -> FieldDefinition {
        try FieldDefinition(id: FieldID(rawValue: 1), name: "F", type: type).with(options)
    }

    @Test(
        "A typed text means a choice whatever its case, and is completed to one",
        arguments: [
            ("red", "red", nil), ("RED ", "red", nil), ("re", "re", "d"), ("redw", "redw", "ood"), ("B", "B", "lue"),
            ("a", "Ａ", nil), ("green", "green", nil), ("x", "x", nil),
        ] as [(String, String, String?)])
    func typed(text: String, meant: String, rest: String?) throws {
        let field = try Self.field(.choice)
        #expect(EntryReader.typing(into: field).read(text) == Choice(meant)?.cellValue)
        #expect(field.choiceCompletion(of: text) == rest)
    }

    @Test("Of several, the last one is completed, and none twice")
    func typedSeveral() throws {
        let field = try Self.field(.choices)
        #expect(field.choiceCompletion(of: "blue; r") == "ed")
        #expect(field.choiceCompletion(of: "red; r") == "edwood")
        #expect(field.choiceCompletion(of: "red; ") == nil)
        #expect(EntryReader.typing(into: field).read("RED;green") == Choices("red; green")?.cellValue)
    }

    @Test("Those that begin like a typed text come before those that have it in them")
    func matches() throws {
        let one = try Self.field(.choice)
        let several = try Self.field(.choices)
        #expect(one.choiceMatches(of: "d").isEmpty == false)
        #expect(one.choiceMatches(of: "R").map(\.text) == ["red", "Redwood"])
        #expect(one.choiceMatches(of: "ed").map(\.text) == ["red", "Redwood"])
        #expect(one.choiceMatches(of: "red").map(\.text) == ["Redwood"])
        #expect(one.choiceMatches(of: "b").map(\.text) == ["blue"])
        #expect(one.choiceMatches(of: "").isEmpty)
        #expect(one.choiceMatches(of: "x").isEmpty)
        #expect(several.choiceMatches(of: "red; e").map(\.text) == ["Redwood", "blue"])
        #expect(one.text("x", taking: Self.options[0]) == "red")
        #expect(several.text("blue; x", taking: Self.options[0]) == "blue; red")
    }

    @Test("A new document offers its values, unless they are too many")
    func offered() throws {
        var table = try RecordTable(fieldNames: ["One", "Many", "Text"], fieldTypes: [.choice, .choice, .string])
        for index in 0...ChoiceOption.limit {
            let one = ["open", "Open", "open", "done"][index % 4]
            try table.addRecord([
                Choice(one)?.cellValue ?? .empty, Choice("\(index)")?.cellValue ?? .empty, .string(one),
            ])
        }
        let offering = table.offeringItsValues
        #expect(offering.schema[0].options.map(\.text) == ["open", "done"])
        #expect(offering.schema[1].options.isEmpty)
        #expect(offering.schema[2].options.isEmpty)
        #expect(offering[1, 0] == Choice("Open")?.cellValue)
        #expect(CellsToFix(offering).count == 250)
        #expect(offering.offeringItsValues == offering)
    }

    @Test("Two sides that change them end with the changes of both")
    func merged() {
        let base = Self.options
        var ours = base
        ours[0].text = "crimson"
        ours.append(ChoiceOption(id: 9, text: "ours"))
        var theirs = Array(base.dropFirst(2).reversed()) + [base[0]]
        theirs[2].mark = .red
        theirs.append(ChoiceOption(id: 8, text: "theirs"))
        let merged = ours.changed(from: base, to: theirs)
        #expect(Set(merged.map(\.text)) == ["crimson", "blue", "Ａ", "ours", "theirs"])
        #expect(merged.first { $0.id == 1 }?.mark == .red)
        #expect(base.changed(from: base, to: theirs) == theirs)
        #expect(ours.changed(from: base, to: base) == ours)
    }

    @Test("They are read back as they were stored, and damage is none")
    func stored() {
        #expect([ChoiceOption](stored: Self.options.stored ?? "") == Self.options)
        for text in ["", "{}", "[{}]", "[{\"id\":1,\"text\":\"a\",\"mark\":\"plaid\"}]"] {
            #expect([ChoiceOption](stored: text) == nil)
        }
        let twice = [Self.options[0], Self.options[0]]
        #expect([ChoiceOption](stored: twice.stored ?? "") == nil)
    }

    @Test("Choices that no field can offer are told")
    func mistakes() {
        #expect(Self.options.mistake(for: .choice) == nil)
        #expect((Self.options + [ChoiceOption(text: " RED")]).mistake(for: .choice) == .repeated(" RED"))
        #expect([ChoiceOption(text: " ")].mistake(for: .choice) == .empty)
        #expect([ChoiceOption(text: "a;b")].mistake(for: .choices) == .separator("a;b"))
        #expect([ChoiceOption(text: "a;b")].mistake(for: .choice) == nil)
        let many = (0...ChoiceOption.limit).map { ChoiceOption(id: $0 + 1, text: "\($0)") }
        #expect(many.mistake(for: .choice) == .tooMany && many.dropLast().mistake(for: .choice) == nil)
    }

    @Test("Values that differ only in case and blanks make one choice, with the text that most have")
    func fromValues() throws {
        var table = try RecordTable(fieldNames: ["F"], fieldTypes: [.string])
        for text in ["Red", "red", "red ", "blue", "red", ""] { try table.addRecord([.string(text)]) }
        try table.addRecord([.empty])
        let made = table.options(fromField: 0, for: .choice, keeping: [])
        #expect(made.options.map(\.text) == ["red", "blue"])
        #expect(made.renamed == ["Red": "red", "red ": "red"])
        let more = table.options(fromField: 0, for: .choice, keeping: [ChoiceOption(id: 1, text: "RED")])
        #expect(more.options.map(\.text) == ["RED", "blue"])
        #expect(more.renamed == ["Red": "RED", "red": "RED", "red ": "RED"])
    }

    @Test("What is no choice is to be fixed, and so are more than 64 in a cell; without choices nothing is")
    func toFix() throws {
        var table = RecordTable(schema: try Schema(fields: [Self.field(.choices)], nextFieldID: FieldID(rawValue: 2)))
        try table.addRecord([.choices(try #require(Choices("red; blue")))])
        try table.addRecord([.choices(try #require(Choices("red; green")))])
        try table.addRecord([.empty])
        #expect(CellChecks(table).brokenRecords(inField: 0) == [1])
        let many = (1...Choices.limit + 1).map { ChoiceOption(id: $0, text: "\($0)") }
        _ = try table.make(.changeFields(to: [table.schema[0].with(many)], in: table))
        try table.addRecord([.choices(try #require(Choices(many.map(\.text))))])
        #expect(CellChecks(table).rule(brokenBy: 3, 0, in: table) == .tooManyChoices)
        _ = try table.make(.changeFields(to: [table.schema[0].with([ChoiceOption]())], in: table))
        #expect(CellChecks(table).brokenCount == 0)
    }

    @Test("Renaming a choice renames the cells in one step that undo takes back")
    @MainActor
    func renamed() async throws {
        var table = RecordTable(schema: try Schema(fields: [Self.field(.choices)], nextFieldID: FieldID(rawValue: 2)))
        for text in ["red; blue", "blue", "redder"] { try table.addRecord([.choices(try #require(Choices(text)))]) }
        let document = makeDocument(table)
        try await document.change(FieldID(rawValue: 1)) { draft in
            draft.options[0].text = "crimson"
            draft.renamedChoices = ["red": "crimson"]
        }
        #expect(document.table.rows.map { $0[0].plainText } == ["crimson; blue", "blue", "redder"])
        #expect(document.table.schema[0].options[0].text == "crimson")
        try document.undo()
        #expect(document.table == table)
    }

    @Test("A new choice is added with its cell, as one step")
    @MainActor
    func added() throws {
        var table = RecordTable(schema: try Schema(fields: [Self.field(.choice)], nextFieldID: FieldID(rawValue: 2)))
        try table.addRecord([.empty])
        let document = makeDocument(table)
        try document.addChoices(of: .choice(try #require(Choice("green"))), at: 0, 0)
        #expect(document.table[0, 0].plainText == "green")
        #expect(document.table.schema[0].options.last?.text == "green")
        try document.undo()
        #expect(document.table == table)
        #expect(throws: EditError.self) { try document.addChoices(of: .choice(try #require(Choice(" Red"))), at: 0, 0) }
    }
}
