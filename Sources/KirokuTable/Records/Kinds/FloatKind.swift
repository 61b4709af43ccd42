/// Floating-point numbers of 64 bits; never NaN, never infinite.
enum FloatKind: FieldKind {
    // MARK: Words

    static var name: String { localized("Number") }
    static var contentsName: String { localized("numbers") }
    static var findHint: String { localized("5, >=5, 1..5, = for empty") }

    // MARK: Values

    static func isAllowed(_ value: Double) -> Bool { value.isFinite }

    static var databaseType: String { "double precision" }

    static func plainText(_ value: Double) -> String { value.plainText }

    /// Ints that a Double holds exactly, decimal numbers that it reads back as, the seconds of durations, and 1 and 0
    /// for true and false.
    static func value(from other: CellValue) -> Double? {
        if let number = Int(other) { return Double(exactly: number) }
        if let number = DecimalNumber(other) { return Double(exactly: number) }
        if let span = TimeSpan(other) { return Double(exactly: span.seconds) }
        return Bool(other).map { $0 ? 1 : 0 }
    }

    /// In a text, digits that a Double drops may not be significant.
    static func readsText(of other: CellValue) -> Bool { DecimalNumber(other) == nil }

    // MARK: Reading

    static func value(typed text: String, in context: EntryContext) throws(UnfitReason) -> Double? {
        let entry = EntryReader.Entry(text).number(in: context)
        if entry.text.isEmpty { return nil }
        guard entry.isNumber, let number = Double(entry.text) else { throw .notANumber }
        guard number.isFinite else { throw .tooLargeForNumber }
        return number
    }

    static var missingValue: UnfitReason { .notANumber }

    static func value(plain text: UnsafeBufferPointer<UInt8>) -> Double? { PlainNumber.float(text)?.value }

    /// Only with the style's decimal sign.
    static func cell(_ text: String, in style: SeparatedText.Style) -> CellValue {
        let reader = EntryReader(type: .float, decimalSign: .point)
        guard style.decimalSign == .comma else { return reader.read(text) }
        if text.contains(".") { return .unfit(text) }
        let value = reader.read(text.replacing(",", with: "."))
        return value.isUnfit ? .unfit(text) : value
    }

    static var guess: (any GuessedValues.Type)? { GuessedFloats.self }

    static func gatherer(for reader: FittingReader) -> FittedGatherer {
        let isPlain = reader.style.decimalSign == .point
        return batchGatherer(for: reader) { text in
            isPlain ? ShortNumber.float(text)?.value ?? PlainNumber.float(text)?.value : nil
        }
    }

    // MARK: Writing

    @inline(__always)
    static func append<Form: RecordForm>(_ value: Double, to text: inout TextBuffer, in form: Form) {
        form.append(cell: value, to: &text)
    }

    static func property(_ value: Double) -> PropertyValue { .real(value) }

    /// A whole number comes back as an int.
    static func value(of property: PropertyValue) -> Double? { property.number }

    // MARK: The document's file

    static func bind(_ value: Double, to statement: SQLiteStatement, at parameter: Int32) throws(StorageError) {
        try statement.bind(value, at: parameter)
    }

    static func binder(of column: FixedColumn<Double>) -> CellBinder { valueBinder(of: column) }

    static func rowGatherer(capacity: Int) -> RowGatherer {
        valueGatherer(capacity: capacity) { value, content in
            let number: Double? =
                switch content {
                case .real: value.real
                case .integer: Double(exactly: value.integer)
                case .null, .text, .blob: nil
                }
            return number.flatMap { $0.isFinite ? $0 : nil }
        }
    }

    // MARK: Finding

    static var comparisons: [Comparison] { Comparison.ofOrderedValues }

    static func test(_ comparison: Comparison, _ operand: Operand) throws(QueryError) -> ValueTest? {
        let test: FloatTest? =
            if let (one, other) = operand.range(Double.self) {
                comparison == .between && one.isFinite && other.isFinite
                    ? FloatTest(min(one, other)...max(one, other)) : nil
            } else {
                operand.value(Double.self).flatMap { $0.isFinite ? FloatTest(comparison, $0) : nil }
            }
        return test.map { ValueTest(fixedMatching($0), stored: $0.stored) }
    }

    static func finder(of test: AnywhereTest, in column: FixedColumn<Double>) -> WordMatcher? {
        digitsFinder(of: test, in: column) { $0.append(shown: $1) }
    }

    static func line(_ entry: FindEntry.Text) -> FindEntry.Meaning { FindEntry.orderedLine(entry) }

    // MARK: Ordering and summing up

    static func sorted(
        _ records: [Int], of column: FixedColumn<Double>, by rule: SortRule, in field: FieldDefinition,
        _ progress: SortProgress?
    ) async throws(QueryError) -> [Int] {
        try await SortEntries.sorted(records, by: FloatKeys(numbers: column.values, flip: rule.flip), progress)
    }

    static func figures(
        of records: [Int], in column: FixedColumn<Double>, buckets: Int
    ) -> (distinct: Int, figures: any FieldFigures) {
        let numbers = records.map { column.values[$0] }
        return (Runs.count(in: numbers), FloatFigures(sorted: numbers, buckets: buckets))
    }

    static func add(_ records: [Int], of column: FixedColumn<Double>, to numbers: inout SelectedNumbers) {
        for record in records { if let number = column[record] { numbers.add(number) } }
    }

    // MARK: Showing and editing

    static var showsNumbers: Bool { true }

    static func shownText(_ value: Double, in format: NumberFormat) -> String { format.text(value) }

    /// Both zeros are the same value.
    static func keyText(_ value: Double) -> String { plainText(value + 0) }

    /// With a comma or a point, the only decimal signs that are read.
    static func entryText(_ value: Double) -> String {
        let text = value.shortText
        return usualDecimalSign() == .comma ? text.replacing(".", with: ",") : text
    }

    static var alignment: CellAlignment { .end }
}

extension Double: FixedValue {
    /// 0.
    public static var blank: Double { 0 }

    /// A Double is what a field of type ``FieldType/float`` holds.
    public static var fieldType: FieldType { .float }

    /// The numbers of a Float column; `nil` for a column of another type.
    public static func values(of column: Column) -> FixedColumn<Double>? {
        if case .float(let values) = column { values } else { nil }
    }

    /// A Float column of these numbers.
    public static func column(of values: FixedColumn<Double>) -> Column { .float(values) }

    /// The number in a Float cell; an Int is not converted.
    public init?(_ value: CellValue) {
        guard case .float(let content) = value else { return nil }
        self = content
    }

    /// The number as the cell of a Float field, which refuses NaN and infinities.
    public var cellValue: CellValue { .float(self) }
}

extension Double {
    /// The shortest decimal form that reads back to the same number, as tables write it.
    ///
    /// That is `description`, except for whole numbers from 2⁵³ to 10¹⁶, which are written with all digits, usually
    /// shorter than the exponent form that Swift switches to.
    var plainText: String {
        guard magnitude >= 0x1p53, magnitude < 1e16 else { return description }
        return "\(Int(self)).0"
    }
}

extension Double {
    /// The shortest form that reads back to the same number, as people write it: "100", "0.00001", "1e-7", "1.5e300".
    package var shortText: String {
        let text = textWithoutSmallExponent
        return text.contains("e+") ? text.replacing("e+", with: "e") : text
    }
}
