/// Reads the texts of a column for a field of a given type, in a style and in all other common forms.
struct FittingReader: Sendable {
    let type: FieldType
    let style: SeparatedText.Style
    /// Whether only the plain form is read; everything else is unfit text then.
    var isExact = false

    /// Reads any text: as a value of the field's type or as unfit text; as ``CellValue/empty`` if it is blank and the
    /// field's type is not String.
    ///
    /// A number that would lose digits is unfit, just as it makes a field of a new document a text field.
    func read(_ text: String) -> CellValue {
        if isExact { return type.kind.cell(exactly: text) }
        let value = type.kind.cell(text, in: style)
        let reader = EntryReader(type: type, decimalSign: style.decimalSign)
        return reader.losesDigits(text, as: value) ? .unfit(text) : value
    }

    func isUnfit(_ text: String) -> Bool { read(text).isUnfit }
}
