/// Why a text does not fit a field's type.
public enum UnfitReason: Sendable, Hashable {
    /// Not digits, with or without a sign.
    case notAWholeNumber
    /// A whole number, but not one of 64 bits.
    case tooLargeForWholeNumber
    /// Not a number in decimal or exponent form.
    case notANumber
    /// A number, but beyond what a Float can hold.
    case tooLargeForNumber
    /// None of the words for true and false.
    case notTrueOrFalse

    /// What the person is told, such as “abc” is not a whole number.
    ///
    /// A long text is shortened in its middle, and line breaks in it are shown as spaces.
    public func message(for text: String) -> String {
        let values = ["text": ShownText.short(text)]
        return switch self {
        case .notAWholeNumber: localized("“{text}” is not a whole number.", values)
        case .tooLargeForWholeNumber: localized("“{text}” is too large for a whole number.", values)
        case .notANumber: localized("“{text}” is not a number.", values)
        case .tooLargeForNumber: localized("“{text}” is too large for a number.", values)
        case .notTrueOrFalse: localized("“{text}” is not true or false.", values)
        }
    }
}
