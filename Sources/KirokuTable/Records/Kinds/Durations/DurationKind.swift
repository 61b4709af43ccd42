/// Durations, to the second.
enum DurationKind: CalendarKind {
    // MARK: Words

    static var name: String { localized("Duration") }
    static var contentsName: String { localized("durations") }
    static var findHint: String { localized("1:30, >=45 min, 1:00..2:30, = for empty") }

    // MARK: Values

    static var databaseType: String { "interval" }

    /// Numbers are seconds; a time of day becomes the duration since midnight.
    static func value(from other: CellValue) -> TimeSpan? {
        if let time = TimeOfDay(other) {
            return time.microsecond == 0
                ? TimeSpan(seconds: (time.hour * 60 + time.minute) * 60 + (time.second ?? 0)) : nil
        }
        if other.isUnfit || other.type?.takesAnyText == true {
            let entry = EntryReader.Entry(other.plainText ?? "")
            return try? value(entered: entry.text, in: EntryContext(decimalSign: usualDecimalSign()))
        }
        let whole = Int(other) ?? Double(other).flatMap { Int(exactly: $0) } ?? DecimalNumber(other)?.whole
        return whole.flatMap { TimeSpan(seconds: $0) }
    }

    // MARK: Reading

    static func value(entered text: String, in context: EntryContext) throws(UnfitReason) -> TimeSpan {
        try DurationEntry(text, in: context).span()
    }

    static var missingValue: UnfitReason { .notADuration }

    static func cell(_ text: String, in style: SeparatedText.Style) -> CellValue {
        cell(typed: text, in: EntryContext(decimalSign: style.decimalSign))
    }

    static func span(relative text: String, from now: LocalTime) -> (TimeSpan, TimeSpan)? { nil }

    static var guess: (any GuessedValues.Type)? { GuessedCalendar<DurationKind>.self }

    /// Shorter ones could all be times of the day.
    static func isTypical(_ values: FixedColumn<TimeSpan>) -> Bool { values.contains { $0?.isLong == true } }

    /// Times to the second, which have the same form.
    static func column(widening other: any GuessedValues) -> FixedColumn<TimeSpan>? {
        guard let times = (other as? GuessedCalendar<TimeKind>)?.column else { return nil }
        let spans = times.map { value(from: $0.cellValue) ?? .blank }
        return zip(times, spans).allSatisfy { $0?.text == $1?.text } ? spans : nil
    }

    /// The values of texts that are all written as durations, some of which cannot be anything else: "90 min",
    /// "1:30:15" beside "26:00:00"; `nil` for other texts.
    static func column(written texts: StringColumn) -> Column? {
        var column = FixedColumn<TimeSpan>()
        var isCertain = false
        for text in texts {
            guard let text else {
                column.append(nil)
                continue
            }
            let entry = EntryReader.Entry(text).text
            let colons = entry.utf8.count { $0 == ASCII.colon }
            guard colons != 1, let span = try? value(entered: entry, in: EntryContext()) else { return nil }
            // A single letter may be another unit, such as that of metres.
            let letters = entry.filter(\.isLetter)
            isCertain =
                isCertain || letters.count > 1 || !letters.allSatisfy(\.isASCII) || letters.isEmpty && span.isLong
            column.append(span)
        }
        return isCertain ? .duration(column) : nil
    }

    // MARK: The document's file

    static func bind(_ value: TimeSpan, to statement: SQLiteStatement, at parameter: Int32) throws(StorageError) {
        try statement.bind(Int64(value.seconds), at: parameter)
    }

    static func rowGatherer(capacity: Int) -> RowGatherer {
        valueGatherer(capacity: capacity) { value, content in
            content == .integer ? Int(exactly: value.integer).flatMap { TimeSpan(seconds: $0) } : nil
        }
    }

    // MARK: Finding

    static func test(_ comparison: Comparison, _ operand: Operand) throws(QueryError) -> ValueTest? {
        let test: IntTest? =
            if let (one, other) = operand.range(TimeSpan.self) {
                comparison == .between ? IntTest(min(one, other).seconds...max(one, other).seconds) : nil
            } else {
                operand.value(TimeSpan.self).flatMap { IntTest(comparison, $0.seconds) }
            }
        return test.map {
            // The file contains numbers.
            let stored = StoredTest($0.stored.filter, certainty: .integers(TimeSpan.range))
            return ValueTest(fixedMatching(DurationTest(seconds: $0)), stored: stored)
        }
    }

    /// Finds the text that cells show, and the one in files.
    static func finder(of test: AnywhereTest, in column: FixedColumn<TimeSpan>) -> WordMatcher? {
        guard DateStyle.iso.mayContain(test.typed) else { return nil }
        return { rest, start in
            var folder = test.text.makeFolder()
            for index in rest.indices where rest[index] != 0 {
                let first = (start + index) &* 64
                MatchWords.forEachOne(in: rest[index] & column.presence.word(at: start + index)) { bit in
                    let value = column.values[first &+ bit]
                    var texts = value.shownText + "\n" + value.text
                    if texts.withUTF8({ test.text.accepts($0, &folder) }) { rest[index] &= ~(1 << UInt64(bit)) }
                }
            }
        }
    }

    // MARK: Ordering and summing up

    static func figures(
        of records: [Int], in column: FixedColumn<TimeSpan>, buckets: Int
    ) -> (distinct: Int, figures: any FieldFigures) {
        let values = records.map { column.values[$0] }
        let figures = DurationFigures(sorted: values, bars: bars(ofSorted: values, limit: max(buckets, 1)))
        return (Runs.count(in: values), figures)
    }

    /// A bar for each second, minute or hour, or each few of them.
    static func bars(ofSorted values: [TimeSpan], limit: Int) -> [SummaryBar] {
        let (first, last) = (values[0].seconds, values[values.count - 1].seconds)
        func start(of seconds: Int, _ step: Int) -> Int {
            (seconds >= 0 ? seconds : seconds - step + 1) / step
        }
        var steps = [1, 2, 5, 10, 15, 30].flatMap { [$0, 60 * $0] }.sorted()
        while let step = steps.last, step <= last - first {
            steps += (step < 3_600 ? [3_600] : [2, 5, 10].map { $0 * step })
        }
        let step = steps.first { start(of: last, $0) - start(of: first, $0) < limit }
        guard let step else {
            let (least, greatest) = (values[0], values[values.count - 1])
            return [SummaryBar(from: least.shownText, to: greatest.shownText, values.count)]
        }
        let borders = (start(of: first, step)...start(of: last, step) + 1).map { $0 * step }
        return HistogramBorders.buckets(borders, count: values.count) { border in
            values.partitioningIndex { $0.seconds >= border }
        }.map { bucket in
            let (lower, upper) = (Int128(bucket.lower), Int128(bucket.upper))
            return SummaryBar(from: TimeSpan.shownText(of: lower), to: TimeSpan.shownText(of: upper), bucket.count)
        }
    }

    static func add(_ records: [Int], of column: FixedColumn<TimeSpan>, to numbers: inout SelectedNumbers) {
        for record in records { if let span = column[record] { numbers.add(span) } }
    }

    // MARK: Showing and editing

    static func shownText(_ value: TimeSpan, in format: NumberFormat) -> String { value.shownText }

    static func entryText(_ value: TimeSpan) -> String { value.shownText }

    static func meaning(_ value: TimeSpan) -> String? { value.words }

    static func stepped(_ value: TimeSpan, by step: EntryStep) -> TimeSpan? {
        switch step {
        case .small(let minutes): TimeSpan(seconds: value.seconds + 60 * minutes)
        case .large(let hours): TimeSpan(seconds: value.seconds + 3_600 * hours)
        }
    }

    static func present(at now: LocalTime) -> TimeSpan? { .blank }

    static var alignment: CellAlignment { .end }
}

/// A test of the seconds.
private struct DurationTest: FixedTest {
    let seconds: IntTest

    @inline(__always)
    func word(of values: UnsafeBufferPointer<TimeSpan>, from first: Int, count: Int) -> UInt64 {
        values.withMemoryRebound(to: Int.self) { seconds.word(of: $0, from: first, count: count) }
    }
}

/// The figures of a Duration field.
public struct DurationFigures: FieldFigures {
    /// The shortest time span.
    public let least: TimeSpan
    /// The longest time span.
    public let greatest: TimeSpan
    /// All seconds.
    public let sum: Int128
    /// The sum divided by the count, in seconds.
    public let mean: Quotient
    /// The seconds of the middle time span; for an even count, the mean of the two middle ones.
    public let median: Quotient
    /// How many time spans each range has.
    public let bars: [SummaryBar]

    /// - Parameter spans: at least one.
    fileprivate init(sorted spans: [TimeSpan], bars: [SummaryBar]) {
        (least, greatest) = (spans[0], spans[spans.count - 1])
        sum = spans.reduce(0) { $0 + Int128($1.seconds) }
        mean = Quotient(dividend: sum, divisor: spans.count)
        let middle = spans[(spans.count - 1) / 2].seconds + spans[spans.count / 2].seconds
        median = Quotient(dividend: Int128(middle), divisor: 2)
        self.bars = bars
    }

    /// In seconds.
    public var totals: NumberTotals? { NumberTotals(sum: String(sum), mean: mean.value.shortText) }

    /// Least, greatest, mean, median and sum, to the second.
    public func lines(in format: NumberFormat) -> [SummaryLine] {
        SummaryLine.ofNumbers(
            least: least.shownText, greatest: greatest.shownText, mean: TimeSpan.shownText(of: mean.rounded),
            median: TimeSpan.shownText(of: median.rounded), sum: TimeSpan.shownText(of: sum))
    }

    /// How many time spans each range has.
    public func chart(of table: RecordTable, field: Int) -> SummaryChart { .spread(bars) }
}

extension Quotient {
    /// The nearest whole number; halves are rounded up.
    package var rounded: Int128 {
        let (doubled, divisor) = (2 * dividend + Int128(divisor), 2 * Int128(divisor))
        return doubled >= 0 ? doubled / divisor : -((divisor - 1 - doubled) / divisor)
    }
}
