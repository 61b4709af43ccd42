/// How a cell is compared with the operand of a ``CellCondition``.
public enum Comparison: String, Sendable, Hashable, Codable, CaseIterable {
    /// The same number or flag; for String, the same text.
    case equal
    /// A different number.
    case notEqual
    /// A number below the operand; a text or a choice before it in the order of sorting.
    case less
    /// A number not above the operand; a text or a choice not after it.
    case lessOrEqual
    /// A number above the operand; a text or a choice after it.
    case greater
    /// A number not below the operand; a text or a choice not before it.
    case greaterOrEqual
    /// From one number to another, both included, in either order.
    case between
    /// The text contains the operand.
    case contains
    /// The text begins with the operand.
    case startsWith
    /// The text ends with the operand.
    case endsWith
    /// A part of the text, or all of it, matches the operand as a regular expression in the syntax of PCRE2.
    case matches
    /// The cell has at least one of these choices.
    case hasAny
    /// The cell has all of these choices.
    case hasAll
    /// The cell has none of these choices; an empty one has none.
    case hasNone
    /// The cell is empty.
    case empty
    /// The cell holds a value or unfit text.
    case notEmpty
    /// The cell holds text that does not fit the field's type, or breaks a rule of the field.
    case toFix

    /// The comparisons for a field of `type`, in the order of a menu.
    public static func all(for type: FieldType) -> [Comparison] { type.kind.comparisons }

    /// The most common comparison for a field of a type.
    public static func usual(for type: FieldType) -> Comparison { type.kind.usualComparison }

    /// The comparisons of numbers and other ordered values.
    static let ofOrderedValues: [Comparison] = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .empty, .notEmpty, .toFix,
    ]
}

/// Differences between texts that are ignored when they are compared.
///
/// Without any, texts are compared by their code points.
public struct TextDifferences: OptionSet, Sendable, Hashable, Codable {
    /// A bit for each difference, as a document stores them.
    public let rawValue: Int

    /// The differences that a document stores as this number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Upper and lower case are the same: `Ä` and `ä`.
    public static let `case` = TextDifferences(rawValue: 1)
    /// Full-width and half-width characters are the same: `Ａ` and `A`, `ｱ` and `ア`, `ｶﾞ` and `ガ`, wide and narrow
    /// spaces.
    public static let width = TextDifferences(rawValue: 2)
}
