/// A form that tells a spreadsheet of which kind each cell is.
protocol SpreadsheetForm: RecordForm {
    /// Appends a cell that is a truth value to the spreadsheet.
    func appendTruthValue(_ flag: Bool, to text: inout TextBuffer)
}

/// The cells of a form for true and false, made once.
struct FlagCells: Sendable {
    private var trueCell: [UInt8] = []
    private var falseCell: [UInt8] = []

    /// No cells yet.
    init() {}

    /// Truth values, unless the style has other words for them: these are numbers, or texts.
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
