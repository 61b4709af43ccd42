/// Exact decimal numbers of up to 38 digits.
enum DecimalKind: FieldKind {
    // MARK: Words

    static var name: String { localized("Exact number") }
    static var contentsName: String { localized("exact numbers") }
    static var findHint: String { localized("5, >=5, 1..5, = for empty") }

    // MARK: Values

    static var keepsForms: Bool { true }

    static var databaseType: String { "numeric" }

    static func plainText(_ value: DecimalNumber) -> String { value.text }

    /// 12.50 and 12.5 are the same key.
    static func keyText(_ value: DecimalNumber) -> String { WideDecimal(value).trimmed(to: 0).text }

    static func keyHash(_ value: DecimalNumber) -> Int { value.withoutZeros.hashValue }

    /// Ints, the seconds of durations, 1 and 0 for true and false, and Floats by the shortest decimal form that reads
    /// back to the same Float.
    static func value(from other: CellValue) -> DecimalNumber? {
        if let number = Double(other) { return DecimalNumber(written: number.shortText) }
        if let span = TimeSpan(other) { return DecimalNumber(span.seconds) }
        return Int(other).map { DecimalNumber($0) } ?? Bool(other).map { DecimalNumber($0 ? 1 : 0) }
    }

    // MARK: Reading

    static func value(typed text: String, in context: EntryContext) throws(UnfitReason) -> DecimalNumber? {
        let entry = EntryReader.Entry(text).number(in: context)
        if entry.text.isEmpty { return nil }
        guard entry.isNumber else { throw .notANumber }
        guard let number = DecimalNumber(written: entry.text) else { throw .tooManyDigits }
        return number
    }

    static var missingValue: UnfitReason { .notANumber }

    static func value(plain text: UnsafeBufferPointer<UInt8>) -> DecimalNumber? { DecimalNumber(plain: text) }

    /// Only with the style's decimal sign.
    static func cell(_ text: String, in style: SeparatedText.Style) -> CellValue {
        if style.decimalSign == .comma, text.contains(".") { return .unfit(text) }
        return EntryReader(type: .decimal, decimalSign: style.decimalSign).read(text)
    }

    static var guess: (any GuessedValues.Type)? { GuessedDecimals.self }

    static func gatherer(for reader: FittingReader) -> FittedGatherer {
        let isPlain = reader.style.decimalSign == .point
        return batchGatherer(for: reader) { isPlain ? ShortNumber.decimal($0) : nil }
    }

    // MARK: Writing

    @inline(__always)
    static func append<Form: RecordForm>(_ value: DecimalNumber, to text: inout TextBuffer, in form: Form) {
        form.append(cell: value, to: &text)
    }

    /// As text, because the numbers of a property list are Doubles.
    static func property(_ value: DecimalNumber) -> PropertyValue { .string(value.text) }

    /// Also accepts numbers that other programs have written.
    static func value(of property: PropertyValue) -> DecimalNumber? {
        switch property {
        case .string(var text): text.withUTF8 { DecimalNumber(plain: $0) }
        case .int(let number): DecimalNumber(number)
        case .real(let number): number.isFinite ? DecimalNumber(written: number.shortText) : nil
        default: nil
        }
    }

    // MARK: The document's file

    /// As text, because SQLite's numbers have 64 bits.
    static func bind(
        _ value: DecimalNumber, to statement: SQLiteStatement, at parameter: Int32
    ) throws(StorageError) {
        try statement.bind(value.text, at: parameter)
    }

    static func binder(of column: DecimalColumn) -> CellBinder { valueBinder(of: column) }

    /// Also accepts numbers that other programs have written, as SQLite stores them.
    static func rowGatherer(capacity: Int) -> RowGatherer {
        valueGatherer(capacity: capacity) { value, content in
            switch content {
            case .text: DecimalNumber(plain: value.utf8)
            case .integer: DecimalNumber(Int(value.integer))
            case .real: value.real.isFinite ? DecimalNumber(written: value.real.shortText) : nil
            case .null, .blob: nil
            }
        }
    }

    // MARK: Finding

    static var comparisons: [Comparison] { Comparison.ofOrderedValues }

    static func test(_ comparison: Comparison, _ operand: Operand) throws(QueryError) -> ValueTest? {
        if let (one, other) = operand.range(DecimalNumber.self) {
            guard comparison == .between else { return nil }
            return ValueTest(DecimalTest(one, other).matching, stored: .decimals(.between, one, other))
        }
        guard let number = operand.value(DecimalNumber.self), let test = DecimalTest(comparison, number) else {
            return nil
        }
        return ValueTest(test.matching, stored: .decimals(comparison, number, number))
    }

    @inline(__always)
    static func filledWord(of column: DecimalColumn, at index: Int) -> UInt64 { column.filledWord(at: index) }

    static func finder(of test: AnywhereTest, in column: DecimalColumn) -> WordMatcher? {
        digitsFinder(of: test, in: column) { $0.append($1) }
    }

    static func line(_ entry: FindEntry.Text) -> FindEntry.Meaning { FindEntry.orderedLine(entry) }

    // MARK: Ordering and summing up

    static func sorted(
        _ records: [Int], of column: DecimalColumn, by rule: SortRule, in field: FieldDefinition,
        _ progress: SortProgress?
    ) async throws(QueryError) -> [Int] {
        try await column.sorted(records, by: rule, progress)
    }

    static func figures(
        of records: [Int], in column: DecimalColumn, buckets: Int
    ) -> (distinct: Int, figures: any FieldFigures) {
        let numbers = records.compactMap { column[$0] }
        let distinct = 1 + zip(numbers, numbers.dropFirst()).count { !$0.isEqual(to: $1) }
        return (distinct, DecimalFigures(sorted: numbers, buckets: buckets))
    }

    static func add(_ records: [Int], of column: DecimalColumn, to numbers: inout SelectedNumbers) {
        for record in records { if let number = column[record] { numbers.add(number) } }
    }

    // MARK: Showing and editing

    static var showsNumbers: Bool { true }

    static func shownText(_ value: DecimalNumber, in format: NumberFormat) -> String { format.text(value) }

    /// With a comma or a point, the only decimal signs that are read.
    static func entryText(_ value: DecimalNumber) -> String {
        usualDecimalSign() == .comma ? value.text.replacing(".", with: ",") : value.text
    }

    static var alignment: CellAlignment { .end }
}

extension DecimalNumber: FieldValue {
    /// A decimal number is what a field of type ``FieldType/decimal`` holds.
    public static var fieldType: FieldType { .decimal }

    /// The numbers of a Decimal column; `nil` for a column of another type.
    public static func values(of column: Column) -> DecimalColumn? {
        if case .decimal(let values) = column { values } else { nil }
    }

    /// A Decimal column of these numbers.
    public static func column(of values: DecimalColumn) -> Column { .decimal(values) }

    /// The number in a Decimal cell; an Int or a Float is not converted.
    public init?(_ value: CellValue) {
        guard case .decimal(let content) = value else { return nil }
        self = content
    }

    /// The number as the cell of a Decimal field.
    public var cellValue: CellValue { .decimal(self) }
}

extension Double {
    /// The Float of a decimal number whose shortest decimal form is that number; `nil` if there is none.
    package init?(exactly number: DecimalNumber) {
        guard let float = Double(number.text), let again = DecimalNumber(written: float.shortText),
            again.isEqual(to: number)
        else { return nil }
        self = float
    }
}
