/// Why a text does not fit a field's type.
public struct UnfitReason: Error, Sendable, Hashable {
    private let name: String
    private let sentence: @Sendable (_ values: [String: String]) -> String

    /// - Parameters:
    ///   - name: distinguishes it from other reasons.
    ///   - sentence: the message, with the text as one of the values.
    package init(_ name: String, _ sentence: @escaping @Sendable (_ values: [String: String]) -> String) {
        self.name = name
        self.sentence = sentence
    }

    /// The message for the user, such as “abc” is not a whole number.
    ///
    /// A long text is shortened in its middle, and line breaks in it are shown as spaces.
    public func message(for text: String) -> String { sentence(["text": ShownText.short(text)]) }

    /// Whether they are the same reason.
    public static func == (left: UnfitReason, right: UnfitReason) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension UnfitReason {
    /// Not digits, with or without a sign.
    public static let notAWholeNumber = UnfitReason("not a whole number") {
        localized("“{text}” is not a whole number.", $0)
    }
    /// A whole number, but not one of 64 bits.
    public static let tooLargeForWholeNumber = UnfitReason("too large for a whole number") {
        localized("“{text}” is too large for a whole number.", $0)
    }
    /// Not a number in decimal or exponent form.
    public static let notANumber = UnfitReason("not a number") { localized("“{text}” is not a number.", $0) }
    /// A number, but beyond what a Float can hold.
    public static let tooLargeForNumber = UnfitReason("too large for a number") {
        localized("“{text}” is too large for a number.", $0)
    }
    /// A number with more digits than ``DecimalNumber/mostDigits``.
    public static let tooManyDigits = UnfitReason("too many digits") {
        localized("“{text}” has more than 38 digits.", $0)
    }
    /// A number with more digits than the field can hold, or with zeros before it.
    public static let wouldLoseDigits = UnfitReason("would lose digits") {
        localized("“{text}” would lose digits if read as a number.", $0)
    }
    /// No number from 0 to 10.
    public static let notARating = UnfitReason("not a rating") {
        localized("“{text}” is not a number of stars from 0 to 10.", $0)
    }
    /// An empty text, where a choice was expected.
    public static let noChoice = UnfitReason("no choice") { localized("A choice is missing.", $0) }
    /// None of the words for true and false.
    public static let notTrueOrFalse = UnfitReason("not true or false") {
        localized("“{text}” is not true or false.", $0)
    }
}
