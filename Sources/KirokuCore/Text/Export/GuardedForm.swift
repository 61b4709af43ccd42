/// Lines of cells that spreadsheets do not take for formulas (see ``SeparatedText/WritingOptions/guardsFormulas``).
struct GuardedForm: RecordForm {
    private let form: SeparatedForm

    init(_ options: SeparatedText.WritingOptions) {
        form = SeparatedForm(options)
    }

    /// Whether a spreadsheet may take the text for a formula.
    static func isGuarded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.first.map("=+-@\t\r\n".utf8.contains) ?? false
    }

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
