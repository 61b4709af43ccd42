/// How a cell is compared with the operand of a ``CellCondition``.
public enum Comparison: String, Sendable, Hashable, Codable, CaseIterable {
    /// The same number or flag; for String, the same text.
    case equal
    /// A number that is another one.
    case notEqual
    /// A number below the operand.
    case less
    /// A number below the operand, or the operand itself.
    case lessOrEqual
    /// A number above the operand.
    case greater
    /// A number above the operand, or the operand itself.
    case greaterOrEqual
    /// From one number to another, both included, in either order.
    case between
    /// The text has the operand somewhere in it.
    case contains
    /// The operand is the beginning of the text, or all of it.
    case startsWith
    /// The operand is the end of the text, or all of it.
    case endsWith
    /// A part of the text, or all of it, matches the operand as a regular expression in the syntax of PCRE2.
    case matches
    /// The cell holds nothing.
    case empty
    /// The cell holds a value or unfit text.
    case notEmpty
    /// The cell holds text that does not fit the field's type.
    case toFix

    /// The comparisons that a field of `type` has, in the order in which a menu lists them.
    public static func all(for type: FieldType) -> [Comparison] { type.kind.comparisons }

    /// The one that is used most for a field of a type.
    public static func usual(for type: FieldType) -> Comparison { type.kind.usualComparison }

    /// Those of numbers, and of whatever else has an order.
    static let ofOrderedValues: [Comparison] = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .empty, .notEmpty, .toFix,
    ]
}

/// Differences between two texts that do not count when they are compared.
///
/// Without any, texts are compared by their code points.
public struct TextDifferences: OptionSet, Sendable, Hashable, Codable {
    /// A bit for each difference, as a document stores them.
    public let rawValue: Int

    /// The differences that a document stores as this number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Capital and small letters are the same: `Ä` and `ä`.
    public static let `case` = TextDifferences(rawValue: 1)
    /// Full-width and half-width characters are the same: `Ａ` and `A`, `ｱ` and `ア`, `ｶﾞ` and `ガ`, the wide space and
    /// the narrow one.
    public static let width = TextDifferences(rawValue: 2)
}
