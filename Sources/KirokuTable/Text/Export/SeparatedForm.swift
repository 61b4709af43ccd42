/// Lines of cells with a separator between them, as ``SeparatedText`` describes them.
struct SeparatedForm: RecordForm {
    private let separator: UInt8
    private let hasHeader: Bool
    private let usesComma: Bool
    private let guardsFormulas: Bool
    private let dates: DateStyle
    /// Whether dates are written in the form of ISO 8601, which needs no style.
    private let usesISODates: Bool
    private let trueCell: [UInt8]
    private let falseCell: [UInt8]

    init(_ options: SeparatedText.WritingOptions) {
        separator = options.separator.byte
        hasHeader = options.header
        usesComma = options.style.decimalSign == .comma
        guardsFormulas = options.guardsFormulas
        dates = options.style.dates
        usesISODates = dates.isISO
        trueCell = Self.cell(options.style.trueWord, separator)
        falseCell = Self.cell(options.style.falseWord, separator)
    }

    private static func cell(_ text: String, _ separator: UInt8) -> [UInt8] {
        var text = text
        var cell = TextBuffer()
        text.withUTF8 { cell.append(quoted: $0, separator: separator) }
        return Array(cell.bytes)
    }

    func appendStart(of part: TablePart, to text: inout TextBuffer) {
        guard hasHeader else { return }
        for (field, name) in part.fieldNames.enumerated() {
            startCell(ofField: field, record: 0, in: &text)
            var name = name
            name.withUTF8 { append(cell: $0, to: &text) }
        }
        endRecord(in: &text)
    }

    @inline(__always)
    func startRecord(_ record: Int, in text: inout TextBuffer) {}

    @inline(__always)
    func startCell(ofField field: Int, record: Int, in text: inout TextBuffer) {
        if field > 0 { text.append(separator) }
    }

    @inline(__always)
    func endRecord(in text: inout TextBuffer) { text.append(ASCII.lineFeed) }

    func appendEnd(to text: inout TextBuffer) {}

    @inline(__always)
    func appendEmptyCell(to text: inout TextBuffer) {}

    @inline(__always)
    func append(cell number: Int, to text: inout TextBuffer) { text.append(number) }

    @inline(__always)
    func append(cell number: Double, to text: inout TextBuffer) {
        if usesComma { appendWithComma(to: &text) { $0.append(plain: number) } } else { text.append(plain: number) }
    }

    func append(cell number: DecimalNumber, to text: inout TextBuffer) {
        if usesComma { appendWithComma(to: &text) { $0.append(number) } } else { text.append(number) }
    }

    /// Appends the number that `write` appends, with a comma instead of the point.
    private func appendWithComma(to text: inout TextBuffer, _ write: (inout TextBuffer) -> Void) {
        let quotes = separator == ASCII.comma
        if quotes { text.append(ASCII.quote) }
        let start = text.count
        write(&text)
        text.replaceFirst(ASCII.point, by: ASCII.comma, from: start)
        if quotes { text.append(ASCII.quote) }
    }

    @inline(__always)
    func append(cell flag: Bool, to text: inout TextBuffer) {
        (flag ? trueCell : falseCell).withUnsafeBufferPointer { text.append($0) }
    }

    @inline(__always)
    func append<Value: CalendarValue>(cell value: Value, to text: inout TextBuffer) {
        if usesISODates { append(textOf: value, to: &text) } else { append(inStyle: value, to: &text) }
    }

    private func append<Value: CalendarValue>(inStyle value: Value, to text: inout TextBuffer) {
        var plain = TextBuffer(capacity: 64)
        value.append(to: &plain, in: dates)
        append(cell: plain.bytes, to: &text)
    }

    @inline(__always)
    func append(cell utf8: UnsafeBufferPointer<UInt8>, to text: inout TextBuffer) {
        if guardsFormulas, FormulaGuard.isNeeded(for: utf8) { return appendGuarded(utf8, to: &text) }
        text.append(quoted: utf8, separator: separator)
    }

    /// Appends a text with an apostrophe before it, so that spreadsheets do not take it for a formula.
    private func appendGuarded(_ utf8: UnsafeBufferPointer<UInt8>, to text: inout TextBuffer) {
        var guarded = TextBuffer(capacity: utf8.count + 1 + CellScanner.padding)
        guarded.append(UInt8(ascii: "'"))
        guarded.append(utf8)
        text.append(quoted: guarded.bytes, separator: separator)
    }
}

extension TextBuffer {
    /// Appends a text as a cell: in double quotes if it would be misread without them, and as `""` if it is empty.
    package mutating func append(quoted text: UnsafeBufferPointer<UInt8>, separator: UInt8) {
        guard needsQuotes(text, separator: separator) else { return append(text) }
        append(ASCII.quote)
        for byte in text {
            if byte == ASCII.quote { append(ASCII.quote) }
            append(byte)
        }
        append(ASCII.quote)
    }

    @inline(__always)
    private func needsQuotes(_ text: UnsafeBufferPointer<UInt8>, separator: UInt8) -> Bool {
        var position = 0
        while position < text.count {
            let word = ByteWord.load(text, at: position)
            let marks =
                ByteWord.marksUpToReturn(in: word) | ByteWord.marks(of: ASCII.quote, in: word)
                | ByteWord.marks(of: separator, in: word)
            if marks != 0, text[position...].prefix(8).contains(where: { isSpecial($0, separator) }) { return true }
            position += 8
        }
        return text.isEmpty
    }

    private func isSpecial(_ byte: UInt8, _ separator: UInt8) -> Bool {
        byte == separator || byte == ASCII.quote || byte == ASCII.tab || byte == ASCII.lineFeed
            || byte == ASCII.carriageReturn
    }
}
