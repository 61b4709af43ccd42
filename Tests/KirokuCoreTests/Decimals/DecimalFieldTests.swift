import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Fields of decimal numbers")
struct DecimalFieldTests {
    private static func cell(_ text: String) -> CellValue {
        DecimalNumberTests.plain(text).map(CellValue.decimal) ?? .unfit(text)
    }

    /// A table of one Decimal field, of what files would have in it.
    private func table(_ texts: [String?]) throws -> RecordTable {
        var table = RecordTable(schema: try Schema(names: ["Price"], types: [.decimal]))
        for text in texts { try table.addRecord([text.map(Self.cell) ?? .empty]) }
        return table
    }

    private static let samples: [String?] = [
        "12.50", nil, "0", "-0.05", DecimalNumberTests.nines, "0.12345678901234567890123456789012345678", "5",
        "about 5",
    ]

    // MARK: Finding and ordering

    @Test(
        "Compared by number, exactly",
        arguments: [
            ("Price = 12.5", [0, 1]), ("Price = 12.500", [0, 1]), ("Price != 12.5", [2, 3, 4, 5]),
            ("Price < 0.30000000000000000001", [3, 4]), ("Price > 0.3", [0, 1, 2, 5]), ("Price >= 0.3", [0, 1, 2, 5]),
            ("Price <= 0.3", [3, 4]), ("Price between 12 and 12.5", [0, 1]),
            ("Price between 12.5 and -1", [0, 1, 3, 4]),
            ("Price = 12.50000000000000000000000000000000001", [2]), ("Price is empty", [6]), ("Price is to fix", [7]),
            ("any field contains 2.5", [0, 1, 2]), ("any field contains 12.50", [0, 2]),
            ("Price > \"12.50000000000000000000000000000000000\"", [2, 5]),
        ] as [(String, [Int])])
    func found(text: String, expected: [Int]) async throws {
        let table = try table([
            "12.50", "12.5", "12.50000000000000000000000000000000001", "0.1", "-0.3", DecimalNumberTests.nines, nil,
            "x",
        ])
        let condition = try Condition(text: text, for: table.schema)
        #expect(try await table.find(condition) == expected)
        #expect(try Condition(text: condition.text(for: table.schema), for: table.schema) == condition)
        let coded = try JSONEncoder().encode(condition)
        #expect(try JSONDecoder().decode(Condition.self, from: coded) == condition)
    }

    @Test("A text that is not a decimal number cannot be asked for, and says why")
    func askedInVain() throws {
        let table = try table([])
        let long = "1" + DecimalNumberTests.nines
        #expect(throws: ConditionTextError(column: 9, problem: .unfitting(long, .tooManyDigits))) {
            try Condition(text: "Price = \(long)", for: table.schema)
        }
        let line = FindEntry.meaning(of: "0.1..0.3", for: .decimal)
        #expect(line?.comparison == .between && line?.otherText == "0.3")
    }

    @Test(
        "Found like on paper in blocks of one and of several numbers of decimals", arguments: UInt64(0)..<12,
        [[2], [0, 2], Array(0...38)])
    func foundInBlocks(seed: UInt64, places: [Int]) async throws {
        var random = SeededGenerator(seed: seed)
        let digits = PowersOfTen.wide[random.chance(1, in: 2) ? 2 : 26]
        func number() -> DecimalNumber {
            let coefficient = Int128.random(in: -digits...digits, using: &random)
            return DecimalNumber(coefficient: coefficient, places: random.pick(places)) ?? .zero
        }
        var table = RecordTable(schema: try Schema(names: ["N"], types: [.decimal]))
        for _ in 0..<300 { try table.addRecord([random.chance(1, in: 40) ? .empty : .decimal(number())]) }
        for comparison in DecimalKind.comparisons where comparison != .between {
            let operand = random.chance(1, in: 2) ? number() : DecimalNumber(table[7, 0]) ?? .zero
            guard ![.empty, .notEmpty, .toFix].contains(comparison) else { continue }
            let condition = Condition.test(table.schema[0].id, comparison, .value(.decimal(operand)))
            let expected = (0..<table.count).filter { condition.naiveMatches($0, in: table) }
            #expect(try await table.find(condition) == expected)
        }
    }

    @Test(
        "Sorted by number; equal ones keep their order, whatever their zeros", arguments: UInt64(0)..<12,
        [[2], [0, 1, 2], Array(0...38)])
    func sorted(seed: UInt64, places: [Int]) async throws {
        var random = SeededGenerator(seed: seed)
        let long = random.chance(1, in: 2)
        let texts = (0..<400).map { _ -> String? in
            if random.chance(1, in: 20) { return random.pick([nil, "abc"]) }
            let digits = PowersOfTen.wide[long ? 37 : 1]
            var coefficient = Int128.random(in: -digits...digits, using: &random)
            if long, random.chance(1, in: 2) { coefficient = digits + Int128.random(in: 0...3, using: &random) }
            return DecimalNumber(coefficient: coefficient, places: random.pick(places))?.text
        }
        let table = try table(texts)
        for isDescending in [false, true] {
            let rule = SortRule(field: table.schema[0].id, isDescending: isDescending)
            let order = try await table.order(by: [rule])
            let filled = texts.indices.filter { Self.cell(texts[$0] ?? "x").type != nil }
            let numbers = texts.map { SchoolDecimal(Self.cell($0 ?? "x").type == nil ? "0" : $0 ?? "0") }
            let expected = filled.sorted { one, other in
                numbers[one] == numbers[other] ? one < other : (numbers[one] < numbers[other]) != isDescending
            }
            #expect(Array(order.prefix(filled.count)) == expected)
        }
    }

    // MARK: Files

    @Test("Exported in every form, and read again for such a field", arguments: [false, true])
    func exported(hasComma: Bool) async throws {
        let folder = try TemporaryFolder()
        let table = try table(Self.samples)
        let style = SeparatedText.Style(decimalSign: hasComma ? .comma : .point)
        for separator in [SeparatedText.Separator.tab, .comma, .semicolon] {
            let options = SeparatedText.WritingOptions(separator: separator, style: style)
            let text = try await TableExport(TablePart(table), as: .separatedText(options)).bytes()
            let read = try await SeparatedText.read(text, into: table.schema, style: style)
            #expect(read.table.rows == table.rows)
        }
        for format in [TableExport.Format.json, .propertyList] {
            try await TableExport(TablePart(table), as: format).write(toFile: folder.path("export"))
            let fitted = try await TableFile.read(path: folder.path("export"), into: table.schema)
            #expect(fitted.table.rows == table.rows)
            var chosen = SeparatedText.ReadingOptions()
            chosen.fieldTypes = [try await TableFile.read(path: folder.path("export")).table.fieldNames[0]: .decimal]
            let read = try await TableFile.read(path: folder.path("export"), options: chosen).table
            #expect(read.rows == table.rows)
        }
        var again = RecordTable(schema: table.schema)
        let list = MemoryLink<[PropertyValue]>()
        try table.save(to: list)
        try again.load(from: list)
        #expect(again == table)
    }

    @Test("Spreadsheets get numbers with all digits, in the format of the field")
    func sheets() async throws {
        var table = try table(["12.50", DecimalNumberTests.nines])
        let html = try await TableExport(TablePart(table), as: .html(header: false)).bytes()
        #expect(String(decoding: html, as: UTF8.self).contains("<td sdval=\"12.50\" sdnum=\"1033;0;0.00\""))
        let format = NumberFormat(places: 1, unit: " €")
        table = RecordTable(
            schema: table.schema.with([format]), ids: table.ids, cells: table.cells)
        let formatted = try await TableExport(TablePart(table), as: .html(header: false)).bytes()
        let text = String(decoding: formatted, as: UTF8.self)
        #expect(text.contains("sdval=\"12.50\"") && text.contains(">12.5 €</td>"))
        #expect(text.contains("sdval=\"\(DecimalNumberTests.nines)\""))
    }

    @Test("JSON has them as numbers with all digits")
    func json() async throws {
        let bytes = try await TableExport(TablePart(try table(["12.50", nil, "abc"])), as: .json).bytes()
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("\"Price\": 12.50}") && text.contains("\"Price\": null}"))
        #expect(text.contains("\"Price\": \"abc\"}"))
    }

    @Test("The document's file has them as text in the plain form")
    func stored() async throws {
        let folder = try TemporaryFolder()
        let table = try table(Self.samples)
        let file = try await CardFile.create(at: folder.path("a.kiroku"), table: table)
        await file.close()
        let tool = try SQLiteTool(folder.path("a.kiroku"))
        #expect(try tool.run("SELECT DISTINCT typeof(f1) FROM records ORDER BY 1") == ["null", "text"])
        #expect(try tool.run("SELECT f1 FROM records LIMIT 1") == ["12.50"])
        try tool.run("UPDATE records SET f1 = 7 WHERE f1 IS NULL")
        try tool.run("UPDATE records SET f1 = 0.1 WHERE f1 = '5'")
        try tool.run("UPDATE records SET f1 = '+5' WHERE f1 = '0'")
        let opened = try await CardFile.open(at: folder.path("a.kiroku"))
        let cells = opened.contents.table.rows.map { $0[0] }
        #expect(cells[0] == Self.cell("12.50") && cells[1] == Self.cell("7") && cells[6] == Self.cell("0.1"))
        #expect(cells[2] == .unfit("+5") && cells[7] == .unfit("about 5"))
        #expect(cells[4] == Self.cell(DecimalNumberTests.nines))
        await opened.store.close()
    }

    @Test("The history has every number", arguments: UInt64(0)..<20)
    func history(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let record = RecordID(rawValue: 7)
        let cells = (0..<50).map { _ in
            CellChange(
                record: record, field: FieldID(rawValue: 1), base: random.value(for: .decimal),
                value: random.value(for: .decimal))
        }
        let text = try ChangeText.text(of: .setCells(cells)) { _ in LogField(name: "N", type: .decimal) }
        let again = try #require(ChangeTextReader.change(text))
        guard case .setCells(let read) = again else { throw CancellationError() }
        #expect(read.map(\.value) == cells.map(\.value) && read.map(\.base) == cells.map(\.base))
        for length in 0..<60 { #expect(ChangeTextReader.change(String(text.prefix(length))) == nil) }
    }

    @Test(
        "Numbers of a list are decimal numbers where a Float would lose decimals",
        arguments: [
            ("1.5, 12.50", .float, ["1.5", "12.5"]),
            ("12.50, 0.12345678901234567890", .decimal, ["12.50", "0.12345678901234567890"]),
            ("0.12345678901234567890, 1e-3, 5, 12.50", .decimal, ["0.12345678901234567890", "0.001", "5", "12.50"]),
            (
                "0.10000000000000001, 0.12345678901234567890", .decimal,
                ["0.10000000000000001", "0.12345678901234567890"]
            ),
            (
                "99999999999999999999, 0.12345678901234567890, null", .decimal,
                ["99999999999999999999", "0.12345678901234567890", nil]
            ),
            (
                "0.12345678901234567890, 99999999999999999999", .decimal,
                ["0.12345678901234567890", "99999999999999999999"]
            ),
            ("0.12345678901234567890, \"about 5\"", .decimal, ["0.12345678901234567890", "about 5"]),
            ("0.12345678901234567890, 1e300", .string, ["0.12345678901234567890", "1e300"]),
            ("12.50, 0.12345678901234567890, true", .string, ["12.50", "0.12345678901234567890", "true"]),
            ("99999999999999999999, 5", .int, ["99999999999999999999", "5"]),
            ("99999999999999999999", .string, ["99999999999999999999"]),
        ] as [(String, FieldType, [String?])])
    func listed(numbers: String, type: FieldType, expected: [String?]) async throws {
        let folder = try TemporaryFolder()
        let records = numbers.split(separator: ", ").map { "{\"N\": \($0)}" }.joined(separator: ",")
        try DataFileLink(path: folder.path("list.json")).save(Array("[\(records)]".utf8))
        let read = try await TableFile.read(path: folder.path("list.json")).table
        #expect(read.fieldTypes == [type])
        let shown = read.rows.map { row in Double(row[0]).map(\.shortText) ?? row[0].plainText }
        #expect(shown == expected)
    }

    @Test("Records are the same if their keys are the same number, and a cell with another zero changes")
    func merged() throws {
        var table = RecordTable(schema: try Schema(names: ["Key", "Price"], types: [.decimal, .decimal]))
        var imported = table
        try table.addRecord([Self.cell("5.0"), Self.cell("12.5")])
        try imported.addRecord([Self.cell("5.00"), Self.cell("12.50")])
        try imported.addRecord([Self.cell("6"), Self.cell("1")])
        let plan = try MergePlan(FittedRecords(table: imported, fields: [0, 1]), into: table, key: 0)
        #expect(plan.newRecordCount == 1 && plan.changedRecordCount == 1)
        _ = try table.apply(try #require(plan.change))
        #expect(table.rows == [[Self.cell("5.00"), Self.cell("12.50")], [Self.cell("6"), Self.cell("1")]])
    }

    @Test("A field of Floats becomes one of decimal numbers, and back with undo")
    @MainActor
    func retyped() throws {
        var table = try RecordTable(fieldNames: ["Price"], fieldTypes: [.float])
        try table.addRecord([.float(12.5)])
        let document = makeDocument(table)
        let id = try document.retypeField(table.schema[0].id, to: .decimal)
        #expect(document.table.rows == [[Self.cell("12.5")]] && document.table.schema[0].id == id)
        try document.undo()
        #expect(document.table.rows == [[.float(12.5)]])
    }

    // MARK: Guessing

    @Test(
        "A field of a text is one of decimal numbers only where a Float would lose decimals",
        arguments: [
            ("12.50\n3.75", .float), ("1.5\n1234567890123456.78", .decimal), ("1234567890123456.78", .decimal),
            ("5\n1234567890123456.78\n\n12.50", .decimal), ("0.12345678901234567890\n1.5", .decimal),
            ("1.5\n0.12345678901234567890123456789012345678", .decimal),
            // What is text today stays text.
            ("9007199254740993\n1.5", .string), ("9007199254740993\n1234567890123456.78", .string),
            ("1234567890123456.78\n9007199254740993", .string), ("99999999999999999999", .string),
            ("99999999999999999999\n1.5", .string), ("007\n1234567890123456.78", .string),
            ("1234567890123456.78\n007", .string), ("1234567890123456.78\n1e5", .string),
            ("1e5\n1234567890123456.78", .string), ("1234567890123456.78\n.5", .string),
            ("1234567890123456.78\nabc", .string), ("1234567890123456.78\n+5", .string),
            ("0.123456789012345678901234567890123456789\n1.5", .string),
            // What a Float keeps stays a Float or an Int.
            ("9007199254740993", .int), ("0.1000000000000000055511151231257827", .float), ("1e5\n1.5", .float),
        ] as [(String, FieldType)])
    func guessed(text: String, type: FieldType) async throws {
        let read = try await SeparatedText.read(
            Array(("N\n" + text + "\n").utf8), options: .init(separator: .tab, header: .present)
        ).table
        #expect(read.fieldTypes == [type])
        if type == .decimal || type == .string {
            let texts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            #expect(read.rows.map { $0[0].plainText ?? "" } == texts)
        }
    }

    @Test("Text of several parts, each of its own type, makes one field of decimal numbers")
    func largeText() async throws {
        let lines = (0..<200_000).map { index in
            index < 60_000
                ? "\(index)" : index < 150_000 ? "\(index).\(index % 10)0" : "1234567890123456.\(10 + index % 90)"
        }
        let table = try await SeparatedText.read(Array(("N\n" + lines.joined(separator: "\n")).utf8)).table
        #expect(table.fieldTypes == [.decimal] && table.count == lines.count)
        for record in stride(from: 0, to: lines.count, by: 997) { #expect(table[record, 0].plainText == lines[record]) }
    }
}
