import KirokuCore
import Testing

@testable import KirokuPresentation

/// What programs have put on the clipboard, as it was recorded from them.
@Suite("Cells from other programs")
struct PastedFormsTests {
    @Test("Calc's table holds the values beside what it shows")
    func calc() throws {
        let block = try #require(
            PastedCells(
                html: Array(
                    """
                    <!DOCTYPE html>

                    <html>
                    <head>
                    \t
                    \t<meta http-equiv="content-type" content="text/html; charset=utf-8"/>
                    \t<title></title>
                    \t<meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/>
                    \t<style type="text/css">
                    \t\ta.comment-indicator:hover + comment { background:#ffd; }
                    \t</style>
                    </head>

                    <body>
                    <table cellspacing="0" border="0">
                    \t<colgroup span="2" width="89"></colgroup>
                    \t<tr>
                    \t\t<td height="34" align="left">one<br>two</td>
                    \t\t<td align="right" sdval="3.14159265358979" sdnum="1033;0;0.00">3.14</td>
                    \t</tr>
                    \t<tr>
                    \t\t<td align="right" sdval="1234.5" sdnum="1033;1033;[$$-409]#,##0.00">$1,234.50</td>
                    \t\t<td align="right" sdval="0.125" sdnum="1033;0;0.00%">12.50%</td>
                    \t</tr>
                    \t<tr>
                    \t\t<td align="right" sdval="1" sdnum="1033;0;BOOLEAN">TRUE</td>
                    \t\t<td align="right" sdval="45413" sdnum="1033;0;D/M/YYYY">1/5/2024</td>
                    \t</tr>
                    \t<tr>
                    \t\t<td height="18" align="left"> &lt;&amp; &quot;q&quot;</td>
                    \t\t<td align="left"><br></td>
                    \t</tr>
                    \t<tr>
                    \t\t<td align="right" sdval="0" sdnum="1033;0;0.00">Err:510</td>
                    \t\t<td align="right" sdval="9007199254740991" sdnum="1033;">9007199254740991</td>
                    \t</tr>
                    </table>
                    </body>

                    </html>
                    """.utf8)))
        #expect(
            texts(block) == [
                ["one\ntwo", "3.14159265358979"], ["1234.5", "0.125"], ["true", "2024-05-01"], [" <& \"q\"", nil],
                ["Err:510", "9007199254740991"],
            ])
    }

    @Test("Gnumeric's own form holds all digits, and values beside formulas")
    func gnumeric() throws {
        let block = try #require(
            PastedCells(
                gnumeric: Array(
                    """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <gnm:ClipboardRange xmlns:gnm="http://www.gnumeric.org/v10.dtd" Cols="2" Rows="5" BaseCol="0" \
                    BaseRow="0" FloatRadix="2" FloatDigits="64">
                      <gnm:Styles>
                        <gnm:StyleRegion startCol="1" startRow="1" endCol="1" endRow="1">
                          <gnm:Style HAlign="GNM_HALIGN_GENERAL" Format="d/m/yyyy">
                            <gnm:Font Unit="10" Bold="0">Sans</gnm:Font>
                          </gnm:Style>
                        </gnm:StyleRegion>
                      </gnm:Styles>
                      <gnm:Cells>
                        <gnm:Cell Row="0" Col="0" ValueType="60">one
                    two</gnm:Cell>
                        <gnm:Cell Row="0" Col="1" ValueType="40" ValueFormat="0.00%">0.125</gnm:Cell>
                        <gnm:Cell Row="1" Col="0" ValueType="20">TRUE</gnm:Cell>
                        <gnm:Cell Row="1" Col="1" ValueType="40">45413</gnm:Cell>
                        <gnm:Cell Row="2" Col="0" ValueType="60">9007199254740993</gnm:Cell>
                        <gnm:Cell Row="2" Col="1" ExprID="1" ValueType="40" Value="0.333333333333333333342">=1/3</gnm:Cell>
                        <gnm:Cell Row="3" Col="0" ValueType="60"> &lt;&amp; &quot;q&quot;</gnm:Cell>
                        <gnm:Cell Row="3" Col="1" ValueType="40">9007199254740993</gnm:Cell>
                      </gnm:Cells>
                    </gnm:ClipboardRange>
                    """.utf8)))
        #expect(
            texts(block) == [
                ["one\ntwo", "0.125"], ["true", "2024-05-01"], ["9007199254740993", "0.3333333333333333"],
                [" <& \"q\"", "9007199254740993"], [nil, nil],
            ])
    }

    @Test("Kiroku's own forms come back as they were")
    func own() async throws {
        var table = try RecordTable(fieldNames: ["A", "B", "C"], fieldTypes: [.string, .float, .bool])
        try table.addRecord([.string("one\ntwo & <b>"), .float(12.5), .bool(true)])
        try table.addRecord([.string("007"), .float(0.1), .empty])
        try table.addRecord([.string("  two  blanks \n x"), .empty, .empty])
        let part = TablePart(table)
        let gnumeric = try await TableExport(part, as: .gnumericCells(header: true, style: .init())).bytes()
        let html = try await TableExport(part, as: .html(header: true, style: .init())).bytes()
        let expected = [
            ["A", "B", "C"], ["one\ntwo & <b>", "12.5", "true"], ["007", "0.1", nil], ["  two  blanks \n x", nil, nil],
        ]
        #expect(PastedCells(gnumeric: gnumeric).map(texts) == expected)
        #expect(PastedCells(html: html).map(texts) == expected)
    }

    @Test("Values of Excel and Google Sheets, and the cells of a web page")
    func others() throws {
        let excel = """
            <html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=Generator content="Microsoft Excel 15">
            <style>td{mso-number-format:General}</style></head><body><table border=0><!--StartFragment-->
             <tr><td class=xl65 x:num="3.1415926535897931">3.14</td><td x:num="45413">01.05.2024</td>
              <td>one<br style='mso-data-placement:same-cell;'>
              two</td><td x:bool="TRUE">WAHR</td></tr><!--EndFragment--></table></body></html>
            """
        #expect(cells(excel) == [["3.141592653589793", "01.05.2024", "one\ntwo", "true"]])
        let google = """
            <meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px}--></style>
            <table><tbody><tr><td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:3.14159}">3.14</td>
            <td data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;a&quot;}">a</td></tr></tbody></table>
            """
        #expect(cells(google) == [["3.14159", "a"]])
        let page = """
            <meta http-equiv="content-type" content="text/html; charset=utf-8"><table><tr><th rowspan=2> Town
             hall</th><th colspan="2">Visits</th></tr><tr><td>1,234</td><td>&nbsp;</td><tr><td><p>a</p><p>b</p>
            <td><table><tr><td>c</td></tr></table></table>
            """
        #expect(cells(page) == [["Town hall", "Visits", nil], [nil, "1,234", nil], ["a\nb", "c", nil]])
    }

    @Test("What is no table alone is left to the text")
    func notATable() {
        for html in ["", "<p>text</p>", "<p>before</p><table><tr><td>1</td></tr></table>", "<table></table>", "<"] {
            #expect(PastedCells(html: Array(html.utf8)) == nil)
        }
        for xml in ["", "<a/>", "<gnm:ClipboardRange/>", "<gnm:Cells><gnm:Cell Row='0' Col='0'>a</gnm:Cell>"] {
            #expect(PastedCells(gnumeric: Array(xml.utf8)) == nil)
        }
    }

    @Test("Input out of all proportion is refused")
    func hostile() {
        let wide = String(repeating: "<td colspan=1000>a", count: 5_000)
        #expect(PastedCells(html: Array("<table><tr>\(wide)".utf8)) == nil)
        let ragged = wide.prefix(10_000) + String(repeating: "<tr><td>a", count: 10_000)
        #expect(PastedCells(html: Array("<table><tr>\(ragged)".utf8)) == nil)
        let far =
            "<gnm:ClipboardRange Cols='3' Rows='3'><gnm:Cell Row='9999999' Col='9999999' ValueType='60'>a</gnm:Cell>"
        #expect(PastedCells(gnumeric: Array(far.utf8)) == nil)
        let negative = "<gnm:ClipboardRange Cols='-1' Rows='2'><gnm:Cell Row='-1' Col='0' ValueType='60'>a</gnm:Cell>"
        #expect(PastedCells(gnumeric: Array(negative.utf8)) == nil)
    }

    @Test("Any bytes are read without a fault", arguments: 0..<200 as Range<UInt64>)
    func anyBytes(seed: UInt64) {
        var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        let pieces = [
            "<table>", "<tr>", "<td rowspan=3 colspan=2>", "<td sdval='1e999' sdnum=';;D'>", "</td>", "</table>",
            "<!--",
            "-->", "<![CDATA[", "]]>", "&#x110000;", "&amp", "<style>", "</style", "<br/>", "\"", "'", "=", ">", "<",
            "<gnm:ClipboardRange Cols='2' Rows='2'>", "<gnm:Cell Row='1' Col='1' ValueType='40'>", "</gnm:Cell>", "12",
            " ",
        ]
        let text = (0..<60).map { _ in pieces[random(pieces.count)] }.joined()
        _ = PastedCells(html: Array(text.utf8))
        _ = PastedCells(gnumeric: Array(text.utf8))
        _ = PastedCells(html: [0xff, 0xfe] + Array(text.utf8))
    }

    @Test(
        "Numbers with the signs of a language",
        arguments: [
            ("1,234.50", "1234.50"), ("$1,234.50", "1234.50"), ("-1,234,567.89", "-1234567.89"), ("12.50%", "0.125"),
            ("(1,234)", "-1234"), ("-$5", "-5"), ("$ -5", "-5"), ("1 234 567", "1234567"), ("¥1,000", "1000"),
            ("5 €", "5"),
            ("100%", "1"), ("０．５％", "0.005"), ("1,234円", "1234"), ("−7%", "-0.07"),
        ])
    func formatted(text: String, number: String) {
        #expect(FormattedNumber(text, decimalSign: ".")?.plainText == number)
    }

    @Test(
        "What is none",
        arguments: ["", "$", "%", "1,23", "1,2345", "12,34.5", "1.2.3", "a1", "1,234,5", "()", "--1", "1%%"])
    func notFormatted(text: String) {
        #expect(FormattedNumber(text, decimalSign: ".") == nil)
    }

    @Test("With a decimal comma, points set thousands apart")
    func comma() {
        #expect(FormattedNumber("1.234.567,89 €", decimalSign: ",")?.plainText == "1234567.89")
        #expect(FormattedNumber("1,234.5", decimalSign: ",") == nil)
    }

    @Test("A paste tells what it overwrites, and how numbers were understood")
    func plan() throws {
        var table = try RecordTable(fieldNames: ["Name", "Price"], fieldTypes: [.string, .float])
        try table.addRecord([.string("a"), .float(1)])
        try table.addRecord([.string("b"), .empty])
        let block = try #require(PastedCells(rows: [["$1,234.50"], ["12.5%"], ["x"]], most: 3))
        let plan = try PastePlan(block, into: try PasteTarget(table: table, records: [0, 1], fields: [1]))
        #expect(plan.overwrittenRecordCount == 1)
        #expect(plan.newRecordCount == 1)
        #expect(plan.formattedCount == 2)
        #expect(plan.formattedExample == "$1,234.50")
        #expect(plan.misfits.map(\.text) == ["x"])
    }

    @Test("What a sheet shows of numbers is the format of their columns")
    func formats() throws {
        let html = """
            <table><tr><td>Price</td><td>Share</td><td>Weight</td><td>Day</td></tr>
            <tr><td sdval="1299" sdnum="1033;1031;#.##0,00 [$€-407]">1.299,00 €</td><td sdval="0.125">12.5%</td>
            <td sdval="3.14159">3.1</td><td sdval="45413" sdnum="1033;0;D/M/YYYY">1/5/2024</td></tr>
            <tr><td sdval="2.5">2,50 €</td><td sdval="0.5">50.0%</td><td sdval="2">2</td><td></td></tr></table>
            """
        let block = try #require(PastedCells(html: Array(html.utf8)))
        #expect(
            block.formats == [
                0: NumberFormat(places: 2, groupsThousands: true, unit: " €"),
                1: NumberFormat(places: 1, unit: "%", isPercent: true),
            ])
        #expect(texts(block)[1] == ["1299", "0.125", "3.14159", "2024-05-01"])
        let google = """
            <table><tr><td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:1234.5}">$1,234.50</td></tr></table>
            """
        #expect(
            PastedCells(html: Array(google.utf8))?.formats == [
                0: NumberFormat(places: 2, groupsThousands: true, unit: "$", unitPlace: .before)
            ])
        let gnumeric = """
            <gnm:ClipboardRange Cols="1" Rows="2"><gnm:Cell Row="0" Col="0" ValueType="40" ValueFormat="0.00%">0.1</gnm:Cell>
            <gnm:Cell Row="1" Col="0" ValueType="40" ValueFormat="0.00%">0.25</gnm:Cell></gnm:ClipboardRange>
            """
        #expect(
            PastedCells(gnumeric: Array(gnumeric.utf8))?.formats == [
                0: NumberFormat(places: 2, unit: "%", isPercent: true)
            ])
    }

    @Test("A field without numbers gets the format of those that are pasted, with them as one step")
    func fieldFormats() throws {
        let euros = NumberFormat(places: 2, groupsThousands: true, unit: " €")
        let block = try #require(PastedCells(rows: [["1.299,00 €"], ["12,50 €"], ["1.000,00 €"]], most: 3))
        var table = try RecordTable(fieldNames: ["Name", "Price"], fieldTypes: [.string, .float])
        try table.addRecord([.string("a"), .float(1)])
        func plan() throws -> PastePlan {
            try PastePlan(block, into: try PasteTarget(table: table, records: [0], fields: [1]))
        }
        #expect(try plan().formattedFieldCount == 1)
        #expect(try plan().misfits.isEmpty)
        var pasted = table
        let applied = try pasted.apply(try #require(try plan().change))
        #expect(pasted.schema[1].numberFormat == euros)
        #expect((0..<3).map { pasted[$0, 1] } == [.float(1_299), .float(12.5), .float(1_000)])
        _ = try pasted.apply(applied.change.inverse)
        #expect(pasted.schema[1].numberFormat == .asTyped)
        try table.addRecord([.string("b"), .float(2)])
        #expect(try plan().formattedFieldCount == 0, "another number would look different")
    }

    @Test("The form of a column decides what its plain numbers are")
    func columnForm() throws {
        let table = try RecordTable(fieldNames: ["Price"], fieldTypes: [.float])
        let block = try #require(PastedCells(rows: [["1.234"], ["1.234,5"], ["2,25"]], most: 3))
        let plan = try PastePlan(block, into: try PasteTarget(table: table, records: [], fields: [0]))
        var pasted = table
        _ = try pasted.apply(try #require(plan.change))
        #expect((0..<3).map { pasted[$0, 0] } == [.float(1_234), .float(1_234.5), .float(2.25)])
    }

    @Test(
        "The number of a day is a date",
        arguments: [
            ("1", "1899-12-31"), ("60", "1900-02-28"), ("25569", "1970-01-01"), ("36585", "2000-02-29"),
            ("2958465", "9999-12-31"), ("0", nil), ("2958466", nil), ("45413.5", nil),
        ] as [(String, String?)])
    func day(number: String, date: String?) {
        #expect(SheetValue.number(number, format: "YYYY-MM-DD") == date)
    }

    @Test(
        "The number of a moment is a time, or a day with a time",
        arguments: [
            ("0.395833333333333", "HH:MM", "09:30"), ("0.396", "h:mm AM/PM", "09:30:14"), ("0", "HH:MM:SS", "00:00"),
            ("46380.3958333333", "YYYY-MM-DD HH:MM", "2026-12-24 09:30"), ("1.5", "HH:MM", nil),
            ("1.5", "[HH]:MM", nil), ("0.5", "YYYY-MM-DD HH:MM", nil),
        ] as [(String, String, String?)])
    func moment(number: String, format: String, text: String?) {
        #expect(SheetValue.number(number, format: format) == text)
    }

    private func cells(_ html: String) -> [[String?]]? { PastedCells(html: Array(html.utf8)).map(texts) }

    private func texts(_ block: PastedCells) -> [[String?]] {
        (0..<block.recordCount).map { record in
            (0..<block.fieldCount).map { block.text(record: record, field: $0) }
        }
    }
}
