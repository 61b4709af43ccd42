/// Text of any length.
enum StringKind: FieldKind {
    // MARK: Words

    static var name: String { localized("Text") }
    static var contentsName: String { localized("text") }
    static var findHint: String { localized("text, =text, text*, = for empty") }

    // MARK: Values

    static var holdsText: Bool { true }

    static func plainText(_ value: String) -> String { value }

    static func keyHash(_ value: String) -> Int {
        var value = value
        return value.withUTF8 { SeededHash.of($0) }
    }

    static func keyHashes(of column: StringColumn, in records: Range<Int>, folding: TextFolding) -> [Int] {
        var folder = TextFolder(folding)
        return column.withTexts { texts in
            records.map { index in
                if texts.isEmpty(at: index) { return 0 }
                return texts.withUTF8(at: index) { text in
                    let folded = folder.fold(text)
                    // A text of only blanks counts as empty.
                    if folded.isEmpty, !folding.isNone { return 0 }
                    return SeededHash.of(folded)
                }
            }
        }
    }

    /// Joins the texts, one below the other.
    static func cell(_ cell: CellValue, joining other: CellValue) -> CellValue? {
        guard let text = String(cell), let added = String(other) else { return nil }
        return text == added ? cell : .string(text + "\n" + added)
    }

    static func value(from other: CellValue) -> String? { other.plainText }

    // MARK: Reading

    static func value(typed text: String, in context: EntryContext) throws(UnfitReason) -> String? {
        text.isEmpty ? nil : text
    }

    static var missingValue: UnfitReason { .notANumber }

    static func value(plain text: UnsafeBufferPointer<UInt8>) -> String? { String(decoding: text, as: UTF8.self) }

    static func cell(_ text: String, in style: SeparatedText.Style) -> CellValue { .string(text) }

    static var guess: (any GuessedValues.Type)? { nil }

    static func gatherer(for reader: FittingReader) -> FittedGatherer {
        let texts = TextsBuilder(capacity: 0)
        return FittedGatherer(
            take: { texts.append($0, from: 0) }, takeEmpty: { texts.builder.appendEmpty($0) },
            reserve: { texts.builder.reserve($0) },
            finish: { FittedCells.Piece(column: .string(texts.builder.finished())) })
    }

    // MARK: Writing

    static func append<Form: RecordForm>(_ value: String, to text: inout TextBuffer, in form: Form) {
        var value = value
        value.withUTF8 { form.append(cell: $0, to: &text) }
    }

    @inline(__always)
    static func append<Form: RecordForm>(
        _ index: Int, of column: StringColumn, to text: inout TextBuffer, in form: Form
    ) {
        column.withUTF8(at: index) { utf8 in
            if let utf8 { form.append(cell: utf8, to: &text) } else { form.appendEmptyCell(to: &text) }
        }
    }

    static func textTest(
        of column: StringColumn, _ test: @escaping (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> ((Int) -> Bool)? {
        { index in column.withUTF8(at: index) { $0.map(test) ?? false } }
    }

    static func property(_ value: String) -> PropertyValue { .string(value) }

    static func value(of property: PropertyValue) -> String? {
        if case .string(let text) = property { text } else { nil }
    }

    // MARK: The document's file

    static func bind(_ value: String, to statement: SQLiteStatement, at parameter: Int32) throws(StorageError) {
        try statement.bind(value, at: parameter)
    }

    static func binder(of column: StringColumn) -> CellBinder {
        CellBinder { (statement, parameter, index) throws(StorageError) in
            try statement.bind(column, index, at: parameter)
        }
    }

    /// Numbers that another program has written become their text.
    static func rowGatherer(capacity: Int) -> RowGatherer {
        let texts = TextsBuilder(capacity: capacity)
        return RowGatherer(
            take: { value, content in
                switch content {
                case .text:
                    let utf8 = value.utf8
                    if UTF8Check.firstInvalidByte(utf8) == nil {
                        texts.builder.append(validUTF8: utf8)
                    } else {
                        texts.builder.append(value.text)
                    }
                case .integer, .real: texts.builder.append(value.plainText)
                case .null, .blob:
                    texts.builder.appendEmpty()
                    return false
                }
                return true
            },
            finish: { .string(texts.builder.finished()) })
    }

    // MARK: Finding

    static var comparisons: [Comparison] {
        [.equal, .contains, .startsWith, .endsWith, .matches] + TextOrderTest.comparisons + [.empty, .notEmpty, .toFix]
    }

    static var usualComparison: Comparison { .contains }

    static func operand(_ value: String, ignoring ignored: TextDifferences) -> Operand {
        .text(value, ignoring: ignored)
    }

    static func test(_ comparison: Comparison, _ operand: Operand) throws(QueryError) -> ValueTest? {
        guard case .text(let text, let ignored) = operand else { return nil }
        if let test = TextOrderTest(text, comparison, ignoring: ignored) { return ValueTest(test.matching) }
        if comparison == .matches { return ValueTest(try PatternTest(text, ignoring: ignored).matching) }
        return TextTest.Part(comparison).map { part in
            let test = TextTest(text, part, ignoring: ignored)
            return ValueTest(test.matching, stored: .texts(test, for: text))
        }
    }

    @inline(__always)
    static func isFilled(_ column: StringColumn, _ index: Int) -> Bool {
        column.withUTF8(at: index) { $0 != nil }
    }

    @inline(__always)
    static func filledWord(of column: StringColumn, at index: Int) -> UInt64 {
        column.withTexts { $0.filledWord(at: index) }
    }

    static func finder(of test: AnywhereTest, in column: StringColumn) -> WordMatcher? {
        { rest, start in
            var folder = test.text.makeFolder()
            column.withTexts { texts in
                for index in rest.indices where rest[index] != 0 {
                    let candidates = rest[index] & texts.filledWord(at: start + index)
                    rest[index] &= ~test.text.accepted(candidates, from: (start + index) &* 64, of: texts, &folder)
                }
            }
        }
    }

    static func line(_ entry: FindEntry.Text) -> FindEntry.Meaning {
        FindEntry.orderOfTextsLine(entry.typed) ?? FindEntry.textLine(entry.typed)
    }

    // MARK: Ordering and summing up

    static func sorted(
        _ records: [Int], of column: StringColumn, by rule: SortRule, in field: FieldDefinition,
        _ progress: SortProgress?
    ) async throws(QueryError) -> [Int] {
        try await TextFieldSorter(column, progress).sorted(records, by: rule)
    }

    /// In the user's locale: by code points, then by sort keys, then by the places of these.
    static func sortWeight(_ rule: SortRule) -> Int {
        rule.textOrder == .userLocale && Collation.isNeeded ? 1 + Collation.steps + 1 : 1
    }

    static func figures(
        of records: [Int], in column: StringColumn, buckets: Int
    ) -> (distinct: Int, figures: any FieldFigures) {
        let starts = runs(of: records, in: column)
        return (starts.count, StringFigures(records, runsFrom: starts, of: column, limit: buckets))
    }

    /// By code points, because Strings with different code points can be equal.
    static func runs(of records: [Int], in column: StringColumn) -> [Int] {
        column.withTexts { texts in
            records.indices.filter { $0 == 0 || !texts.areEqual(records[$0 - 1], records[$0]) }
        }
    }

    // MARK: Showing and editing

    static func greatest(of numbering: Numbering, in column: StringColumn) -> Int? {
        let prefix = Array(numbering.prefix.utf8)
        var greatest: Int?
        for index in column.indices {
            let number = column.withUTF8(at: index) { text -> Int? in
                guard let text, text.starts(with: prefix) else { return nil }
                return numbering.number(in: text, prefixLength: prefix.count)
            }
            if let number { greatest = max(greatest ?? number, number) }
        }
        return greatest
    }

    static func numbered(_ text: String) -> CellValue? { .string(text) }

    static func displayText(
        _ index: Int, of column: StringColumn, limit: Int, in format: NumberFormat
    ) -> String {
        column.withUTF8(at: index) { $0.map { String(decoding: $0.wholeCharactersPrefix(limit), as: UTF8.self) } ?? "" }
    }
}

extension String: FieldValue {
    /// A String field is of type ``FieldType/string``.
    public static var fieldType: FieldType { .string }

    /// The texts of a String column; `nil` for a column of another type.
    public static func values(of column: Column) -> StringColumn? {
        if case .string(let values) = column { values } else { nil }
    }

    /// A String column of these texts.
    public static func column(of values: StringColumn) -> Column { .string(values) }

    /// The text in a String cell; `nil` for unfit text.
    public init?(_ value: CellValue) {
        guard case .string(let content) = value else { return nil }
        self = content
    }

    /// The text as the cell of a String field; `""` is a text, not an empty cell.
    public var cellValue: CellValue { .string(self) }
}
