/// The common part of the kinds of dates, times and durations.
protocol CalendarKind: FieldKind where Value: CalendarValue, Value.Values == FixedColumn<Value> {
    /// Appends cells of a text from the record `first` on; returns the first record with another text, or the end.
    static func take(
        _ cells: BatchCells, from first: Int, into column: inout FixedColumn<Value>, _ unquoted: inout TextBuffer
    ) -> Int

    /// Appends the texts of a column.
    static func writeTexts(of column: FixedColumn<Value>, to builder: inout StringColumnBuilder)

    /// Whether a field with only these values is recognised as one of this kind.
    static func isTypical(_ values: FixedColumn<Value>) -> Bool

    /// The values read by another guess, if all of them are also of this kind.
    static func column(widening other: any GuessedValues) -> FixedColumn<Value>?

    /// Reads what a person has typed, without blanks around it and in plain characters.
    static func value(entered text: String, in context: EntryContext) throws(UnfitReason) -> Value

    /// The range of values that a relative text means, such as "last 30 days"; `nil` for other texts.
    static func span(relative text: String, from now: LocalTime) -> (Value, Value)?

    /// The bars for sorted values; at least one value, at most `limit` bars.
    static func bars(ofSorted values: [Value], limit: Int) -> [SummaryBar]
}

extension CalendarKind {
    // MARK: Values

    static func plainText(_ value: Value) -> String { value.isoText }

    // MARK: Reading

    package static func value(typed text: String, in context: EntryContext) throws(UnfitReason) -> Value? {
        let entry = EntryReader.Entry(text)
        return entry.text.isEmpty ? nil : try value(entered: entry.text, in: context)
    }

    /// In a file, the locale does not determine the order of day and month.
    package static func cell(_ text: String, in style: SeparatedText.Style) -> CellValue {
        cell(typed: text, in: EntryContext(dateOrder: style.dateOrder))
    }

    package static func value(plain text: UnsafeBufferPointer<UInt8>) -> Value? { Value(text) }

    static func gatherer(for reader: FittingReader) -> FittedGatherer {
        batchGatherer(for: reader) { Value($0) }
    }

    package static func take(
        _ cells: BatchCells, from first: Int, into column: inout FixedColumn<Value>, _ unquoted: inout TextBuffer
    ) -> Int {
        column.take(cells, from: first, &unquoted) { Value($0) }
    }

    static func writeTexts(of column: FixedColumn<Value>, to builder: inout StringColumnBuilder) {
        for value in column {
            if let value { builder.append(value.isoText) } else { builder.appendEmpty() }
        }
    }

    /// Recognises texts that are all values in plain form; years alone are left to numbers.
    package static func column(listed texts: StringColumn) -> Column? {
        guard let column = column(plain: texts), let values = Value.values(of: column) else { return nil }
        return isTypical(values) ? column : nil
    }

    // MARK: Writing

    @inline(__always)
    package static func append<Form: RecordForm>(_ value: Value, to text: inout TextBuffer, in form: Form) {
        form.append(cell: value, to: &text)
    }

    package static func property(_ value: Value) -> PropertyValue { .string(value.isoText) }

    package static func value(of property: PropertyValue) -> Value? {
        guard case .string(var text) = property else { return nil }
        return text.withUTF8 { Value($0) }
    }

    // MARK: The document's file

    /// As text that SQLite's own functions for dates and times understand.
    package static func bind(_ value: Value, to statement: SQLiteStatement, at parameter: Int32) throws(StorageError) {
        try statement.bind(value.isoText, at: parameter)
    }

    static func binder(of column: FixedColumn<Value>) -> CellBinder { valueBinder(of: column) }

    static func rowGatherer(capacity: Int) -> RowGatherer {
        valueGatherer(capacity: capacity) { value, content in content == .text ? Value(value.utf8) : nil }
    }

    // MARK: Finding

    static var comparisons: [Comparison] { Comparison.ofOrderedValues }

    /// A relative text is kept as it is, so that a saved find for "today" is evaluated each day.
    static func operand(typed text: String, in context: EntryContext) throws(UnfitReason) -> Operand? {
        let entry = EntryReader.Entry(text).text
        if let now = context.now, span(relative: entry.lowercased(), from: now) != nil { return .text(entry) }
        return try value(typed: text, in: context).map { .value($0.cellValue) }
    }

    /// 1998 stands for the whole year: every date within it is equal to it, and earlier dates are those before it
    /// begins.
    ///
    /// 14:56:00 begins with 14:56.
    package static func test(_ comparison: Comparison, _ operand: Operand) throws(QueryError) -> ValueTest? {
        guard let (first, last) = span(of: operand) else { return nil }
        let isRange = if case .range = operand { true } else { false }
        let test: CalendarTest<Value>? =
            switch comparison {
            case .between where isRange: CalendarTest(first.beginning...last.end)
            case _ where isRange: nil
            case .equal: CalendarTest(first.beginning...last.end)
            case .notEqual: CalendarTest(first.beginning...last.end, isInside: false)
            case .less: CalendarTest(first.beginning...Value.Packed.max, isInside: false)
            case .lessOrEqual: CalendarTest(0...last.end)
            case .greater: CalendarTest(0...last.end, isInside: false)
            case .greaterOrEqual: CalendarTest(first.beginning...Value.Packed.max)
            default: nil
            }
        return test.map { ValueTest(fixedMatching($0), stored: stored(comparison, first, last)) }
    }

    /// How SQLite can find values that pass: their texts are in the order of the values.
    ///
    /// A number, which may be a year, may always pass.
    private static func stored(_ comparison: Comparison, _ first: Value, _ last: Value) -> StoredTest? {
        guard let beginning = UInt64(exactly: first.beginning).flatMap({ Value(bits: $0) }) else { return nil }
        let within = last.isoText + CalendarText.afterAll
        let earlier = StoredTest.Range(from: .text(""), through: .text(CalendarText.before(beginning.isoText)))
        let later = StoredTest.Range(from: .text(within), through: nil)
        let ranges: [StoredTest.Range] =
            switch comparison {
            case .equal, .between: [earlier, later]
            case .less: [StoredTest.Range(from: .text(beginning.isoText), through: nil)]
            case .lessOrEqual: [later]
            case .greater:
                [.init(from: .text(""), through: .text(last.end == last.packed ? last.isoText : within))]
            case .greaterOrEqual: [earlier]
            default: []
            }
        return ranges.isEmpty ? nil : StoredTest(.outside(ranges))
    }

    /// The first and the last value that an operand means.
    private static func span(of operand: Operand) -> (first: Value, last: Value)? {
        switch operand {
        case .nothing: return nil
        case .value(let value): return Value(value).map { ($0, $0) }
        case .text(let text, _): return span(relative: text.lowercased(), from: LocalTime(AppClock.shared.now))
        case .range(let one, let other):
            guard let one = Value(one), let other = Value(other) else { return nil }
            return (min(one, other), one.end < other.end ? other : one)
        }
    }

    /// Finds the text that cells show, and the one in files.
    static func finder(of test: AnywhereTest, in column: FixedColumn<Value>) -> WordMatcher? {
        let style = DateStyle.shown
        guard style.mayContain(test.typed) else { return nil }
        return { rest, start in
            var buffer = TextBuffer()
            var folder = test.text.makeFolder()
            for index in rest.indices where rest[index] != 0 {
                let first = (start + index) &* 64
                MatchWords.forEachOne(in: rest[index] & column.presence.word(at: start + index)) { bit in
                    let value = column.values[first &+ bit]
                    buffer.removeAll()
                    value.append(to: &buffer)
                    var isHit = test.text.accepts(buffer.bytes, &folder)
                    if !isHit, !style.isISO {
                        buffer.removeAll()
                        value.append(to: &buffer, in: style)
                        isHit = test.text.accepts(buffer.bytes, &folder)
                    }
                    if isHit { rest[index] &= ~(1 << UInt64(bit)) }
                }
            }
        }
    }

    package static func line(_ entry: FindEntry.Text) -> FindEntry.Meaning { FindEntry.orderedLine(entry) }

    // MARK: Ordering and summing up

    package static func sorted(
        _ records: [Int], of column: FixedColumn<Value>, by rule: SortRule, in field: FieldDefinition,
        _ progress: SortProgress?
    ) async throws(QueryError) -> [Int] {
        try await SortEntries.sorted(records, by: CalendarKeys(values: column.values, flip: rule.flip), progress)
    }

    static func figures(
        of records: [Int], in column: FixedColumn<Value>, buckets: Int
    ) -> (distinct: Int, figures: any FieldFigures) {
        let values = records.map { column.values[$0] }
        let figures = CalendarFigures(
            earliest: values[0].cellValue, latest: values[values.count - 1].cellValue,
            bars: bars(ofSorted: values, limit: max(buckets, 1)))
        return (Runs.count(in: values), figures)
    }

    // MARK: Showing and editing

    static func shownText(_ value: Value, in format: NumberFormat) -> String { shownText(value, in: .shown) }

    static func shownText(_ value: Value, in style: DateStyle) -> String {
        var text = TextBuffer(capacity: 64)
        value.append(to: &text, in: style)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    package static func entryText(_ value: Value) -> String { shownText(value, in: .shown) }
}

/// Texts among those of values.
private enum CalendarText {
    /// After a text, it comes after all that begin with that text.
    static let afterAll = "~"

    /// A text before this one and after all values that come before it.
    static func before(_ text: String) -> String {
        guard let last = text.unicodeScalars.last, let lower = Unicode.Scalar(last.value - 1) else { return "" }
        return text.dropLast() + String(lower) + afterAll
    }
}

/// A test of a value: whether it lies in a range, or outside of it.
private struct CalendarTest<Value: CalendarValue>: FixedTest {
    private let lowest: Value.Packed
    private let span: Value.Packed.Magnitude
    private let isInside: Bool

    init(_ range: ClosedRange<Value.Packed>, isInside: Bool = true) {
        lowest = range.lowerBound
        span = (range.upperBound - range.lowerBound).magnitude
        self.isInside = isInside
    }

    @inline(__always)
    func word(of values: UnsafeBufferPointer<Value>, from first: Int, count: Int) -> UInt64 {
        let inside = MatchWords.word(from: first, count: count) {
            Value.Packed.Magnitude(truncatingIfNeeded: values[$0].packed &- lowest) <= span
        }
        return isInside ? inside : ~inside
    }
}

/// The keys of a field of dates or times, with all bits inverted for descending order.
private struct CalendarKeys<Value: CalendarValue>: SortKeys {
    let values: [Value]
    let flip: UInt64

    @inline(__always)
    func key(of record: Int) -> UInt64 { UInt64(truncatingIfNeeded: values[record].packed) ^ flip }
}

/// The figures of a field of dates or times.
public struct CalendarFigures: FieldFigures {
    /// The first of the values.
    public let earliest: CellValue
    /// The last of the values.
    public let latest: CellValue
    /// The number of values in each month, each few years, or each hour of the day.
    public let bars: [SummaryBar]

    /// The earliest and the latest value.
    public func lines(in format: NumberFormat) -> [SummaryLine] {
        [
            SummaryLine(name: localized("Earliest"), value: earliest.shownText(in: format) ?? ""),
            SummaryLine(name: localized("Latest"), value: latest.shownText(in: format) ?? ""),
        ]
    }

    /// How many values each range has.
    public func chart(of table: RecordTable, field: Int) -> SummaryChart { .spread(bars) }
}
