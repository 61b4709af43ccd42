/// The number of lines of a text, as an editor shows it: one more than its line breaks.
public struct LineCount: Sendable, Hashable {
    /// The number of lines, at least 1.
    public let count: Int
    /// Whether the count is exact: only the beginning of a very long text is read.
    public let isExact: Bool

    /// Counts the lines of a text, which end with LF, CR LF, CR or U+2029.
    ///
    /// - Parameters:
    ///   - text: the text, or its beginning.
    ///   - isWhole: whether `text` is complete.
    public init(of text: String, isWhole: Bool = true) {
        count = text.unicodeScalars.reduce(into: LineScan()) { $0.take($1) }.lines
        isExact = isWhole
    }

    /// "4", or "1,200+" if there may be more.
    public var text: String { localizedNumber(count) + (isExact ? "" : "+") }

    /// The first lines of a text, without the final line break.
    public static func first(_ lines: Int, of text: String) -> String {
        var scan = LineScan()
        for (index, scalar) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
            let before = scan.lines
            scan.take(scalar)
            if scan.lines > max(lines, 1), before < scan.lines { return String(text.unicodeScalars[..<index]) }
        }
        return text
    }

    /// How many bytes of a cell's text are read, so that a cell of 100 MB costs no more than any other.
    fileprivate static let limit = 65_536
}

/// Counts lines scalar by scalar.
private struct LineScan {
    private(set) var lines = 1
    private var isAfterReturn = false

    mutating func take(_ scalar: Unicode.Scalar) {
        let isBreak = scalar == "\n" && !isAfterReturn || scalar == "\r" || scalar == "\u{2029}"
        if isBreak { lines += 1 }
        isAfterReturn = scalar == "\r"
    }
}

extension RecordTable {
    /// The number of lines of what a cell shows; both indexes must be in range.
    public func lineCount(_ record: Int, _ field: Int) -> LineCount {
        let text = displayText(record, field, limit: LineCount.limit)
        // A character that does not fit is left out as a whole.
        return LineCount(of: text, isWhole: text.utf8.count < LineCount.limit - 4)
    }
}
