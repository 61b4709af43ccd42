/// The common part of the kinds of fields with choices.
protocol ChosenKind: FieldKind where Value: ChosenValue, Value.Values == CodedColumn<Value> {
}

extension ChosenKind {
    // MARK: Values

    static var takesAnyText: Bool { true }

    static var hasOptions: Bool { true }

    static var isFoundByText: Bool { true }

    static func plainText(_ value: Value) -> String { value.text }

    /// If differences between texts are ignored, so is the order of choices.
    static func keyHashes(of column: CodedColumn<Value>, in records: Range<Int>, folding: TextFolding) -> [Int] {
        var hashes = [Int](repeating: 0, count: column.codes.count + 1)
        return records.map { record in
            let code = column.code(at: record)
            if hashes[code] == 0, let value = column.value(ofCode: code) {
                hashes[code] =
                    folding.isNone
                    ? keyHash(value)
                    : StringKind.keyHash(value.texts.map { folding.folded($0) }.sorted().joined(separator: ";"))
            }
            return hashes[code]
        }
    }

    package static func value(from other: CellValue) -> Value? { other.plainText.flatMap { Value($0) } }

    // MARK: Reading

    /// Recognises choices regardless of case and surrounding blanks; keeps other texts as they are.
    package static func value(typed text: String, in context: EntryContext) throws(UnfitReason) -> Value? {
        guard let value = Value(text) else { return nil }
        return Value(value.texts.map { context.options.meant(by: $0)?.text ?? $0 })
    }

    static var missingValue: UnfitReason { .noChoice }

    package static func value(plain text: UnsafeBufferPointer<UInt8>) -> Value? {
        Value(String(decoding: text, as: UTF8.self))
    }

    package static func column(plain texts: StringColumn) -> Column? {
        var values = CodedColumn<Value>()
        values.reserveCapacity(texts.count)
        for index in texts.indices {
            texts.withUTF8(at: index) { text in
                if let text { values.append(valueOf: text) } else { values.appendEmpty(1) }
            }
        }
        return Value.column(of: values)
    }

    package static func cell(_ text: String, in style: SeparatedText.Style) -> CellValue {
        Value(text)?.cellValue ?? .empty
    }

    static var guess: (any GuessedValues.Type)? { nil }

    static func gatherer(for reader: FittingReader) -> FittedGatherer {
        let cells = CodedCells<Value>()
        return FittedGatherer(
            take: { cells.take($0) }, takeEmpty: { cells.column.appendEmpty($0) },
            reserve: { cells.column.reserveCapacity($0) },
            finish: { FittedCells.Piece(column: Value.column(of: cells.column)) })
    }

    // MARK: Writing

    package static func append<Form: RecordForm>(_ value: Value, to text: inout TextBuffer, in form: Form) {
        var utf8 = value.text
        utf8.withUTF8 { form.append(cell: $0, to: &text) }
    }

    @inline(__always)
    package static func append<Form: RecordForm>(
        _ index: Int, of column: CodedColumn<Value>, to text: inout TextBuffer, in form: Form
    ) {
        let code = column.code(at: index)
        if code == 0 { return form.appendEmptyCell(to: &text) }
        column.codes.texts.withUTF8(at: code - 1) { utf8 in
            if let utf8 { form.append(cell: utf8, to: &text) } else { form.appendEmptyCell(to: &text) }
        }
    }

    package static func textTest(
        of column: CodedColumn<Value>, _ test: @escaping (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> ((Int) -> Bool)? {
        let texts = column.codes.texts
        let flags = [false] + texts.indices.map { texts.withUTF8(at: $0) { $0.map(test) ?? false } }
        return { flags[column.code(at: $0)] }
    }

    package static func property(_ value: Value) -> PropertyValue { .string(value.text) }

    package static func value(of property: PropertyValue) -> Value? {
        if case .string(let text) = property { Value(text) } else { nil }
    }

    // MARK: The document's file

    package static func bind(_ value: Value, to statement: SQLiteStatement, at parameter: Int32) throws(StorageError) {
        try statement.bind(value.text, at: parameter)
    }

    static func binder(of column: CodedColumn<Value>) -> CellBinder {
        CellBinder { (statement, parameter, index) throws(StorageError) in
            let code = column.code(at: index)
            if code == 0 { return try statement.bindNull(at: parameter) }
            try statement.bind(column.codes.texts, code - 1, at: parameter)
        }
    }

    /// Numbers that another program has written become their text.
    static func rowGatherer(capacity: Int) -> RowGatherer {
        let column = Gathered(CodedColumn<Value>())
        column.contents.reserveCapacity(capacity)
        return RowGatherer(
            take: { value, content in
                switch content {
                case .text where UTF8Check.firstInvalidByte(value.utf8) == nil:
                    column.contents.append(valueOf: value.utf8)
                case .text: column.contents.append(Value(value.text))
                case .integer, .real: column.contents.append(Value(value.plainText))
                case .null, .blob:
                    column.contents.appendEmpty(1)
                    return false
                }
                return true
            },
            finish: { Value.column(of: column.contents) })
    }

    // MARK: Finding

    static var usualComparison: Comparison { .hasAny }

    static func operand(_ value: Value, ignoring ignored: TextDifferences) -> Operand {
        .text(value.text, ignoring: ignored)
    }

    package static func test(_ comparison: Comparison, _ operand: Operand) throws(QueryError) -> ValueTest? {
        guard case .text(let text, let ignored) = operand else { return nil }
        guard let test = ChoiceTest(comparison, text, ignoring: ignored) else {
            // The file may have another form: "a;b" for "a; b".
            return try StringKind.test(comparison, operand).map { ValueTest(ofTexts($0.matching)) }
        }
        return ValueTest { column, _ in
            guard let column = Value.values(of: column) else { return nil }
            return matcher(of: column, [test.acceptsEmpty] + test.accepted(in: column))
        }
    }

    /// Makes a test that checks the different values as texts, and then finds their cells.
    private static func ofTexts(_ matching: @escaping CellTest.Matching) -> CellTest.Matching {
        { column, budget in
            guard let column = Value.values(of: column) else { return nil }
            let ownBudget = MatchBudget(budget.stop)
            guard let matcher = matching(.string(column.codes.texts), ownBudget) else { return nil }
            let accepted = flags(of: column, first: false, matcher)
            let givenUp = flags(of: column, first: false) { words, _ in
                for index in words.indices { words[index] = ownBudget.givenUp[index] ?? 0 }
            }
            let hasGivenUp = !ownBudget.givenUp.isEmpty
            let cells = column.cells
            return { words, start in
                for index in words.indices where hasGivenUp && words[index] != 0 {
                    budget.givenUp[start + index] = cells.word(at: start + index, of: givenUp)
                }
                cells.limit(&words, from: start, to: accepted)
            }
        }
    }

    static func optionTests(_ options: [ChoiceOption]) -> [(BrokenRule, CellTest.Matching)] {
        let known = Set(options.map(\.text))
        func finding(_ isBroken: @escaping @Sendable ([String]) -> Bool) -> CellTest.Matching {
            { column, _ in
                guard let column = Value.values(of: column) else { return nil }
                let broken = (0...column.codes.count).map {
                    column.value(ofCode: $0).map { isBroken($0.texts) } ?? false
                }
                return matcher(of: column, broken)
            }
        }
        return [
            (.notAmongChoices, finding { texts in !known.isSuperset(of: texts) }),
            (.tooManyChoices, finding { texts in texts.count > Choices.limit }),
        ]
    }

    /// Whether each different value passes, with `first` for empty cells.
    private static func flags(of column: CodedColumn<Value>, first: Bool, _ matcher: WordMatcher) -> [Bool] {
        let count = column.codes.count
        var words = [UInt64](repeating: .max, count: MatchWords.wordCount(for: count))
        matcher(&words, 0)
        var flags = [first]
        for index in 0..<count { flags.append(words[index >> 6] >> UInt64(index & 63) & 1 == 1) }
        return flags
    }

    package static func matcher(of column: CodedColumn<Value>, _ accepted: [Bool]) -> WordMatcher {
        let cells = column.cells
        return { words, start in cells.limit(&words, from: start, to: accepted) }
    }

    @inline(__always)
    package static func isFilled(_ column: CodedColumn<Value>, _ index: Int) -> Bool { column.code(at: index) != 0 }

    static func filledWord(of column: CodedColumn<Value>, at index: Int) -> UInt64 {
        column.cells.filledWord(at: index)
    }

    static func finder(of test: AnywhereTest, in column: CodedColumn<Value>) -> WordMatcher? {
        guard let finder = StringKind.finder(of: test, in: column.codes.texts) else { return nil }
        return matcher(of: column, flags(of: column, first: true, finder))
    }

    package static func line(_ entry: FindEntry.Text) -> FindEntry.Meaning { FindEntry.choiceLine(entry.typed) }

    // MARK: Ordering and summing up

    /// In the order of the field's choices, other texts after them.
    package static func sorted(
        _ records: [Int], of column: CodedColumn<Value>, by rule: SortRule, in field: FieldDefinition,
        _ progress: SortProgress?
    ) async throws(QueryError) -> [Int] {
        let ranks = try await ranks(of: column, by: rule, in: field)
        return try await SortEntries.sorted(
            records, by: ChoiceKeys(cells: column.cells, ranks: ranks, flip: rule.flip), progress)
    }

    /// The rank of each code in the order.
    private static func ranks(
        of column: CodedColumn<Value>, by rule: SortRule, in field: FieldDefinition
    ) async throws(QueryError) -> [UInt64] {
        let texts = column.codes.texts
        let places = Dictionary(field.options.enumerated().map { ($1.text, $0) }) { first, _ in first }
        var rising = rule
        rising.isDescending = false
        let byText = try await TextFieldSorter(texts, nil).sorted(Array(texts.indices), by: rising)
        // Ranks of known choices; other texts are ordered after them as text.
        let order = texts.indices.map { index -> [Int] in
            let known = column.value(ofCode: index + 1)?.texts.map { places[$0] } ?? []
            return known.prefix { $0 != nil }.map { $0 ?? 0 } + (known.contains(nil) ? [places.count] : [])
        }
        // Sorting is stable, so equal ones stay in the order of their texts.
        let codes = byText.sorted { order[$0].lexicographicallyPrecedes(order[$1]) }
        var ranks = [UInt64](repeating: 0, count: texts.count + 1)
        for (rank, code) in codes.enumerated() { ranks[code + 1] = UInt64(rank) }
        return ranks
    }

    /// Each of several choices counts separately.
    static func counted(
        _ records: [Int], of column: CodedColumn<Value>, in field: FieldDefinition
    ) async throws(QueryError) -> [FieldValues.Counted] {
        // By code points, because Strings with different code points can be equal.
        var (codes, counts) = (TextCodes(), [Int]())
        for (code, count) in column.counts(of: records).enumerated() where code > 0 && count > 0 {
            for text in column.value(ofCode: code)?.texts ?? [] {
                let place = codes.code(for: text) - 1
                if place == counts.count { counts.append(0) }
                counts[place] += count
            }
        }
        let texts = counts.indices.map { codes.texts[$0] ?? "" }
        var choices = CodedColumn<Choice>()
        for text in texts { choices.append(Choice(text)) }
        let order = try await ChoiceKind.sorted(
            Array(texts.indices), of: choices, by: SortRule(field: field.id), in: field, nil)
        return order.map { FieldValues.Counted(source: .choice(texts[$0]), count: counts[$0]) }
    }

    static func figures(
        of records: [Int], in column: CodedColumn<Value>, buckets: Int
    ) -> (distinct: Int, figures: any FieldFigures) {
        let counts = column.counts(of: records)
        var choices: [String: Int] = [:]
        for (code, count) in counts.enumerated() where code > 0 && count > 0 {
            for text in column.value(ofCode: code)?.texts ?? [] { choices[text, default: 0] += count }
        }
        let frequent = choices.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let bars = frequent.prefix(buckets).map { SummaryBar(ShownText.short($0.key), $0.value) }
        return (counts.dropFirst().count { $0 > 0 }, ChoiceFigures(choiceCount: choices.count, bars: Array(bars)))
    }

    // MARK: Showing and editing

    static func displayText(
        _ index: Int, of column: CodedColumn<Value>, limit: Int, in format: NumberFormat
    ) -> String {
        let code = column.code(at: index)
        return code == 0 ? "" : StringKind.displayText(code - 1, of: column.codes.texts, limit: limit, in: format)
    }

    static var control: CellControl { .choices }
}

/// Gathers cells that are known to be choices.
private final class CodedCells<Value: ChosenValue> {
    // As in `Gathered`.
    @exclusivity(unchecked) var column = CodedColumn<Value>()
    private var unquoted = TextBuffer()

    func take(_ cells: BatchCells) {
        _ = cells.forEach(from: 0, &unquoted) { text in
            if let text { column.append(valueOf: text) } else { column.appendEmpty(1) }
            return true
        }
    }
}

/// The places of choices in their order, with all bits inverted for descending order.
private struct ChoiceKeys: SortKeys {
    let cells: CellCodes
    let ranks: [UInt64]
    let flip: UInt64

    @inline(__always)
    func key(of record: Int) -> UInt64 { ranks[cells[record]] ^ flip }
}

/// The figures of a field with choices.
public struct ChoiceFigures: FieldFigures {
    /// How many different choices there are.
    let choiceCount: Int
    /// The choices that occur most often, the most frequent first.
    public let bars: [SummaryBar]

    /// How many different choices there are.
    public func lines(in format: NumberFormat) -> [SummaryLine] {
        [SummaryLine(name: localized("Choices"), value: localizedNumber(choiceCount))]
    }

    /// How many records have each of the most frequent choices.
    public func chart(of table: RecordTable, field: Int) -> SummaryChart { .frequent(bars) }
}
