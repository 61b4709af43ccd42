/// Something in a text that was read differently from what its writer may have meant.
///
/// Nothing was lost, but where it says so.
public struct TextNotice: Sendable, Hashable {
    /// What was met.
    public enum Kind: Sendable, Hashable {
        /// Records with fewer cells than the first line; the rest of them is empty. Their place is where they end.
        case missingCells
        /// Records with more cells than the first line; fields were added for them. Their place is the first such cell.
        case extraCells
        /// Cells that begin with a quote which is not closed at the cell's end; they were read with all their quotes.
        case strayQuote
        /// Such cells in which quotes stand behind backslashes; separated text doubles them instead.
        case escapedQuote
        /// NUL characters; they were kept.
        case nulCharacter
        /// Lines without anything in a text of several fields; they were left out.
        case emptyLine
        /// Nothing said which encoding the text is in, and it is not UTF-8; this one was most likely.
        case guessedEncoding(TextEncoding)
        /// Names in the header line that are missing, or there twice; the fields were given other names.
        case mendedName
        /// Records of a list with fewer values than the longest one; the rest of them is empty. The line of their place is the
        /// number of the record.
        case unevenRecords
        /// Columns of the text that no field takes; they were left out.
        case leftOutColumn
    }

    /// What was met.
    public let kind: Kind
    /// How many of the kind there are.
    public let count: Int
    /// Where the first of them is.
    public let first: TextPosition

    /// A notice of `count` things of a kind, the first of them at `first`.
    public init(kind: Kind, count: Int, first: TextPosition) {
        self.kind = kind
        self.count = count
        self.first = first
    }
}
