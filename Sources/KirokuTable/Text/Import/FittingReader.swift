/// Reads the texts of a column for a field of a given type, in a style and in all other common forms.
struct FittingReader: Sendable {
    let type: FieldType
    let style: SeparatedText.Style
    /// Whether only the plain form is read; everything else is unfit text then.
    let isExact: Bool
    /// The form that the numbers of the column have, if it is not the plain one.
    let form: NumberForm?

    /// - Parameter form: the form that the numbers of the column have, if it is not the plain one.
    init(type: FieldType, style: SeparatedText.Style, isExact: Bool = false, form: NumberForm? = nil) {
        self.type = type
        self.isExact = isExact
        self.form = form
        var style = style
        if let form { style.decimalSign = form.decimalSign }
        self.style = style
    }

    /// Reads any text: as a value of the field's type or as unfit text; as ``CellValue/empty`` if it is blank and the
    /// field's type is not String.
    ///
    /// A number that would lose digits is unfit, just as it makes a field of a new document a text field.
    func read(_ text: String) -> CellValue {
        if isExact { return type.kind.cell(exactly: text) }
        if let form, let plain = form.plain(text), let value = type.kind.cell(plain: plain) { return value }
        let value = type.kind.cell(text, in: style)
        let reader = EntryReader(type: type, decimalSign: style.decimalSign)
        return reader.losesDigits(text, as: value) ? .unfit(text) : value
    }

    func isUnfit(_ text: String) -> Bool { read(text).isUnfit }
}
