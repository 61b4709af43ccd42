/// Days, months and years of the calendar.
enum DateKind: FieldKind {
    // MARK: Words

    static var name: String { localized("Date") }
    static var contentsName: String { localized("dates") }
    static var findHint: String { localized("2026, >=2026-05, 2026-05-01..2026-06-30, = for empty") }

    // MARK: Values

    static func plainText(_ value: CalendarDate) -> String { value.text }

    // MARK: Reading

    static func value(
        typed text: String, decimalSign: SeparatedText.Style.DecimalSign
    ) throws(UnfitReason) -> CalendarDate? {
        let entry = EntryReader.Entry(text)
        return entry.text.isEmpty ? nil : try DateEntry(entry.text, today: .today).date()
    }

    static var missingValue: UnfitReason { .notADate }

    static func value(plain text: UnsafeBufferPointer<UInt8>) -> CalendarDate? { CalendarDate(text) }

    /// In a file, "today" is no date.
    static func cell(_ text: String, in style: SeparatedText.Style) -> CellValue {
        let entry = EntryReader.Entry(text)
        if entry.text.isEmpty { return .empty }
        return (try? DateEntry(entry.text, today: nil).date()).map(CellValue.date) ?? .unfit(text)
    }

    static var guess: (any GuessedValues.Type)? { GuessedDates.self }

    static func column(listed texts: StringColumn) -> Column? {
        var dates = FixedColumn<CalendarDate>()
        for index in texts.indices {
            let date = texts.withUTF8(at: index) { $0.flatMap { CalendarDate($0) } }
            if date == nil, texts.withUTF8(at: index, { $0 != nil }) { return nil }
            dates.append(date)
        }
        return dates.contains { $0?.day != nil } ? .date(dates) : nil
    }

    static func gatherer(for reader: FittingReader) -> FittedGatherer {
        fixedGatherer(for: reader) { CalendarDate($0) }
    }

    // MARK: Writing

    @inline(__always)
    static func append<Form: RecordForm>(_ value: CalendarDate, to text: inout TextBuffer, in form: Form) {
        var date = TextBuffer(capacity: 64)
        date.append(value)
        form.append(cell: date.bytes, to: &text)
    }

    static func property(_ value: CalendarDate) -> PropertyValue { .string(value.text) }

    static func value(of property: PropertyValue) -> CalendarDate? {
        guard case .string(var text) = property else { return nil }
        return text.withUTF8 { CalendarDate($0) }
    }

    // MARK: The document's file

    /// As text that SQLite's own functions for dates understand.
    static func bind(_ value: CalendarDate, to statement: SQLiteStatement, at parameter: Int32) throws(StorageError) {
        try statement.bind(value.text, at: parameter)
    }

    static func binder(of column: FixedColumn<CalendarDate>) -> CellBinder { valueBinder(of: column) }

    /// A number that another program has written is a year.
    static func rowGatherer(capacity: Int) -> RowGatherer {
        valueGatherer(capacity: capacity) { value, content in
            switch content {
            case .text: CalendarDate(value.utf8)
            case .integer: Int(exactly: value.integer).flatMap { CalendarDate(year: $0) }
            case .real, .null, .blob: nil
            }
        }
    }

    static func write(_ value: CalendarDate, to history: inout HistoryWriter) {
        history.append(tag: 7)
        history.write(UInt64(value.packed))
    }

    static func value(
        tagged tag: UInt8, from history: inout HistoryBytes
    ) throws(HistoryBytes.Damaged) -> CalendarDate? {
        guard tag == 7 else { return nil }
        guard let date = CalendarDate(bits: try history.varyingBits()) else { throw HistoryBytes.Damaged() }
        return date
    }

    // MARK: Finding

    static var comparisons: [Comparison] { Comparison.ofOrderedValues }

    /// 1998 stands for the whole year: every date within it is equal to it, and earlier dates are those before it
    /// begins.
    static func test(_ comparison: Comparison, _ operand: Operand) throws(QueryError) -> CellTest.Matching? {
        if let (one, other) = operand.range(CalendarDate.self) {
            guard comparison == .between else { return nil }
            return fixedMatching(DateTest(min(one, other).packed...max(one.end, other.end)))
        }
        guard let date = operand.value(CalendarDate.self) else { return nil }
        let test: DateTest? =
            switch comparison {
            case .equal: DateTest(date.packed...date.end)
            case .notEqual: DateTest(date.packed...date.end, isInside: false)
            case .less: DateTest(0...date.packed - 1)
            case .lessOrEqual: DateTest(0...date.end)
            case .greater: DateTest(date.end + 1...Int32.max)
            case .greaterOrEqual: DateTest(date.packed...Int32.max)
            default: nil
            }
        return test.map { fixedMatching($0) }
    }

    static func finder(of test: AnywhereTest, in column: FixedColumn<CalendarDate>) -> WordMatcher? {
        digitsFinder(of: test, in: column) { $0.append($1) }
    }

    static func line(_ entry: FindEntry.Text) -> FindEntry.Meaning { FindEntry.orderedLine(entry) }

    // MARK: Ordering and summing up

    static func sorted(
        _ records: [Int], of column: FixedColumn<CalendarDate>, by rule: SortRule, _ told: SortProgress?
    ) async throws(QueryError) -> [Int] {
        try await SortEntries.sorted(records, by: DateKeys(dates: column.values, flip: rule.flip), told)
    }

    static func figures(
        of records: [Int], in column: FixedColumn<CalendarDate>, buckets: Int
    ) -> (distinct: Int, figures: any FieldFigures) {
        let dates = records.map { column.values[$0] }
        return (Runs.count(in: dates), DateFigures(sorted: dates, buckets: buckets))
    }
}

/// A test of a date: whether it lies in a range, or outside of it.
private struct DateTest: FixedTest {
    private let lowest: Int32
    private let span: UInt32
    private let isInside: Bool

    init(_ range: ClosedRange<Int32>, isInside: Bool = true) {
        lowest = range.lowerBound
        span = UInt32(range.upperBound - range.lowerBound)
        self.isInside = isInside
    }

    @inline(__always)
    func word(of dates: UnsafeBufferPointer<CalendarDate>, from first: Int, count: Int) -> UInt64 {
        let inside = MatchWords.word(from: first, count: count) {
            UInt32(bitPattern: dates[$0].packed &- lowest) <= span
        }
        return isInside ? inside : ~inside
    }
}

/// The keys of a Date field, with all bits inverted for descending order.
private struct DateKeys: SortKeys {
    let dates: [CalendarDate]
    let flip: UInt64

    @inline(__always)
    func key(of record: Int) -> UInt64 { UInt64(truncatingIfNeeded: dates[record].packed) ^ flip }
}

/// The figures of a Date field.
public struct DateFigures: FieldFigures {
    /// The first of the dates.
    public let earliest: CalendarDate
    /// The last of the dates.
    public let latest: CalendarDate
    /// The distribution of the dates over the years.
    public let histogram: [HistogramBucket<Int128>]

    /// - Parameter dates: at least one.
    init(sorted dates: [CalendarDate], buckets: Int) {
        (earliest, latest) = (dates[0], dates[dates.count - 1])
        let borders = HistogramBorders.whole(
            from: Int128(earliest.year), to: Int128(latest.year) + 1, limit: buckets)
        histogram = HistogramBorders.buckets(borders, count: dates.count) { border in
            dates.partitioningIndex { Int128($0.year) >= border }
        }
    }

    /// The earliest and the latest date.
    public func lines(in format: NumberFormat) -> [SummaryLine] {
        [
            SummaryLine(name: localized("Earliest"), value: earliest.text),
            SummaryLine(name: localized("Latest"), value: latest.text),
        ]
    }

    /// How many dates each range of years has.
    public func chart(of table: RecordTable, field: Int) -> SummaryChart {
        .spread(histogram.map { SummaryBar(from: String($0.lower), to: String($0.upper - 1), $0.count) })
    }
}
