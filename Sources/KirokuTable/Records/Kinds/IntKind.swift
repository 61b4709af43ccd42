/// Whole numbers of 64 bits.
enum IntKind: FieldKind {
    // MARK: Words

    static var name: String { localized("Whole number") }
    static var contentsName: String { localized("whole numbers") }
    static var findHint: String { localized("5, >=5, 1..5, = for empty") }

    // MARK: Values

    static var databaseType: String { "bigint" }

    static func plainText(_ value: Int) -> String { String(value) }

    /// Whole Floats and decimal numbers, the seconds of durations, and 1 and 0 for true and false.
    static func value(from other: CellValue) -> Int? {
        if let number = Double(other) { return Int(exactly: number) }
        if let number = DecimalNumber(other) { return number.whole }
        if let span = TimeSpan(other) { return span.seconds }
        return Bool(other).map { $0 ? 1 : 0 }
    }

    // MARK: Reading

    static func value(typed text: String, in context: EntryContext) throws(UnfitReason) -> Int? {
        let entry = EntryReader.Entry(text).number(in: context)
        if entry.text.isEmpty { return nil }
        guard entry.isWholeNumber else { throw .notAWholeNumber }
        guard let number = Int(entry.text) else { throw .tooLargeForWholeNumber }
        return number
    }

    static var missingValue: UnfitReason { .notANumber }

    static func value(plain text: UnsafeBufferPointer<UInt8>) -> Int? { PlainNumber.int(text) }

    static var guess: (any GuessedValues.Type)? { GuessedInts.self }

    static func gatherer(for reader: FittingReader) -> FittedGatherer {
        batchGatherer(for: reader) { ShortNumber.int($0) }
    }

    // MARK: Writing

    @inline(__always)
    static func append<Form: RecordForm>(_ value: Int, to text: inout TextBuffer, in form: Form) {
        form.append(cell: value, to: &text)
    }

    static func property(_ value: Int) -> PropertyValue { .int(value) }

    static func value(of property: PropertyValue) -> Int? {
        if case .int(let number) = property { number } else { nil }
    }

    // MARK: The document's file

    static func bind(_ value: Int, to statement: SQLiteStatement, at parameter: Int32) throws(StorageError) {
        try statement.bind(Int64(value), at: parameter)
    }

    static func binder(of column: FixedColumn<Int>) -> CellBinder { valueBinder(of: column) }

    static func rowGatherer(capacity: Int) -> RowGatherer {
        valueGatherer(capacity: capacity) { value, content in content == .integer ? Int(value.integer) : nil }
    }

    // MARK: Finding

    static var comparisons: [Comparison] { Comparison.ofOrderedValues }

    static func test(_ comparison: Comparison, _ operand: Operand) throws(QueryError) -> ValueTest? {
        let test: IntTest? =
            if let (one, other) = operand.range(Int.self) {
                comparison == .between ? IntTest(min(one, other)...max(one, other)) : nil
            } else {
                operand.value(Int.self).flatMap { IntTest(comparison, $0) }
            }
        return test.map { ValueTest(fixedMatching($0), stored: $0.stored) }
    }

    static func finder(of test: AnywhereTest, in column: FixedColumn<Int>) -> WordMatcher? {
        digitsFinder(of: test, in: column) { $0.append($1) }
    }

    static func line(_ entry: FindEntry.Text) -> FindEntry.Meaning { FindEntry.orderedLine(entry) }

    // MARK: Ordering and summing up

    static func sorted(
        _ records: [Int], of column: FixedColumn<Int>, by rule: SortRule, in field: FieldDefinition,
        _ progress: SortProgress?
    ) async throws(QueryError) -> [Int] {
        try await SortEntries.sorted(records, by: IntKeys(numbers: column.values, flip: rule.flip), progress)
    }

    static func figures(
        of records: [Int], in column: FixedColumn<Int>, buckets: Int
    ) -> (distinct: Int, figures: any FieldFigures) {
        let numbers = records.map { column.values[$0] }
        return (Runs.count(in: numbers), IntFigures(sorted: numbers, buckets: buckets))
    }

    static func add(_ records: [Int], of column: FixedColumn<Int>, to numbers: inout SelectedNumbers) {
        for record in records { if let number = column[record] { numbers.add(number) } }
    }

    // MARK: Showing and editing

    static func greatest(of numbering: Numbering, in column: FixedColumn<Int>) -> Int? {
        var greatest: Int?
        for case let number? in column where number > greatest ?? .min { greatest = number }
        return greatest
    }

    static func numbered(_ text: String) -> CellValue? { Int(text).map { .int($0) } }

    static var showsNumbers: Bool { true }

    static var holdsWholeNumbers: Bool { true }

    static func shownText(_ value: Int, in format: NumberFormat) -> String { format.text(value) }

    static var alignment: CellAlignment { .end }
}

extension Int: FixedValue {
    /// 0.
    public static var blank: Int { 0 }

    /// An Int field is of type ``FieldType/int``.
    public static var fieldType: FieldType { .int }

    /// The numbers of an Int column; `nil` for a column of another type.
    public static func values(of column: Column) -> FixedColumn<Int>? {
        if case .int(let values) = column { values } else { nil }
    }

    /// An Int column of these numbers.
    public static func column(of values: FixedColumn<Int>) -> Column { .int(values) }

    /// The number in an Int cell; a Float is not converted.
    public init?(_ value: CellValue) {
        guard case .int(let content) = value else { return nil }
        self = content
    }

    /// The number as the cell of an Int field.
    public var cellValue: CellValue { .int(self) }
}
