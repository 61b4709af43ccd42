extension RecordTable {
    /// What a cell shows: its plain text, and of a long text no more than about `limit` bytes, so that a cell of 100 MB
    /// costs no more to draw than any other.
    public func displayText(_ record: Int, _ field: Int, limit: Int = 512) -> String {
        let column = column(field)
        let shown = column.type.kind.displayText(record, of: column, limit: limit)
        guard shown.isEmpty, var unfit = self[record, field].unfitText else { return shown.showingNulls }
        return unfit.withUTF8 { String(decoding: $0.wholeCharactersPrefix(limit), as: UTF8.self).showingNulls }
    }
}

extension String {
    /// C ends a text at a NUL, so a sign stands for it.
    fileprivate var showingNulls: String {
        utf8.contains(0) ? replacing("\0", with: "␀") : self
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// At most `length` bytes, none of a character that is cut off.
    func wholeCharactersPrefix(_ length: Int) -> Slice<Self> {
        guard count > length else { return self[...] }
        var end = length
        while end > 0, self[end] & 0xc0 == 0x80 { end -= 1 }
        return self[..<end]
    }
}
