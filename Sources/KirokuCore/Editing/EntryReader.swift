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
    public func read(_ text: String) -> CellValue {
        if text.isEmpty { return .empty }
        if type == .string { return .string(text) }
        let entry = Entry(text)
        if entry.text.isEmpty { return .empty }
        return switch result(of: entry) {
        case .success(let value): value
        case .failure: .unfit(text)
        }
    }

    /// Why the text does not fit the field's type, or `nil` if it does.
    public func reason(_ text: String) -> UnfitReason? {
        let entry = Entry(text)
        if entry.text.isEmpty || type == .string { return nil }
        return switch result(of: entry) {
        case .success: nil
        case .failure(let failure): failure.reason
        }
    }

    private struct Failure: Error {
        let reason: UnfitReason
    }

    private func result(of entry: Entry) -> Result<CellValue, Failure> {
        switch type {
        case .int:
            guard entry.isWholeNumber else { return .failure(Failure(reason: .notAWholeNumber)) }
            return Int(entry.text).map { .success(.int($0)) } ?? .failure(Failure(reason: .tooLargeForWholeNumber))
        case .float:
            let entry = decimalSign == .comma ? entry.withPoint : entry
            guard entry.isNumber, let number = Double(entry.text) else {
                return .failure(Failure(reason: .notANumber))
            }
            return number.isFinite ? .success(.float(number)) : .failure(Failure(reason: .tooLargeForNumber))
        case .bool:
            return entry.flag.map { .success(.bool($0)) } ?? .failure(Failure(reason: .notTrueOrFalse))
        case .string:
            return .success(.string(entry.text))
        }
    }
}
