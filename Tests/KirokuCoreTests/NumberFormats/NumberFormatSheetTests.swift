import Testing

@testable import KirokuCore

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

    @Test("On the clipboard: the value, the format, and the text that is shown")
    func clipboard() async throws {
        let schema = try Schema(names: ["P", "N"], types: [.float, .int])
            .with([NumberFormat(places: 2, groupsThousands: true, unit: " <€>"), .asTyped])
        var table = RecordTable(schema: schema)
        try table.addRecord([.float(1_234.5), .int(7)])
        let html = try await text(table, .html(header: false))
        #expect(
            html.contains(
                "<td sdval=\"1234.5\" sdnum=\"1033;0;#,##0.00&quot; &lt;€&gt;&quot;\">1,234.50 &lt;€&gt;</td>"
                    + "<td sdval=\"7\" sdnum=\"1033;\">7</td>"))
        let gnumeric = try await text(table, .gnumericCells(header: false))
        #expect(gnumeric.contains("ValueType=\"40\" ValueFormat=\"#,##0.00&quot; &lt;€&gt;&quot;\">1234.5</gnm:Cell>"))
        #expect(gnumeric.contains("Col=\"1\" ValueType=\"40\">7</gnm:Cell>"))
    }

    private func text(_ table: RecordTable, _ format: TableExport.Format) async throws -> String {
        String(decoding: try await TableExport(TablePart(table), as: format).bytes(), as: UTF8.self)
    }
}
