/// Whole numbers, which are written back identically.
struct GuessedInts: GuessedValues {
    private(set) var column = FixedColumn<Int>()

    init(emptyCount: Int) {
        column.appendEmpty(emptyCount)
    }

    static func isValue(_ text: UnsafeBufferPointer<UInt8>) -> Bool { PlainNumber.int(text) != nil }

    var count: Int { column.count }

    /// Whether any cell is filled.
    var hasValues: Bool { column.contains { $0 != nil } }

    mutating func reserve(_ count: Int) { column.reserveCapacity(count) }

    mutating func appendEmpty(_ count: Int) { column.appendEmpty(count) }

    mutating func take(_ cells: BatchCells, from first: Int, _ unquoted: inout TextBuffer) -> Int {
        column.take(cells, from: first, &unquoted) { ShortNumber.int($0) }
    }

    func writeTexts(to builder: inout StringColumnBuilder) {
        for number in column {
            if let number { builder.append(String(number)) } else { builder.appendEmpty() }
        }
    }

    static func column(ofReversed pieces: inout [GuessedPiece]) -> Column {
        .int(FixedColumn(ofReversed: &pieces) { ($0 as? GuessedInts)?.column })
    }
}

extension BatchColumn {
    /// Appends cells from the record `first` on; returns the first record whose text `read` rejects, or the end.
    @inline(__always)
    package mutating func take(
        _ cells: BatchCells, from first: Int, _ unquoted: inout TextBuffer,
        _ read: (UnsafeBufferPointer<UInt8>) -> Value?
    ) -> Int {
        withUnsafeTemporaryAllocation(of: Value.self, capacity: cells.count - first) { values in
            var taken = 0
            var empties: [Int] = []
            let end = cells.forEach(from: first, &unquoted) { text in
                if let text {
                    guard let value = read(text) else { return false }
                    values[taken] = value
                } else {
                    values[taken] = Self.blank
                    empties.append(taken)
                }
                taken &+= 1
                return true
            }
            append(UnsafeBufferPointer(rebasing: values[..<taken]), emptyAt: empties)
            return end
        }
    }
}
