extension RecordTable {
    /// Whether a cell is not empty; unfit text counts.
    ///
    /// Both indexes must be in range.
    public func isFilled(_ record: Int, _ field: Int) -> Bool {
        if column(field).isFilled(record) { return true }
        if unfitCount(inField: field) == 0 { return false }
        return self[record, field] != .empty
    }

    /// Whether a cell holds unfit text; both indexes must be in range.
    public func isUnfit(_ record: Int, _ field: Int) -> Bool {
        unfitCount(inField: field) > 0 && self[record, field].isUnfit
    }
}

extension RecordTable {
    /// What a cell shows: a number in the format of its field, a text as it is, but at most about `limit` bytes, so
    /// that a cell of 100 MB costs no more to draw than any other.
    public func displayText(_ record: Int, _ field: Int, limit: Int = 512) -> String {
        let column = column(field)
        let shown = column.type.kind.displayText(
            record, of: column, limit: limit, in: schema[field].numberFormat)
        guard shown.isEmpty, var unfit = self[record, field].unfitText else { return shown.showingNulls }
        return unfit.withUTF8 { String(decoding: $0.wholeCharactersPrefix(limit), as: UTF8.self).showingNulls }
    }
}

extension String {
    /// The text with NULs replaced by a sign, because C ends a text at a NUL.
    fileprivate var showingNulls: String {
        utf8.contains(0) ? replacing("\0", with: "␀") : self
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// At most `length` bytes, without a partial character at the end.
    func wholeCharactersPrefix(_ length: Int) -> Slice<Self> {
        guard count > length else { return self[...] }
        var end = length
        while end > 0, self[end] & 0xc0 == 0x80 { end -= 1 }
        return self[..<end]
    }
}

/// Which cells of a field are not empty: a bit for each record, computed once for many queries.
public struct FilledCells: Sendable {
    private let count: Int
    private var words: [UInt64]

    /// Costs a pass over the field: about a millisecond for a million records.
    ///
    /// - Parameters:
    ///   - field: by its index, which must be in range.
    ///   - table: the table with the field.
    public init(_ field: Int, of table: RecordTable) {
        count = table.count
        let column = table.column(field)
        words = (0..<MatchWords.wordCount(for: count)).map { column.filledWord(at: $0) }
        guard table.unfitCount(inField: field) > 0 else { return }
        for record in table.unfitTexts(inField: field).keys { words[record >> 6] |= 1 << UInt64(record & 63) }
    }

    /// Whether the record's cell, which must be in range, is not empty; unfit text counts.
    public subscript(record: Int) -> Bool { words[record >> 6] >> UInt64(record & 63) & 1 == 1 }

    /// Calls `body` with each record whose cell is empty, from the first on.
    func forEachEmpty(_ body: (_ record: Int) -> Void) {
        for (index, word) in words.enumerated() where word != .max {
            MatchWords.forEachOne(in: ~word) { bit in
                if index &* 64 &+ bit < count { body(index &* 64 &+ bit) }
            }
        }
    }
}
