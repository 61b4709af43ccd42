import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Cells that break rules of their fields")
struct CellCheckTests {
    /// A table of a number and a text, each with rules.
    private static func table(_ number: FieldRules, _ text: FieldRules = FieldRules()) throws -> RecordTable {
        let fields = [
            try FieldDefinition(id: FieldID(rawValue: 1), name: "Number", type: .int).with(number),
            try FieldDefinition(id: FieldID(rawValue: 2), name: "Text", type: .string).with(text),
        ]
        return RecordTable(schema: try Schema(fields: fields, nextFieldID: FieldID(rawValue: 3)))
    }

    private static func unique(with others: [Int] = []) -> FieldRules {
        var rules = FieldRules()
        rules.uniqueWith = others.map { FieldID(rawValue: $0) }
        return rules
    }

    @Test("Checks that follow changes are those of the changed table", arguments: 1...20)
    func following(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var number = Self.unique(with: seed.isMultiple(of: 2) ? [2] : [])
        number.isRequired = true
        number.least = .value(.int(2))
        var text = Self.unique()
        text.longest = 1
        var table = try Self.table(number, text)
        var checks = CellChecks(table)
        func cell(_ field: Int) -> CellValue {
            let value = Int.random(in: 0..<12, using: &random)
            if value == 0 { return .empty }
            return field == 0 ? (value == 1 ? .unfit("-") : .int(value)) : .string(String(repeating: "x", count: value))
        }
        for _ in 0..<200 {
            let change: Change
            switch Int.random(in: 0..<(table.count > 2 ? 4 : 1), using: &random) {
            case 0:
                var records = RecordTable(schema: table.schema)
                for _ in 0...Int.random(in: 0...2, using: &random) { try records.addRecord([cell(0), cell(1)]) }
                let start = Int.random(in: 0...table.count, using: &random)
                change = try .insertRecords(records, at: RecordIndexes(start..<start + records.count), in: table)
            case 1:
                let gone = RecordIndexes((0...1).map { _ in Int.random(in: 0..<table.count, using: &random) })
                change = try .deleteRecords(at: gone, in: table)
            default:
                let edits = (0...1).map { _ in
                    let field = Int.random(in: 0...1, using: &random)
                    return CellEdit(
                        record: Int.random(in: 0..<table.count, using: &random), field: field, value: cell(field))
                }
                change = try .setCells(edits, in: table)
            }
            #expect(checks.apply(try table.make(change), in: table))
            let fresh = CellChecks(table)
            for field in 0...1 {
                try #require(checks.brokenRecords(inField: field) == fresh.brokenRecords(inField: field))
            }
        }
    }

    @Test("Changes of many records are checked anew")
    func many() throws {
        var table = try Self.table(Self.unique())
        var checks = CellChecks(table)
        var records = RecordTable(schema: table.schema)
        for _ in 0...CellChecks.fewRecords { try records.addRecord([.int(1), .empty]) }
        let change = try Change.insertRecords(records, at: RecordIndexes(0..<records.count), in: table)
        #expect(!checks.apply(try table.make(change), in: table))
        #expect(checks.brokenCount == 0)
        #expect(CellChecks(table).brokenCount == records.count)
        #expect(checks.rule(brokenBy: 0, 0, in: table) == nil)
        let first = CellChecks(table).rule(brokenBy: 0, 0, in: table)
        #expect(first == .repeated(first: [1, 2, 3, 4, 5], count: CellChecks.fewRecords))
    }

    @Test("Numbers that are equal are the same, however they are written")
    func equalNumbers() throws {
        for (type, texts) in [(FieldType.decimal, ["1.50", "1.5"]), (.float, ["0", "-0"])] {
            let field = try FieldDefinition(id: FieldID(rawValue: 1), name: "F", type: type).with(Self.unique())
            var table = RecordTable(schema: try Schema(fields: [field], nextFieldID: FieldID(rawValue: 2)))
            for text in texts { try table.addRecord([EntryReader(type: type, decimalSign: .point).read(text)]) }
            #expect(CellChecks(table).brokenCount == 2, "\(type)")
        }
    }

    @Test(
        "Texts are as long as their characters are many, and match as a whole",
        arguments: [
            ("", true), ("a", false), ("ab", false), ("👩‍👩‍👧", false), ("a👩‍👩‍👧", false), ("abc", true), ("1a", true),
            ("a1", true),
        ])
    func texts(text: String, isBroken: Bool) throws {
        var rules = FieldRules()
        (rules.shortest, rules.longest, rules.pattern) = (1, 2, "\\D+|never")
        var table = try Self.table(FieldRules(), rules)
        try table.addRecord([.empty, .string(text)])
        #expect(CellChecks(table).isBroken(0, 1) == isBroken)
    }

    @Test("A pattern that takes too long is told")
    func runaway() throws {
        var rules = FieldRules()
        rules.pattern = "(x+x+)+[yz]"
        var table = try Self.table(FieldRules(), rules)
        try table.addRecord([.empty, .string(String(repeating: "x", count: 60))])
        let rule = CellChecks(table).rule(brokenBy: 0, 1, in: table)
        #expect(rule == .patternTakesTooLong("(x+x+)+[yz]"))
    }

    @Test("A range may end today")
    func today() throws {
        var rules = FieldRules()
        rules.greatest = .present
        let field = try FieldDefinition(id: FieldID(rawValue: 1), name: "Day", type: .date).with(rules)
        #expect(field.rules == rules)
        var table = RecordTable(schema: try Schema(fields: [field], nextFieldID: FieldID(rawValue: 2)))
        for text in ["1998", "9999-12-31"] { try table.addRecord([EntryReader(type: .date).read(text)]) }
        #expect(CellChecks(table).brokenRecords(inField: 0) == [1])
    }
}
