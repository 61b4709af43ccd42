import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Number formats in spreadsheets")
struct NumberFormatSheetTests {
    @Test(
        "The code that Calc and Gnumeric read",
        arguments: [
            (NumberFormat(places: 2), "0.00"), (NumberFormat(places: 0, groupsThousands: true), "#,##0"),
            (NumberFormat(places: 2, groupsThousands: true, unit: " €"), "#,##0.00\" €\""),
            (NumberFormat(places: 1, unit: "$", unitPlace: .before), "\"$\"0.0"),
            (NumberFormat(unit: "%"), "General\"%\""), (NumberFormat(groupsThousands: true), "General"),
            (NumberFormat(places: 0, unit: "5\"x"), "0\"5\"\\\"\"x\""),
        ])
    func code(format: NumberFormat, code: String) {
        #expect(format.sheetCode(for: .float) == code)
        #expect(format.sheetCode(for: .string) == nil)
    }

    @Test("Numbers as typed need no code; whole ones can have their thousands set apart")
    func asTyped() {
        #expect(NumberFormat.asTyped.sheetCode(for: .float) == nil)
        #expect(NumberFormat(groupsThousands: true).sheetCode(for: .int) == "#,##0")
    }

    @Test("Exact decimals as typed keep their zeros at the end")
    func decimals() async throws {
        var table = try RecordTable(fieldNames: ["P"], fieldTypes: [.decimal])
        for text in ["10.90", "7", "0.5"] { try table.addRecord([.decimal(try #require(DecimalNumber(text)))]) }
        let html = try await text(table, .html(header: false))
        #expect(
            html.contains(#"sdval="10.90" sdnum="1033;0;0.00" style="mso-number-format:&quot;0\.00&quot;">10.90</td>"#))
        #expect(html.contains(#"<td sdval="7" sdnum="1033;">7</td>"#))
        let gnumeric = try await text(table, .gnumericCells(header: false))
        #expect(gnumeric.contains(#"ValueType="40" ValueFormat="0.00">10.90</gnm:Cell>"#))
        #expect(gnumeric.contains(#"ValueType="40">7</gnm:Cell>"#))
    }

    @Test(
        "The codes of spreadsheets are formats",
        arguments: [
            ("0.00", NumberFormat(places: 2)), ("#,##0", NumberFormat(places: 0, groupsThousands: true)),
            ("General", .asTyped), ("0.0%", NumberFormat(places: 1, unit: "%", isPercent: true)),
            (
                "[$$-409]#,##0.00;[RED]-[$$-409]#,##0.00",
                NumberFormat(places: 2, groupsThousands: true, unit: "$", unitPlace: .before)
            ),
            ("#.##0,00 [$€-407]", NumberFormat(places: 2, groupsThousands: true, unit: " €")),
            ("_(\"$\"* #,##0.00_)", NumberFormat(places: 2, groupsThousands: true, unit: "$", unitPlace: .before)),
            ("£#,##0", NumberFormat(places: 0, groupsThousands: true, unit: "£", unitPlace: .before)),
            ("0.0\\ \\k\\g", NumberFormat(places: 1, unit: " kg")),
        ])
    func read(code: String, format: NumberFormat) {
        #expect(NumberFormat(sheetCode: code) == format)
    }

    @Test("Formats come back from their codes", arguments: [nil, 0, 2, 15], [" €", "%", "$", "5\"x", ""])
    func comesBack(places: Int?, unit: String) throws {
        for isBefore in [false, true] {
            for isPercent in [false, true] where !isPercent || places != nil {
                let format = NumberFormat(
                    places: places, groupsThousands: places != nil, unit: unit, unitPlace: isBefore ? .before : .after,
                    isPercent: isPercent)
                guard let code = format.sheetCode(for: .float) else { continue }
                #expect(NumberFormat(sheetCode: code) == format, "\(code)")
            }
        }
    }

    @Test(
        "Codes of other kinds are none, and no code is a fault",
        arguments: [
            "YYYY-MM-DD", "0.00E+00", "# ?/?", "@", "", "\"", "[", "\\", "0.", "#,##0,00", "BOOLEAN", "0 0", "%%%%",
        ])
    func noFormat(code: String) {
        #expect(NumberFormat(sheetCode: code) == nil)
    }

    @Test("On the clipboard: the value, the format, and the text that is shown")
    func clipboard() async throws {
        let schema = try Schema(names: ["P", "N"], types: [.float, .int])
            .with([NumberFormat(places: 2, groupsThousands: true, unit: " <€>"), .asTyped])
        var table = RecordTable(schema: schema)
        try table.addRecord([.float(1_234.5), .int(7)])
        let html = try await text(table, .html(header: false))
        #expect(
            html.contains(
                "<td sdval=\"1234.5\" sdnum=\"1033;0;#,##0.00&quot; &lt;€&gt;&quot;\" "
                    + ##"style="mso-number-format:&quot;\#\,\#\#0\.00\0022 \&lt;€\&gt;\0022&quot;">"##
                    + "1,234.50 &lt;€&gt;</td>"
                    + "<td sdval=\"7\" sdnum=\"1033;\">7</td>"))
        let gnumeric = try await text(table, .gnumericCells(header: false))
        #expect(gnumeric.contains("ValueType=\"40\" ValueFormat=\"#,##0.00&quot; &lt;€&gt;&quot;\">1234.5</gnm:Cell>"))
        #expect(gnumeric.contains("Col=\"1\" ValueType=\"40\">7</gnm:Cell>"))
    }

    private func text(_ table: RecordTable, _ format: TableExport.Format) async throws -> String {
        String(decoding: try await TableExport(TablePart(table), as: format).bytes(), as: UTF8.self)
    }
}
