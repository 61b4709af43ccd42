/// Reads the texts of a column for a field of a given type, as a style writes them and in any other form that people write.
struct FittingReader: Sendable {
    let type: FieldType
    let style: SeparatedText.Style

    /// Any text: a value of the field's type, or unfit text; ``CellValue/empty`` for blanks in a typed field.
    ///
    /// A number that would lose digits is unfit, as it makes the field of a new document text.
    func read(_ text: String) -> CellValue {
        let value = type.kind.cell(text, in: style)
        let reader = EntryReader(type: type, decimalSign: style.decimalSign)
        return reader.losesDigits(text, as: value) ? .unfit(text) : value
    }

    func isUnfit(_ text: String) -> Bool { read(text).isUnfit }
}
