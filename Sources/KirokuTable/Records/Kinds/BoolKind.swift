/// True or false.
enum BoolKind: FieldKind {
    // MARK: Words

    static var name: String { localized("Check box") }
    static var contentsName: String { localized("true or false") }
    static var findHint: String { localized("true, false, = for empty") }

    // MARK: Values

    static var databaseType: String { "boolean" }

    static func plainText(_ value: Bool) -> String { value ? "true" : "false" }

    /// True and false for the numbers 1 and 0.
    static func value(from other: CellValue) -> Bool? {
        let whole = Int(other) ?? DecimalNumber(other)?.whole
        return switch Double(other) ?? whole.flatMap({ Double(exactly: $0) }) {
        case 1: true
        case 0: false
        default: nil
        }
    }

    // MARK: Reading

    static func value(typed text: String, in context: EntryContext) throws(UnfitReason) -> Bool? {
        let entry = EntryReader.Entry(text)
        if entry.text.isEmpty { return nil }
        guard let flag = entry.mark else { throw .notTrueOrFalse }
        return flag
    }

    static var missingValue: UnfitReason { .notTrueOrFalse }

    static func value(plain text: UnsafeBufferPointer<UInt8>) -> Bool? { PlainNumber.bool(text) }

    /// The style's words come first.
    static func cell(_ text: String, in style: SeparatedText.Style) -> CellValue {
        if text == style.trueWord || text == style.falseWord { return .bool(text == style.trueWord) }
        return EntryReader(type: .bool, decimalSign: .point).read(text)
    }

    static var guess: (any GuessedValues.Type)? { GuessedFlags.self }

    static func gatherer(for reader: FittingReader) -> FittedGatherer {
        let isPlain = reader.style.trueWord != "false" && reader.style.falseWord != "true"
        let cells = Gathered<[Bool?]>([])
        let gather = FittedTexts(reader)
        return FittedGatherer(
            take: { batch in
                let start = cells.contents.count
                let (flags, empties) = gather.values(batch, false, after: start) { text in
                    isPlain ? PlainNumber.bool(text) : nil
                }
                cells.contents.append(contentsOf: flags.lazy.map(Optional.some))
                for place in empties { cells.contents[start + place] = nil }
            },
            takeEmpty: { cells.contents.append(contentsOf: repeatElement(nil, count: $0)) },
            reserve: { cells.contents.reserveCapacity($0) },
            finish: { FittedCells.Piece(column: .bool(BoolColumn(cells.contents)), unfitTexts: gather.unfitTexts) })
    }

    // MARK: Writing

    @inline(__always)
    static func append<Form: RecordForm>(_ value: Bool, to text: inout TextBuffer, in form: Form) {
        form.append(cell: value, to: &text)
    }

    static func property(_ value: Bool) -> PropertyValue { .bool(value) }

    static func value(of property: PropertyValue) -> Bool? {
        if case .bool(let flag) = property { flag } else { nil }
    }

    // MARK: The document's file

    static func bind(_ value: Bool, to statement: SQLiteStatement, at parameter: Int32) throws(StorageError) {
        try statement.bind(value ? 1 : Int64(0), at: parameter)
    }

    static func binder(of column: BoolColumn) -> CellBinder { valueBinder(of: column) }

    static func rowGatherer(capacity: Int) -> RowGatherer {
        valueGatherer(capacity: capacity) { value, content in
            let number = content == .integer ? value.integer : -1
            return number == 0 || number == 1 ? number == 1 : nil
        }
    }

    // MARK: Finding

    static var comparisons: [Comparison] { [.equal, .empty, .notEmpty, .toFix] }

    static func test(_ comparison: Comparison, _ operand: Operand) throws(QueryError) -> ValueTest? {
        guard comparison == .equal, let flag = operand.value(Bool.self) else { return nil }
        let matching: CellTest.Matching = { column, _ in
            guard let flags = Bool.values(of: column) else { return nil }
            return { words, start in
                for index in words.indices where words[index] != 0 {
                    words[index] &= flags.word(at: start + index, of: flag)
                }
            }
        }
        let number = flag ? 1 : 0
        return ValueTest(matching, stored: .integers(number...number, isInside: true))
    }

    @inline(__always)
    static func filledWord(of column: BoolColumn, at index: Int) -> UInt64 {
        column.word(at: index, of: true) | column.word(at: index, of: false)
    }

    /// Finds the whole words for true and false; not letters and marks, which have their own meaning in texts.
    static func finder(of test: AnywhereTest, in column: BoolColumn) -> WordMatcher? {
        guard test.digits == nil, let flag = EntryReader.Entry(test.typed).flag else { return nil }
        return { rest, start in
            for index in rest.indices { rest[index] &= ~column.word(at: start + index, of: flag) }
        }
    }

    static func line(_ entry: FindEntry.Text) -> FindEntry.Meaning {
        (.equal, entry.plain.hasPrefix("=") ? FindEntry.trim(entry.plain.dropFirst()) : entry.typed, "")
    }

    // MARK: Ordering and summing up

    static func sorted(
        _ records: [Int], of column: BoolColumn, by rule: SortRule, in field: FieldDefinition,
        _ progress: SortProgress?
    ) async throws(QueryError) -> [Int] {
        try await SortEntries.sorted(records, by: BoolKeys(flags: column, flip: rule.flip), progress)
    }

    static func figures(
        of records: [Int], in column: BoolColumn, buckets: Int
    ) -> (distinct: Int, figures: any FieldFigures) {
        let trueCount = records.count { column[$0] == true }
        let figures = BoolFigures(trueCount: trueCount, falseCount: records.count - trueCount)
        return (trueCount > 0 && trueCount < records.count ? 2 : 1, figures)
    }

    // MARK: Showing and editing

    static var alignment: CellAlignment { .center }

    static var control: CellControl { .checkBox }
}

extension CellValue {
    /// The next state of a check box when it is pressed: empty, true, false, and empty again.
    public var toggled: CellValue {
        switch Bool(self) {
        case true: .bool(false)
        case false: .empty
        case nil: .bool(true)
        }
    }
}

extension Bool: FieldValue {
    /// A Bool field is of type ``FieldType/bool``.
    public static var fieldType: FieldType { .bool }

    /// The flags of a Bool column; `nil` for a column of another type.
    public static func values(of column: Column) -> BoolColumn? {
        if case .bool(let values) = column { values } else { nil }
    }

    /// A Bool column of these flags.
    public static func column(of values: BoolColumn) -> Column { .bool(values) }

    /// The flag in a Bool cell.
    public init?(_ value: CellValue) {
        guard case .bool(let content) = value else { return nil }
        self = content
    }

    /// The flag as the cell of a Bool field.
    public var cellValue: CellValue { .bool(self) }
}
