/// A form that tells a spreadsheet the type of each cell.
protocol SpreadsheetForm: RecordForm {
    /// Appends a cell that the spreadsheet reads as a truth value.
    func appendTruthValue(_ flag: Bool, to text: inout TextBuffer)
}

/// The cells for true and false in a form, made once.
struct FlagCells: Sendable {
    private var trueCell: [UInt8] = []
    private var falseCell: [UInt8] = []

    /// No cells yet.
    init() {}

    /// Truth values; numbers or texts if the style has other words for them.
    init(_ form: some SpreadsheetForm, _ style: SeparatedText.Style) {
        trueCell = Self.cell(true, style.trueWord, form)
        falseCell = Self.cell(false, style.falseWord, form)
    }

    @inline(__always)
    func append(_ flag: Bool, to text: inout TextBuffer) {
        (flag ? trueCell : falseCell).withUnsafeBufferPointer { text.append($0) }
    }

    private static func cell(_ flag: Bool, _ word: String, _ form: some SpreadsheetForm) -> [UInt8] {
        var text = TextBuffer()
        var word = word
        if word.lowercased() == String(flag) {
            form.appendTruthValue(flag, to: &text)
        } else if let number = Int(word) {
            form.append(cell: number, to: &text)
        } else {
            word.withUTF8 { form.append(cell: $0, to: &text) }
        }
        return Array(text.bytes)
    }
}
