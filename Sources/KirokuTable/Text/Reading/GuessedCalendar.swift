/// Dates or times in their plain form.
///
/// A field of years or months alone is not one of dates, and one of dates alone is not one of dates and times: at least
/// one value must be typical of the kind.
struct GuessedCalendar<Kind: CalendarKind>: GuessedValues {
    private(set) var column = FixedColumn<Kind.Value>()

    init(emptyCount: Int) {
        column.appendEmpty(emptyCount)
    }

    init?(widening other: any GuessedValues) {
        guard let column = Kind.column(widening: other) else { return nil }
        self.column = column
    }

    static func isValue(_ text: UnsafeBufferPointer<UInt8>) -> Bool { Kind.Value(text) != nil }

    var count: Int { column.count }

    mutating func reserve(_ count: Int) { column.reserveCapacity(count) }

    mutating func appendEmpty(_ count: Int) { column.appendEmpty(count) }

    mutating func take(_ cells: BatchCells, from first: Int, _ unquoted: inout TextBuffer) -> Int {
        Kind.take(cells, from: first, into: &column, &unquoted)
    }

    func writeTexts(to builder: inout StringColumnBuilder) {
        Kind.writeTexts(of: column, to: &builder)
    }

    static func areAll(_ pieces: [GuessedPiece]) -> Bool {
        var isTypical = false
        for values in pieces.lazy.compactMap(\.values) {
            guard let column = column(of: values) else { return false }
            isTypical = isTypical || Kind.isTypical(column)
        }
        return isTypical
    }

    static func column(ofReversed pieces: inout [GuessedPiece]) -> Column {
        Kind.Value.column(of: FixedColumn(ofReversed: &pieces) { column(of: $0) })
    }

    private static func column(of values: any GuessedValues) -> FixedColumn<Kind.Value>? {
        (values as? Self)?.column ?? Kind.column(widening: values)
    }
}
