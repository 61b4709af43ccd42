/// Stars, from 0 to 5 or to 10.
enum RatingKind: FieldKind {
    // MARK: Words

    static var name: String { localized("Rating") }
    static var contentsName: String { localized("stars") }
    static var findHint: String { localized("4, >=4, 1..3, = for empty") }

    // MARK: Values

    static var databaseType: String { "smallint" }

    static func plainText(_ value: Rating) -> String { String(value.stars) }

    static func value(from other: CellValue) -> Rating? {
        let whole = Int(other) ?? Double(other).flatMap { Int(exactly: $0) } ?? DecimalNumber(other)?.whole
        return whole.flatMap { Rating($0) }
    }

    // MARK: Reading

    /// A number, or as many stars.
    static func value(typed text: String, in context: EntryContext) throws(UnfitReason) -> Rating? {
        let entry = EntryReader.Entry(text).text
        if entry.isEmpty { return nil }
        let stars = entry.prefix { $0 == "★" || $0 == "*" }
        if !stars.isEmpty, entry.dropFirst(stars.count).allSatisfy({ $0 == "☆" }), let rating = Rating(stars.count) {
            return rating
        }
        guard let number = Int(entry), let rating = Rating(number) else { throw .notARating }
        return rating
    }

    static var missingValue: UnfitReason { .notARating }

    static func value(plain text: UnsafeBufferPointer<UInt8>) -> Rating? {
        PlainNumber.int(text).flatMap { Rating($0) }
    }

    static var guess: (any GuessedValues.Type)? { nil }

    static func gatherer(for reader: FittingReader) -> FittedGatherer {
        batchGatherer(for: reader) { ShortNumber.int($0).flatMap { Rating($0) } }
    }

    // MARK: Writing

    @inline(__always)
    static func append<Form: RecordForm>(_ value: Rating, to text: inout TextBuffer, in form: Form) {
        form.append(cell: value.stars, to: &text)
    }

    static func property(_ value: Rating) -> PropertyValue { .int(value.stars) }

    static func value(of property: PropertyValue) -> Rating? {
        if case .int(let number) = property { Rating(number) } else { nil }
    }

    // MARK: The document's file

    static func bind(_ value: Rating, to statement: SQLiteStatement, at parameter: Int32) throws(StorageError) {
        try statement.bind(Int64(value.stars), at: parameter)
    }

    static func binder(of column: FixedColumn<Rating>) -> CellBinder { valueBinder(of: column) }

    static func rowGatherer(capacity: Int) -> RowGatherer {
        valueGatherer(capacity: capacity) { value, content in
            content == .integer ? Int(exactly: value.integer).flatMap { Rating($0) } : nil
        }
    }

    // MARK: Finding

    static var comparisons: [Comparison] { Comparison.ofOrderedValues }

    static func test(_ comparison: Comparison, _ operand: Operand) throws(QueryError) -> ValueTest? {
        let test: RatingTest? =
            if let (one, other) = operand.range(Rating.self) {
                comparison == .between ? RatingTest(min(one.stars, other.stars)...max(one.stars, other.stars)) : nil
            } else {
                operand.value(Rating.self).flatMap { RatingTest(comparison, $0.stars) }
            }
        return test.map { ValueTest(fixedMatching($0), stored: $0.stored) }
    }

    static func finder(of test: AnywhereTest, in column: FixedColumn<Rating>) -> WordMatcher? {
        digitsFinder(of: test, in: column) { $0.append($1.stars) }
    }

    static func line(_ entry: FindEntry.Text) -> FindEntry.Meaning { FindEntry.orderedLine(entry) }

    static var usualGreatest: Rating? { Rating(Rating.scales.usual) }

    // MARK: Ordering and summing up

    static func sorted(
        _ records: [Int], of column: FixedColumn<Rating>, by rule: SortRule, in field: FieldDefinition,
        _ progress: SortProgress?
    ) async throws(QueryError) -> [Int] {
        try await SortEntries.sorted(records, by: RatingKeys(ratings: column.values, flip: rule.flip), progress)
    }

    static func figures(
        of records: [Int], in column: FixedColumn<Rating>, buckets: Int
    ) -> (distinct: Int, figures: any FieldFigures) {
        var counts = [Int](repeating: 0, count: Rating.range.count)
        for record in records { counts[column.values[record].stars] += 1 }
        return (counts.count { $0 > 0 }, RatingFigures(counts: counts))
    }

    static func add(_ records: [Int], of column: FixedColumn<Rating>, to numbers: inout SelectedNumbers) {
        for record in records { if let rating = column[record] { numbers.add(rating.stars) } }
    }

    // MARK: Showing and editing

    static func meaning(_ value: Rating) -> String? {
        let isUsual = value.stars <= Rating.scales.usual
        return value.signs(of: isUsual ? Rating.scales.usual : Rating.scales.large)
    }

    static func stepped(_ value: Rating, by step: EntryStep) -> Rating? {
        switch step {
        case .small(let stars), .large(let stars): Rating(value.stars + stars)
        }
    }

    static func present(at now: LocalTime) -> Rating? { .blank }

    static var control: CellControl { .stars }
}

/// A test of a rating: whether it lies in a range, or outside of it.
private struct RatingTest: FixedTest {
    private let range: ClosedRange<Int>
    private let isInside: Bool

    init(_ range: ClosedRange<Int>, isInside: Bool = true) {
        self.range = range
        self.isInside = isInside
    }

    init?(_ comparison: Comparison, _ stars: Int) {
        let (least, most) = (Rating.range.lowerBound, Rating.range.upperBound)
        switch comparison {
        case .equal: self.init(stars...stars)
        case .notEqual: self.init(stars...stars, isInside: false)
        case .less: self.init(stars...most, isInside: false)
        case .lessOrEqual: self.init(least...stars)
        case .greater: self.init(least...stars, isInside: false)
        case .greaterOrEqual: self.init(stars...most)
        default: return nil
        }
    }

    /// How SQLite can find ratings that pass in a document's file.
    var stored: StoredTest { .integers(range, isInside: isInside, among: Rating.range) }

    @inline(__always)
    func word(of values: UnsafeBufferPointer<Rating>, from first: Int, count: Int) -> UInt64 {
        MatchWords.word(from: first, count: count) { range.contains(values[$0].stars) == isInside }
    }
}

/// The keys of a Rating field, with all bits inverted for descending order.
private struct RatingKeys: SortKeys {
    let ratings: [Rating]
    let flip: UInt64

    @inline(__always)
    func key(of record: Int) -> UInt64 { UInt64(ratings[record].stars) ^ flip }
}

/// The figures of a Rating field.
public struct RatingFigures: FieldFigures {
    /// How many records have each number of stars, from 0 on.
    public let counts: [Int]

    private var sum: Int { counts.enumerated().reduce(0) { $0 + $1.offset * $1.element } }

    private var mean: Double { Double(sum) / Double(max(counts.reduce(0, +), 1)) }

    /// All stars, and their mean.
    public var totals: NumberTotals? { NumberTotals(sum: String(sum), mean: mean.shortText) }

    /// The mean, with two decimals at most.
    public func lines(in format: NumberFormat) -> [SummaryLine] {
        return [SummaryLine(name: localized("Mean"), value: NumberFormat(places: 2).text(mean))]
    }

    /// How many records have each number of stars.
    public func chart(of table: RecordTable, field: Int) -> SummaryChart {
        let last = max(counts.lastIndex { $0 > 0 } ?? 0, Rating.scales.usual)
        return .spread((0...last).map { SummaryBar(localizedNumber($0), counts[$0]) })
    }
}
