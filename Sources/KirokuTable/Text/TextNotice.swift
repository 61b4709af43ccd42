/// Something in a text that may have been read differently than its writer meant.
///
/// Nothing was lost unless the kind says so.
public struct TextNotice: Sendable, Hashable {
    /// The kinds of notices.
    public enum Kind: Sendable, Hashable {
        /// Records with fewer cells than the first line; the missing cells are empty. The position is a record's end.
        case missingCells
        /// Records with more cells than the first line; fields were added for them. The position is the first extra
        /// cell.
        case extraCells
        /// Cells that begin with a quote which is not closed at the cell's end; they were read including the quotes.
        case strayQuote
        /// Such cells with a backslash before a quote; separated text doubles quotes instead.
        case escapedQuote
        /// NUL characters; they were kept.
        case nulCharacter
        /// Empty lines in a text of several fields; they were left out.
        case emptyLine
        /// Lines above the table that were taken for its title; they were left out.
        case titleLine
        /// Lines that begin with `#`, which were taken for comments; they were left out.
        case comment
        /// The encoding was not given, and the text is not UTF-8; this encoding is the most likely.
        case guessedEncoding(TextEncoding)
        /// Names in the header line that are missing or repeated; the fields were given other names.
        case mendedName
        /// Records of a list with fewer values than the longest one; the missing values are empty. The position's line
        /// is the number of the record.
        case unevenRecords
    }

    /// The kind.
    public let kind: Kind
    /// The number of findings.
    public let count: Int
    /// The position of the first one.
    public let first: TextPosition

    /// Creates a notice of `count` findings, the first of them at `first`.
    public init(kind: Kind, count: Int, first: TextPosition) {
        self.kind = kind
        self.count = count
        self.first = first
    }
}
