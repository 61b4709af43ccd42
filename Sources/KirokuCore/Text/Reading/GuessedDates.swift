/// Dates in their plain form.
///
/// A field of years or months alone is not a date field: at least one date must have a day.
struct GuessedDates: GuessedValues {
    private var column = FixedColumn<CalendarDate>()

    init(emptyCount: Int) {
        column.appendEmpty(emptyCount)
    }

    /// Converts whole numbers if all of them are years.
    init?(widening other: any GuessedValues) {
        guard let column = (other as? GuessedInts).flatMap({ Self.years($0.column) }) else { return nil }
        self.column = column
    }

    static func isValue(_ text: UnsafeBufferPointer<UInt8>) -> Bool { CalendarDate(text) != nil }

    var count: Int { column.count }

    mutating func reserve(_ count: Int) { column.reserveCapacity(count) }

    mutating func appendEmpty(_ count: Int) { column.appendEmpty(count) }

    mutating func take(_ cells: BatchCells, from first: Int, _ unquoted: inout TextBuffer) -> Int {
        column.take(cells, from: first, &unquoted) { CalendarDate($0) }
    }

    func writeTexts(to builder: inout StringColumnBuilder) {
        for date in column {
            if let date { builder.append(date.text) } else { builder.appendEmpty() }
        }
    }

    static func areAll(_ pieces: [GuessedPiece]) -> Bool {
        var hasDay = false
        for values in pieces.lazy.compactMap(\.values) {
            guard let column = dates(values) else { return false }
            hasDay = hasDay || column.contains { $0?.day != nil }
        }
        return hasDay
    }

    static func column(ofReversed pieces: inout [GuessedPiece]) -> Column {
        .date(FixedColumn(ofReversed: &pieces) { dates($0) })
    }

    private static func dates(_ values: any GuessedValues) -> FixedColumn<CalendarDate>? {
        (values as? GuessedDates)?.column ?? (values as? GuessedInts).flatMap { years($0.column) }
    }

    /// The numbers as years; `nil` if one does not have four digits.
    private static func years(_ ints: FixedColumn<Int>) -> FixedColumn<CalendarDate>? {
        guard ints.allSatisfy({ $0.map { (1_000...9_999).contains($0) } ?? true }) else { return nil }
        return ints.map { CalendarDate(year: $0) ?? .blank }
    }
}
