/// Lines of cells that spreadsheets do not take for formulas (see ``SeparatedText/WritingOptions/guardsFormulas``).
struct GuardedForm: RecordForm {
    private let form: SeparatedForm

    init(_ options: SeparatedText.WritingOptions) {
        form = SeparatedForm(options)
    }

    /// Whether a spreadsheet may take the text for a formula; Gnumeric does so even after blanks.
    static func isGuarded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first else { return false }
        if "=+-@\t\r\n".utf8.contains(first) { return true }
        guard blankStarts.contains(where: text.starts) else { return false }
        let scalars = String(decoding: text.prefix(longestBlanks), as: UTF8.self).unicodeScalars
        let start = scalars.first { !$0.properties.isWhitespace && $0 != "\u{feff}" }
        return start.map("=+-@".unicodeScalars.contains) ?? (text.count > longestBlanks)
    }

    /// What blanks begin with, and little else.
    private static let blankStarts: [[UInt8]] = [
        [0x20], [0xc2, 0xa0], [0xc2, 0x85], [0xe1, 0x9a], [0xe2, 0x80], [0xe2, 0x81], [0xe3, 0x80, 0x80], [0xef, 0xbb],
    ]

    /// In bytes.
    private static let longestBlanks = 256

    func appendStart(of part: TablePart, to text: inout TextBuffer) {
        form.appendHeader(
            part.fieldNames.map { name in
                var name = name
                return name.withUTF8(Self.isGuarded) ? "'" + name : name
            }, to: &text)
    }

    @inline(__always)
    func startRecord(_ record: Int, in text: inout TextBuffer) { form.startRecord(record, in: &text) }

    @inline(__always)
    func startCell(ofField field: Int, record: Int, in text: inout TextBuffer) {
        form.startCell(ofField: field, record: record, in: &text)
    }

    @inline(__always)
    func endRecord(in text: inout TextBuffer) { form.endRecord(in: &text) }

    func appendEnd(to text: inout TextBuffer) { form.appendEnd(to: &text) }

    @inline(__always)
    func appendEmptyCell(to text: inout TextBuffer) { form.appendEmptyCell(to: &text) }

    @inline(__always)
    func append(cell number: Int, to text: inout TextBuffer) { form.append(cell: number, to: &text) }

    @inline(__always)
    func append(cell number: Double, to text: inout TextBuffer) { form.append(cell: number, to: &text) }

    @inline(__always)
    func append(cell flag: Bool, to text: inout TextBuffer) { form.append(cell: flag, to: &text) }

    func append(cell utf8: UnsafeBufferPointer<UInt8>, to text: inout TextBuffer) {
        guard Self.isGuarded(utf8) else { return form.append(cell: utf8, to: &text) }
        var guarded = TextBuffer(capacity: utf8.count + 1 + CellScanner.padding)
        guarded.append(UInt8(ascii: "'"))
        guarded.append(utf8)
        form.append(cell: guarded.bytes, to: &text)
    }
}
