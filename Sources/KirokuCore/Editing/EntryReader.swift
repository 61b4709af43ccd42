/// Reads what a person typed or pasted into a cell.
///
/// More generous than the reading of files: blanks around a number, a plus sign, full-width digits and signs, and other
/// words for true and false are understood. What does not fit is kept as it is.
public struct EntryReader: Sendable, Hashable {
    /// Of the field that is typed into.
    public let type: FieldType
    /// What may stand before the decimals of a Float, beside the point, which always may.
    public let decimalSign: SeparatedText.Style.DecimalSign

    /// - Parameters:
    ///   - type: of the field that the text was typed into.
    ///   - decimalSign: what the person writes; `nil` for what is usual in the user's locale.
    public init(type: FieldType, decimalSign: SeparatedText.Style.DecimalSign? = nil) {
        self.type = type
        self.decimalSign = decimalSign ?? usualDecimalSign()
    }

    /// What the cell holds then: a value of the field's type, ``CellValue/unfit(_:)``, or ``CellValue/empty`` for a text
    /// without characters and, but for String, one of blanks.
    public func read(_ text: String) -> CellValue { type.kind.cell(typed: text, decimalSign: decimalSign) }

    /// Why the text does not fit the field's type, or `nil` if it does.
    public func reason(_ text: String) -> UnfitReason? { type.kind.reason(typed: text, decimalSign: decimalSign) }
}
