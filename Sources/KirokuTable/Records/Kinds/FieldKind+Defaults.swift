// Defaults that suit most kinds.

extension FieldKind {
    static var holdsText: Bool { false }

    static var holdsDates: Bool { false }

    static var takesAnyText: Bool { holdsText }

    static var hasOptions: Bool { false }

    static var holdsSeveral: Bool { false }

    static var isFoundByText: Bool { holdsText }

    static var keepsForms: Bool { false }

    package static func isAllowed(_ value: Value) -> Bool { true }

    static var databaseType: String { "text" }

    static func databaseText(_ value: Value) -> String? { plainText(value) }

    static func keyText(_ value: Value) -> String { plainText(value) }

    static func keyHash(_ value: Value) -> Int { value.hashValue }

    static func keyHashes(of column: Value.Values, in records: Range<Int>, folding: TextFolding) -> [Int] {
        records.map { column[$0].map(keyHash) ?? 0 }
    }

    package static func cell(_ cell: CellValue, joining other: CellValue) -> CellValue? { nil }

    package static func value(from other: CellValue) -> Value? { nil }

    static func readsText(of other: CellValue) -> Bool { true }

    package static func cell(_ text: String, in style: SeparatedText.Style) -> CellValue {
        EntryReader(type: Value.fieldType, decimalSign: .point).read(text)
    }

    package static func column(plain texts: StringColumn) -> Column? {
        var values = Value.Values()
        values.reserveCapacity(texts.count)
        for index in texts.indices {
            let isPlain = texts.withUTF8(at: index) { (text: UnsafeBufferPointer<UInt8>?) -> Bool in
                let read = text.flatMap { value(plain: $0) }
                values.append(read)
                return read != nil || text == nil
            }
            guard isPlain else { return nil }
        }
        return Value.column(of: values)
    }

    package static func column(listed texts: StringColumn) -> Column? { nil }

    static var usualGreatest: Value? { nil }

    static func optionTests(_ options: [ChoiceOption]) -> [(BrokenRule, CellTest.Matching)] { [] }

    @inline(__always)
    static func allValues(of column: Value.Values) -> [Value]? { nil }

    @inline(__always)
    package static func append<Form: RecordForm>(
        _ index: Int, of column: Value.Values, to text: inout TextBuffer, in form: Form
    ) {
        if let value = column[index] {
            append(value, to: &text, in: form)
        } else {
            form.appendEmptyCell(to: &text)
        }
    }

    package static func textTest(
        of column: Value.Values, _ test: @escaping (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> ((Int) -> Bool)? { nil }

    static var usualComparison: Comparison { .equal }

    static func operand(_ value: Value, ignoring ignored: TextDifferences) -> Operand { .value(value.cellValue) }

    static func operand(typed text: String, in context: EntryContext) throws(UnfitReason) -> Operand? { nil }

    @inline(__always)
    package static func isFilled(_ column: Value.Values, _ index: Int) -> Bool { column[index] != nil }

    static func sortWeight(_ rule: SortRule) -> Int { 1 }

    package static func add(_ records: [Int], of column: Value.Values, to numbers: inout SelectedNumbers) {}

    /// Only a decimal number can have several forms.
    static func runs(of records: [Int], in column: Value.Values) -> [Int] {
        func isSame(_ one: Int, _ other: Int) -> Bool {
            keepsForms ? column[one].map(keyText) == column[other].map(keyText) : column[one] == column[other]
        }
        return records.indices.filter { $0 == 0 || !isSame(records[$0 - 1], records[$0]) }
    }

    static func counted(
        _ records: [Int], of column: Value.Values, in field: FieldDefinition
    ) async throws(QueryError) -> [FieldValues.Counted] {
        let sorted = try await sorted(records, of: column, by: SortRule(field: field.id), in: field, nil)
        let starts = runs(of: sorted, in: column)
        return starts.enumerated().map { place, start in
            let end = place + 1 < starts.count ? starts[place + 1] : sorted.count
            return FieldValues.Counted(source: .record(sorted[start]), count: end - start)
        }
    }

    static func displayText(_ index: Int, of column: Value.Values, limit: Int, in format: NumberFormat) -> String {
        column[index].map { shownText($0, in: format) } ?? ""
    }

    package static func test(
        _ comparison: Comparison, _ operand: Operand, in field: FieldDefinition
    ) throws(QueryError) -> ValueTest? {
        try test(comparison, operand)
    }

    static var showsNumbers: Bool { false }

    static var holdsWholeNumbers: Bool { false }

    static func shownText(_ value: Value, in format: NumberFormat) -> String { plainText(value) }

    package static func entryText(_ value: Value) -> String { plainText(value) }

    static func meaning(_ value: Value) -> String? { nil }

    static func stepped(_ value: Value, by step: EntryStep) -> Value? { nil }

    package static func present(at now: LocalTime) -> Value? { nil }

    static var presentName: String? { nil }

    static func greatest(of numbering: Numbering, in column: Value.Values) -> Int? { nil }

    static func numbered(_ text: String) -> CellValue? { nil }

    static var alignment: CellAlignment { .start }

    static var control: CellControl { .entry }
}

extension FieldKind where Value: FixedValue, Value.Values == FixedColumn<Value> {
    @inline(__always)
    static func allValues(of column: Value.Values) -> [Value]? { column.isFull ? column.values : nil }

    @inline(__always)
    static func filledWord(of column: Value.Values, at index: Int) -> UInt64 { column.presence.word(at: index) }
}

// Operations whose value type only the kind knows.

extension FieldKind {
    static var emptyColumn: Column { Value.column(of: Value.Values()) }

    package static func isAllowed(_ value: CellValue) -> Bool { Value(value).map(isAllowed) ?? false }

    static func plainText(of value: CellValue) -> String? { Value(value).map(plainText) }

    static func databaseText(of value: CellValue) -> String? { Value(value).flatMap(databaseText) }

    package static func cell(plain text: String) -> CellValue? {
        var text = text
        return text.withUTF8 { value(plain: $0) }.map(\.cellValue)
    }

    static func keyText(of value: CellValue) -> String? { Value(value).map(keyText) }

    static var usualGreatestCell: CellValue? { usualGreatest?.cellValue }

    static func keyHash(of value: CellValue) -> Int? { Value(value).map(keyHash) }

    static func keyHashes(of column: Column, in records: Range<Int>, folding: TextFolding = .none) -> [Int] {
        Value.values(of: column).map { keyHashes(of: $0, in: records, folding: folding) } ?? []
    }

    package static func cell(typed text: String, in context: EntryContext) -> CellValue {
        do throws(UnfitReason) {
            return try value(typed: text, in: context)?.cellValue ?? .empty
        } catch {
            return .unfit(text)
        }
    }

    package static func reason(typed text: String, in context: EntryContext) -> UnfitReason? {
        do throws(UnfitReason) {
            _ = try value(typed: text, in: context)
            return nil
        } catch {
            return error
        }
    }

    /// The value of a text in the plain form, or unfit text.
    package static func cell(exactly text: String) -> CellValue {
        var text = text
        return text.withUTF8 { value(plain: $0) }?.cellValue ?? .unfit(text)
    }

    /// The value as one of this kind, or as unfit text (see ``TypeConversion``).
    package static func cell(from other: CellValue) -> CellValue {
        guard var text = other.plainText, other.type != Value.fieldType else { return other }
        if let value = value(from: other) { return value.cellValue }
        if text.isEmpty { return .empty }
        guard readsText(of: other) else { return .unfit(text) }
        return text.withUTF8 { value(plain: $0) }?.cellValue ?? .unfit(text)
    }

    package static func property(of cell: CellValue) -> PropertyValue? { Value(cell).map(property) }

    package static func cell(of property: PropertyValue) -> CellValue? {
        value(of: property).flatMap { isAllowed($0) ? $0.cellValue : nil }
    }

    package static func bind(_ cell: CellValue, to statement: SQLiteStatement, at parameter: Int32) throws(StorageError)
    {
        if let value = Value(cell) { try bind(value, to: statement, at: parameter) }
    }

    static func binder(of column: Column) -> CellBinder {
        guard let values = Value.values(of: column) else {
            return CellBinder { (statement, parameter, _) throws(StorageError) in
                try statement.bindNull(at: parameter)
            }
        }
        return binder(of: values)
    }

    package static func textTest(
        of column: Column, _ test: @escaping (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> ((Int) -> Bool)? {
        Value.values(of: column).flatMap { textTest(of: $0, test) }
    }

    static func operand(_ cell: CellValue, ignoring ignored: TextDifferences) -> Operand {
        Value(cell).map { operand($0, ignoring: ignored) } ?? .nothing
    }

    static func finder(of test: AnywhereTest, in column: Column) -> WordMatcher? {
        Value.values(of: column).flatMap { finder(of: test, in: $0) }
    }

    package static func sorted(
        _ records: [Int], of column: Column, by rule: SortRule, in field: FieldDefinition, _ progress: SortProgress?
    ) async throws(QueryError) -> [Int] {
        guard let values = Value.values(of: column) else { return records }
        return try await sorted(records, of: values, by: rule, in: field, progress)
    }

    static func figures(
        of records: [Int], in column: Column, buckets: Int
    ) -> (distinct: Int, figures: any FieldFigures)? {
        Value.values(of: column).map { figures(of: records, in: $0, buckets: buckets) }
    }

    static func runs(of records: [Int], in column: Column) -> [Int] {
        Value.values(of: column).map { runs(of: records, in: $0) } ?? []
    }

    static func counted(
        _ records: [Int], of column: Column, in field: FieldDefinition
    ) async throws(QueryError) -> [FieldValues.Counted] {
        guard let values = Value.values(of: column) else { return [] }
        return try await counted(records, of: values, in: field)
    }

    package static func add(_ records: [Int], of column: Column, to numbers: inout SelectedNumbers) {
        if let values = Value.values(of: column) { add(records, of: values, to: &numbers) }
    }

    static func displayText(_ index: Int, of column: Column, limit: Int, in format: NumberFormat) -> String {
        Value.values(of: column).map { displayText(index, of: $0, limit: limit, in: format) } ?? ""
    }

    static func shownText(of value: CellValue, in format: NumberFormat) -> String? {
        Value(value).map { shownText($0, in: format) }
    }

    static func presentCell(at now: LocalTime) -> CellValue? { present(at: now)?.cellValue }

    static func greatest(of numbering: Numbering, in column: Column) -> Int? {
        Value.values(of: column).flatMap { greatest(of: numbering, in: $0) }
    }

    package static func entryText(of value: CellValue) -> String? { Value(value).map(entryText) }

    static func meaning(of value: CellValue) -> String? { Value(value).flatMap(meaning) }

    package static func cell(_ value: CellValue, steppedBy step: EntryStep, at now: LocalTime) -> CellValue? {
        if let value = Value(value) { return stepped(value, by: step)?.cellValue }
        return value.isUnfit ? nil : present(at: now)?.cellValue
    }
}
