import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Numbers in a format")
struct NumberFormatTextTests {
    @Test(
        "As typed: no more digits than necessary, and no exponent that nobody types",
        arguments: [
            (100, "100"), (12.5, "12.5"), (1_234.5, "1234.5"), (1e-7, "1e-7"), (-2.5e-8, "-2.5e-8"),
            (0.00001, "0.00001"),
            (1.5e300, "1.5e300"), (1e16, "1e16"), (9_007_199_254_740_994, "9007199254740994"), (0, "0"), (-0.0, "-0"),
            (.leastNonzeroMagnitude, "5e-324"), (.greatestFiniteMagnitude, "1.7976931348623157e308"),
        ] as [(Double, String)])
    func asTyped(number: Double, text: String) {
        #expect(NumberFormat.asTyped.text(number) == text)
        #expect(CellValue.float(number).entryText == text)
        #expect(EntryReader(type: .float).read(text) == .float(number))
    }

    @Test(
        "Fixed places: halves go away from zero, as in the decimal form",
        arguments: [
            (12.5, 2, "12.50"), (100, 2, "100.00"), (1.239, 2, "1.24"), (1.005, 2, "1.01"), (2.675, 2, "2.68"),
            (-1.005, 2, "-1.01"), (0.125, 2, "0.13"), (2.5, 0, "3"), (-2.5, 0, "-3"), (0.5, 0, "1"), (0.49, 0, "0"),
            (9.995, 2, "10.00"), (999.99, 1, "1000.0"), (-0.001, 2, "0.00"), (-0.0, 2, "0.00"), (0, 0, "0"),
            (1e-7, 2, "0.00"), (1e-7, 7, "0.0000001"), (0.05, 1, "0.1"), (0.005, 1, "0.0"),
            (1_234_567.891, 1, "1234567.9"), (0.1, 15, "0.100000000000000"),
            (9_999_999_999_999_998, 2, "9999999999999998.00"),
            (1e16, 2, "1e16"), (1e300, 2, "1e300"), (-1.5e300, 0, "-1.5e300"),
        ] as [(Double, Int, String)])
    func fixed(number: Double, places: Int, text: String) {
        #expect(NumberFormat(places: places).text(number) == text)
    }

    @Test("Whole numbers keep all digits", arguments: [(Int.min, "-9,223,372,036,854,775,808.0 kg"), (0, "0.0 kg")])
    func whole(number: Int, text: String) {
        #expect(NumberFormat(places: 1, groupsThousands: true, unit: " kg").text(number) == text)
        #expect(NumberFormat.asTyped.text(Int.max) == "9223372036854775807")
    }

    @Test("The unit stands before or after the digits, and behind a minus sign")
    func units() {
        let dollars = NumberFormat(places: 2, groupsThousands: true, unit: "$", unitPlace: .before)
        #expect(dollars.text(1_234.5) == "$1,234.50")
        #expect(dollars.text(-1_234.5) == "-$1,234.50")
        #expect(NumberFormat(unit: " kg").text(-3) == "-3 kg")
        #expect(NumberFormat(groupsThousands: true, unit: "円").text(12_345.5) == "12,345.5円")
    }

    @Test("The signs are those of the language")
    func signs() {
        let german = NumberSigns(decimal: ",", thousands: ".")
        let format = NumberFormat(places: 2, groupsThousands: true, unit: " €")
        #expect(format.text(1_234_567.891, with: german) == "1.234.567,89 €")
        #expect(NumberFormat.asTyped.text(1_234.5, with: german) == "1234,5")
        #expect(NumberFormat.asTyped.text(1.5e300, with: german) == "1,5e300")
        #expect(format.text(-999.999, with: NumberSigns(decimal: ",", thousands: "")) == "-1000,00 €")
    }

    @Test("What no cell can show does not become a part of a format")
    func limits() {
        #expect(NumberFormat(places: 99).places == 15)
        #expect(NumberFormat(places: -1).places == 0)
        #expect(NumberFormat(unit: "a\nb\tc\u{202e}d\u{2028}").unit == "abcd")
        #expect(NumberFormat(unit: String(repeating: "x", count: 40)).unit.count == 16)
        #expect(NumberFormat(unit: "  ", unitPlace: .before) == .asTyped)
    }

    @Test("Figures follow the format; without one they have thousands separators")
    func figures() async throws {
        var table = try RecordTable(fieldNames: ["Price", "Year"], fieldTypes: [.float, .int])
        for price in [12.5, 100, 1_239.125] { try table.addRecord([.float(price), .int(2_024)]) }
        let euros = NumberFormat(places: 2, groupsThousands: true, unit: " €")
        let summary = try await table.summary(of: table.schema[0].id)
        #expect(values(summary, euros) == ["12.50 €", "1,239.13 €", "450.54 €", "100.00 €", "1,351.63 €"])
        #expect(values(summary, .asTyped) == ["12.5", "1239.125", "450.542", "100", "1351.625"])
        let years = try await table.summary(of: table.schema[1].id)
        #expect(values(years, NumberFormat(places: 0)) == ["2024", "2024", "2024", "2024", "6072"])
    }

    private func values(_ summary: FieldSummary, _ format: NumberFormat) -> [String] {
        summary.lines(in: format).suffix(5).map(\.value)
    }

    @Test("The figures of a selection have the format of their field")
    func selection() async throws {
        let schema = try Schema(names: ["A", "B"], types: [.float, .int])
            .with([NumberFormat(places: 2, unit: " €"), .asTyped])
        var table = RecordTable(schema: schema)
        try table.addRecord([.float(1.5), .int(1998)])
        try table.addRecord([.float(2), .int(2002)])
        let prices = try await table.selectionSummary(of: 0..<2, in: nil, fields: 0..<1)
        #expect(prices.text == "2 cells · Sum 3.50 € · Mean 1.75 € · Min 1.50 € · Max 2.00 €")
        let years = try await table.selectionSummary(of: 0..<2, in: nil, fields: 1..<2)
        #expect(years.text == "2 cells · Sum 4000 · Mean 2000 · Min 1998 · Max 2002")
    }

    @Test("Cells show the format; what is written as text does not")
    func cells() async throws {
        let schema = try Schema(names: ["P"], types: [.float]).with([NumberFormat(places: 2, unit: " €")])
        var table = RecordTable(schema: schema)
        for value in [CellValue.float(1.239), .unfit("abc"), .empty] { try table.addRecord([value]) }
        #expect((0..<3).map { table.displayText($0, 0) } == ["1.24 €", "abc", ""])
        let text = try await TableExport(TablePart(table), as: .tsv(header: false)).bytes()
        #expect(String(decoding: text, as: UTF8.self) == "1.239\nabc\n\n")
    }
}
