/// Reads the texts of a column for a field of a given type, as a style writes them and in any other form that people write.
struct FittingReader: Sendable {
    let type: FieldType
    let style: SeparatedText.Style

    /// Any text: a value of the field's type, or unfit text; ``CellValue/empty`` for blanks in a typed field.
    func read(_ text: String) -> CellValue { type.kind.cell(text, in: style) }

    func isUnfit(_ text: String) -> Bool { read(text).isUnfit }
}
