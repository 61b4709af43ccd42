/// A table for the clipboard in which spreadsheets recognise the type of each cell.
///
/// LibreOffice Calc reads `sdval`, a number's value, and `sdnum`, a language and a number format; the format `@` means
/// text. Excel reads the format from `mso-number-format`. Other programs ignore these attributes, and see numbers as
/// Kiroku shows them.
struct HTMLForm: SpreadsheetForm {
    private let hasHeader: Bool
    private var flags = FlagCells()
    private var format = NumberFormat.asTyped
    /// The attributes from the format on, as Calc and Excel read them; empty for numbers as typed.
    private var code: [UInt8] = []
    /// The same for decimals as typed, by the number of their places.
    private static let codesOfPlaces = (0...DecimalNumber.mostDigits).map {
        HTMLForm.attributes(NumberFormat.sheetCode(places: $0))
    }

    init(header: Bool, style: SeparatedText.Style) {
        hasHeader = header
        flags = FlagCells(self, style)
    }

    func form(for field: FieldDefinition) -> HTMLForm {
        guard let code = field.numberFormat.sheetCode(for: field.type) else { return self }
        var form = self
        form.format = field.numberFormat
        form.code = Self.attributes(code)
        return form
    }

    /// The rest of `sdnum`, and the equivalent style for Excel.
    private static func attributes(_ code: String) -> [UInt8] {
        let style = code.unicodeScalars.map { scalar -> String in
            if scalar == "\"" { return "\\0022" }
            let isPlain =
                scalar.value > 127 || scalar == " " || Character(scalar).isLetter || Character(scalar).isNumber
            return (isPlain ? "" : "\\") + String(scalar)
        }
        let quoted = "mso-number-format:\"\(style.joined())\""
        return ("0;" + code).attributeBytes + Array("\" style=\"".utf8) + quoted.attributeBytes
    }

    func appendStart(of part: TablePart, to text: inout TextBuffer) {
        text.append(
            """
            <html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body><table>

            """ as StaticString)
        guard hasHeader else { return }
        startRecord(0, in: &text)
        for name in part.fieldNames {
            var name = name
            name.withUTF8 {
                text.append("<th sdnum=\"1033;0;@\">" as StaticString)
                text.append(html: $0)
                text.append("</th>" as StaticString)
            }
        }
        endRecord(in: &text)
    }

    @inline(__always)
    func startRecord(_ record: Int, in text: inout TextBuffer) { text.append("<tr>" as StaticString) }

    @inline(__always)
    func startCell(ofField field: Int, record: Int, in text: inout TextBuffer) {}

    @inline(__always)
    func endRecord(in text: inout TextBuffer) { text.append("</tr>\n" as StaticString) }

    func appendEnd(to text: inout TextBuffer) { text.append("</table></body></html>\n" as StaticString) }

    @inline(__always)
    func appendEmptyCell(to text: inout TextBuffer) { text.append("<td></td>" as StaticString) }

    @inline(__always)
    func append(cell number: Int, to text: inout TextBuffer) {
        let start = startNumber(in: &text)
        text.append(number)
        guard code.isEmpty else { return endNumber(shownAs: format.text(number), in: &text) }
        endNumber(from: start, in: &text)
    }

    @inline(__always)
    func append(cell number: Double, to text: inout TextBuffer) {
        let start = startNumber(in: &text)
        text.append(plain: number)
        guard code.isEmpty else { return endNumber(shownAs: format.text(number), in: &text) }
        endNumber(from: start, in: &text)
    }

    func append(cell number: DecimalNumber, to text: inout TextBuffer) {
        let start = startNumber(in: &text)
        text.append(number)
        if !code.isEmpty { return endNumber(shownAs: format.text(number), in: &text) }
        guard number.places > 0 else { return endNumber(from: start, in: &text) }
        // Without a format, spreadsheets drop trailing zeros, which are significant here.
        let end = text.count
        text.append("\" sdnum=\"1033;" as StaticString)
        Self.codesOfPlaces[number.places].withUnsafeBufferPointer { text.append($0) }
        text.append("\">" as StaticString)
        text.appendAgain(start..<end)
        text.append("</td>" as StaticString)
    }

    /// Returns where the number begins.
    @inline(__always)
    private func startNumber(in text: inout TextBuffer) -> Int {
        text.append("<td sdval=\"" as StaticString)
        return text.count
    }

    /// Ends the cell of a number that begins at `start`, and writes the number again as the visible text.
    @inline(__always)
    private func endNumber(from start: Int, in text: inout TextBuffer) {
        let end = text.count
        text.append("\" sdnum=\"1033;\">" as StaticString)
        text.appendAgain(start..<end)
        text.append("</td>" as StaticString)
    }

    /// Ends the cell of a number in the format.
    private func endNumber(shownAs shown: String, in text: inout TextBuffer) {
        text.append("\" sdnum=\"1033;" as StaticString)
        code.withUnsafeBufferPointer { text.append($0) }
        text.append("\">" as StaticString)
        var shown = shown
        shown.withUTF8 { text.append(html: $0) }
        text.append("</td>" as StaticString)
    }

    @inline(__always)
    func append(cell flag: Bool, to text: inout TextBuffer) { flags.append(flag, to: &text) }

    func appendTruthValue(_ flag: Bool, to text: inout TextBuffer) {
        text.append(
            flag
                ? "<td sdval=\"1\" sdnum=\"1033;1033;BOOLEAN\">TRUE</td>"
                : "<td sdval=\"0\" sdnum=\"1033;1033;BOOLEAN\">FALSE</td>" as StaticString)
    }

    /// Spreadsheets get a real date; Excel and Google Sheets read it from the text.
    func append<Value: CalendarValue>(cell value: Value, to text: inout TextBuffer) {
        guard let number = value.sheetNumber else { return append(textOf: value, to: &text) }
        text.append("<td sdval=\"" as StaticString)
        text.append(plain: number)
        text.append("\" sdnum=\"1033;1033;" as StaticString)
        text.append(value.sheetCode)
        text.append("\">" as StaticString)
        value.append(to: &text)
        text.append("</td>" as StaticString)
    }

    @inline(__always)
    func append(cell utf8: UnsafeBufferPointer<UInt8>, to text: inout TextBuffer) {
        text.append("<td sdnum=\"1033;0;@\">" as StaticString)
        text.append(html: utf8)
        text.append("</td>" as StaticString)
    }
}

extension TextBuffer {
    /// Appends a text as the content of an element, with `<br>` for each line break, and U+FFFD for NUL, which HTML
    /// does not allow.
    fileprivate mutating func append(html utf8: UnsafeBufferPointer<UInt8>) {
        func isSpecial(_ place: Int) -> Bool {
            isSpecialInHTML(utf8[place]) && !Self.isBlankInLine(place, of: utf8)
        }
        append(utf8, where: isSpecial) { place, text in
            switch utf8[place] {
            case ASCII.blank: text.append(blankAt: place, of: utf8)
            case ASCII.ampersand: text.append("&amp;" as StaticString)
            case ASCII.less: text.append("&lt;" as StaticString)
            case ASCII.greater: text.append("&gt;" as StaticString)
            case ASCII.lineFeed where place > 0 && utf8[place - 1] == ASCII.carriageReturn: break
            case ASCII.carriageReturn, ASCII.lineFeed: text.append("<br>" as StaticString)
            default: text.append("\u{fffd}" as StaticString)
            }
        }
    }

    /// Appends a blank that readers would drop, in Excel's form: in such an element, Excel, Calc and Kiroku read
    /// non-breaking blanks as ordinary ones.
    private mutating func append(blankAt place: Int, of utf8: UnsafeBufferPointer<UInt8>) {
        if place == 0 || utf8[place - 1] != ASCII.blank {
            append("<span style=\"mso-spacerun:yes\">" as StaticString)
        }
        append("&nbsp;" as StaticString)
        if place + 1 == utf8.count || utf8[place + 1] != ASCII.blank { append("</span>" as StaticString) }
    }

    /// Whether a byte is a single blank between other characters of its line, which no reader drops.
    @inline(__always)
    private static func isBlankInLine(_ place: Int, of utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        guard utf8[place] == ASCII.blank, place > 0, place + 1 < utf8.count else { return false }
        return [utf8[place - 1], utf8[place + 1]].allSatisfy {
            $0 != ASCII.blank && $0 != ASCII.lineFeed && $0 != ASCII.carriageReturn
        }
    }
}

@inline(__always)
private func isSpecialInHTML(_ byte: UInt8) -> Bool {
    byte < 64 && specialInHTML & 1 << UInt64(truncatingIfNeeded: byte) != 0
}

/// A bit for each byte below 64: NUL, LF, CR, the blank, `&`, `<` and `>`.
private let specialInHTML: UInt64 = 1 << 0 | 1 << 10 | 1 << 13 | 1 << 32 | 1 << 38 | 1 << 60 | 1 << 62
