import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Percentages")
struct PercentTests {
    private let percent = NumberFormat(isPercent: true)

    @Test(
        "A value is shown in hundredths",
        arguments: [
            (0.05, nil, "5%"), (0.125, nil, "12.5%"), (1, nil, "100%"), (-0.005, nil, "-0.5%"), (0, nil, "0%"),
            (0.07, nil, "7%"), (0.29, nil, "29%"), (1e-7, nil, "1e-5%"), (12.5, nil, "1250%"), (0.125, 0, "13%"),
            (0.12345, 1, "12.3%"), (0.05, 2, "5.00%"), (1.005, 0, "101%"), (-0.0004, 1, "0.0%"), (1e300, 2, "1e302%"),
        ] as [(Double, Int?, String)])
    func shown(number: Double, places: Int?, text: String) {
        #expect(NumberFormat(places: places, isPercent: true).text(number) == text)
    }

    @Test("Whole and exact numbers, and figures, too")
    func kinds() async throws {
        #expect(percent.text(5) == "500%" && NumberFormat(places: 1, isPercent: true).text(5) == "500.0%")
        #expect(NumberFormat(groupsThousands: true, unit: " %", isPercent: true).text(123) == "12,300 %")
        #expect(percent.text(DecimalNumber(written: "0.12345678901234567890") ?? .zero) == "12.345678901234567890%")
        #expect(NumberFormat(places: 1, isPercent: true).text(DecimalNumber(written: "0.12355") ?? .zero) == "12.4%")
        var table = try RecordTable(fieldNames: ["P"], fieldTypes: [.float])
        for share in [0.1, 0.2, 0.4] { try table.addRecord([.float(share)]) }
        let lines = try await table.summary(of: table.schema[0].id).lines(in: NumberFormat(places: 1, isPercent: true))
        #expect(lines.suffix(5).map(\.value) == ["10.0%", "40.0%", "23.3%", "20.0%", "70.0%"])
    }

    @Test("A percent format has a percent sign")
    func sign() {
        #expect(percent.unit == "%" && NumberFormat(unit: "kg", isPercent: true).unit == "%")
        #expect(NumberFormat(unit: " %", isPercent: true).unit == " %")
        #expect(NumberFormat(unit: "%").text(5) == "5%")
        #expect(percent.with(places: 2) == NumberFormat(places: 2, isPercent: true))
    }

    @Test(
        "What is typed with a percent sign is a hundredth",
        arguments: [
            ("5 %", 0.05), ("5%", 0.05), ("12.5 %", 0.125), ("５％", 0.05), ("-7\u{a0}%", -0.07), ("+3%", 0.03),
            ("100%", 1), ("1e3%", 10), (".5%", 0.005), ("5", 5),
        ])
    func typed(text: String, number: Double) {
        #expect(EntryReader(type: .float).read(text) == .float(number))
        let comma = EntryReader(type: .float, decimalSign: .comma)
        #expect(comma.read(text.replacing(".", with: ",")) == .float(number))
        #expect(Double(EntryReader(type: .decimal).read(text).plainText ?? "") == number)
    }

    @Test(
        "In a field that is shown in percent, a number needs no sign",
        arguments: [
            ("5", 0.05), ("5 %", 0.05), ("12.50", 0.125), ("-0.5", -0.005), ("１００", 1), ("1e3", 10), ("0", 0),
        ])
    func typedIntoPercent(text: String, number: Double) throws {
        for type in [FieldType.float, .decimal] {
            let schema = try Schema(names: ["P"], types: [type]).with([percent])
            let value = EntryReader.typing(into: schema[0]).read(text)
            #expect(value.plainText.flatMap(Double.init) == number)
            // What the cell opens with is the same value again.
            let shown = try #require(value.entryText(in: percent))
            #expect(EntryReader.typing(into: schema[0]).read(shown) == value)
        }
    }

    @Test("Other texts typed there stay what they are")
    func unfitInPercent() throws {
        let schema = try Schema(names: ["P", "N"], types: [.float, .int]).with([percent, percent])
        for text in ["a", "%", "5 % of 3"] { #expect(EntryReader.typing(into: schema[0]).read(text) == .unfit(text)) }
        #expect(EntryReader.typing(into: schema[0]).read(" ") == .empty)
        #expect(EntryReader.typing(into: schema[1]).read("200") == .int(2))
        #expect(EntryReader.typing(into: schema[1]).read("5") == .unfit("5"))
    }

    @Test("A file and the clipboard have the value itself")
    func fromFiles() async throws {
        let schema = try Schema(names: ["P"], types: [.float]).with([percent])
        let read = try await SeparatedText.read(Array("P\n0.05\n5\n5%\n".utf8), into: schema)
        #expect((0..<3).map { read.table[$0, 0] } == [.float(0.05), .float(5), .float(0.05)])
        #expect(EntryReader(type: .float, options: []).read("0.05") == .float(0.05))
    }

    @Test("What is no percentage", arguments: ["%", "a%", "5%%", "5 % of 3", "--5%"])
    func unfit(text: String) {
        #expect(EntryReader(type: .float).read(text) == .unfit(text))
    }

    @Test("Whole numbers take percentages that are whole")
    func whole() {
        #expect(EntryReader(type: .int).read("200 %") == .int(2))
        #expect(EntryReader(type: .int).read("5 %") == .unfit("5 %"))
    }

    @Test("A cell opens with what can be typed", arguments: [0.05, 0.125, -1, 0, 1e-9, 0.1 + 0.2, 123_456.789])
    func entry(number: Double) {
        for value in [CellValue.float(number), .decimal(DecimalNumber(written: number.shortText) ?? .zero)] {
            guard let type = value.type, let text = value.entryText(in: percent) else { return }
            #expect(text.hasSuffix("%"))
            #expect(EntryReader(type: type).read(text).plainText.flatMap(Double.init) == number)
        }
        #expect(CellValue.float(number).entryText(in: .asTyped) == CellValue.float(number).entryText)
        #expect(CellValue.string("a").entryText(in: percent) == "a")
    }

    @Test("Conditions understand it")
    func conditions() async throws {
        var table = RecordTable(schema: try Schema(names: ["P"], types: [.float]).with([percent]))
        for share in [0.04, 0.05, 0.5] { try table.addRecord([.float(share)]) }
        let condition = try Condition(text: "P >= 5% and P < \"50 %\"", for: table.schema)
        #expect(try await table.find(condition) == [1])
        #expect(try condition.text(for: table.schema) == "P >= 0.05 and P < 0.5")
    }

    @Test(
        "Spreadsheets multiply, too",
        arguments: [
            (NumberFormat(places: 1, isPercent: true), "0.0%"), (NumberFormat(isPercent: true), "0.00%"),
            (NumberFormat(places: 0, groupsThousands: true, unit: " %", isPercent: true), "#,##0\" \"%"),
            (NumberFormat(places: 1, unit: "%", unitPlace: .before, isPercent: true), "%0.0"),
        ])
    func sheets(format: NumberFormat, code: String) {
        #expect(format.sheetCode(for: .float) == code)
    }

    @Test("It is stored, and a damaged one is none")
    func stored() {
        for unit in ["%", "\u{a0}%"] {
            for place in NumberFormat.UnitPlace.allCases {
                let format = NumberFormat(places: 2, unit: unit, unitPlace: place, isPercent: true)
                #expect(NumberFormat(stored: format.stored) == format)
            }
        }
        #expect(percent.stored == "- - percent %")
        #expect(NumberFormat(stored: "- - percent kg") == nil && NumberFormat(stored: "- - percentage %") == nil)
    }
}
