extension SeparatedText.ReadingOptions {
    /// The chosen types, by the index of the field.
    ///
    /// Types for fields that are not among the names are left out.
    func chosenTypes(of names: [String]) -> [Int: FieldType] {
        guard !fieldTypes.isEmpty else { return [:] }
        var types: [Int: FieldType] = [:]
        for (name, type) in fieldTypes {
            if let index = Schema.index(called: name, in: names) { types[index] = type }
        }
        return types
    }
}

extension SeparatedText.ReadingOptions {
    /// The types to try for the values of a field, while its type is undecided.
    ///
    /// - Parameter chosen: the type that the user has chosen for it; a value that does not fit makes the field text,
    ///   which ``RecordTable/retyped(by:)`` then reads.
    func guesses(as chosen: FieldType?) -> [any GuessedValues.Type] {
        if let chosen { return [chosen.kind.guess].compactMap(\.self) }
        return types == .text ? [] : FieldType.guesses
    }
}

extension RecordTable {
    /// The table with the chosen types; values of retyped fields are read as texts of a file into existing fields.
    ///
    /// - Throws: ``TextError/unknownField(_:)``.
    func retyped(
        by options: SeparatedText.ReadingOptions
    ) throws(TextError) -> (table: RecordTable, notes: [NumberNote]) {
        guard !options.fieldTypes.isEmpty else { return (self, []) }
        let names = fieldNames
        let missing = options.fieldTypes.keys.sorted().first { Schema.index(called: $0, in: names) == nil }
        if let missing { throw .unknownField(missing) }
        let chosen = options.chosenTypes(of: names)
        let types = schema.fields.enumerated().map { chosen[$0] ?? $1.type }
        let made = schema.fields.indices.map { field in
            types[field] == schema[field].type
                ? (cells: cells[field], format: schema[field].numberFormat, note: nil)
                : retyped(field, as: types[field], options)
        }
        do {
            let schema = try Schema(names: names, types: types).with(made.map(\.format))
            return (RecordTable(schema: schema, ids: ids, cells: made.map(\.cells)), made.compactMap(\.note))
        } catch {
            preconditionFailure("the names were good before: \(error)")
        }
    }

    private func retyped(
        _ field: Int, as type: FieldType, _ options: SeparatedText.ReadingOptions
    ) -> (cells: FieldCells, format: NumberFormat, note: NumberNote?) {
        let values = values(ofTexts: field, as: type, options.dateOrder, options.usedDecimalSign)
        var cells = FieldCells(type: type)
        if let column = values?.wholeColumn {
            cells = FieldCells(column: column, unfitTexts: [:])
        } else {
            let reader = FittingReader(type: type, style: SeparatedText.Style())
            for record in 0..<count {
                let value = values?[record] ?? self[record, field].plainText.map(reader.read) ?? .empty
                cells.append(value, of: ids[record])
            }
        }
        if let format = values?.format { return (cells, format, values?.note) }
        let texts = String.values(of: column(field))
        return (cells, texts.map { Self.format(of: cells.column, writtenAs: $0) } ?? .asTyped, nil)
    }

    /// The format of numbers that all have the same number of decimals in the texts that they were read from.
    private static func format(of column: Column, writtenAs texts: StringColumn) -> NumberFormat {
        guard let numbers = Double.values(of: column) else { return .asTyped }
        var decimals = DecimalCounts()
        for index in numbers.indices where numbers[index] != nil {
            decimals.add(texts.withUTF8(at: index) { $0.flatMap { PlainNumber.float($0)?.decimals } })
        }
        return NumberFormat(places: decimals.fixed)
    }
}

/// The texts of a field as values of another type, read together.
struct ValuesOfTexts {
    private let column: Column
    /// The unfit texts.
    private let unfit: [Int: String]
    /// The texts that are read one by one.
    private let single: Set<Int>
    /// How the numbers are written, if they have a form of their own.
    let format: NumberFormat?
    let note: NumberNote?

    fileprivate init(_ column: Column) {
        (self.column, unfit, single, format, note) = (column, [:], [], nil, nil)
    }

    /// A text that is not in the common form may still be a number, unless that form rules it out, or anything else.
    fileprivate init(_ numbers: ReadNumbers, of texts: StringColumn) {
        column = numbers.column
        format = numbers.format
        note = numbers.note
        let others = numbers.others.map { ($0, texts[$0] ?? "") }
        let isNumeric = { (text: (Int, String)) in text.1.contains { $0 == "," || $0 == "." } }
        unfit = Dictionary(uniqueKeysWithValues: others.filter(isNumeric))
        single = Set(others.filter { !isNumeric($0) }.map(\.0))
    }

    /// All values, if no text is unfit or must be read individually.
    var wholeColumn: Column? { unfit.isEmpty && single.isEmpty ? column : nil }

    /// The value of a cell; `nil` if its text must be read individually.
    subscript(record: Int) -> CellValue? {
        unfit[record].map { .unfit($0) } ?? (single.contains(record) ? nil : column[record])
    }
}

extension RecordTable {
    /// The texts of a field as values of this type, if all of them are in the plain form, or are dates in one form, or
    /// if numbers among them have a form in common.
    ///
    /// - Parameters:
    ///   - order: the order of day and month in ambiguous dates.
    ///   - sign: the decimal sign of ambiguous numbers.
    func values(
        ofTexts field: Int, as type: FieldType, _ order: DateOrder?, _ sign: FoundDecimalSign
    ) -> ValuesOfTexts? {
        guard !type.holdsText, let texts = String.values(of: column(field)) else { return nil }
        if type.showsNumbers, sign.isKnownComma, let forms = NumberForms(of: texts, includesPlain: true),
            forms.isUnclear, let numbers = ReadNumbers(texts, forms, .comma, as: type, name: schema[field].name)
        {
            return ValuesOfTexts(numbers, of: texts)
        }
        if let plain = type.kind.column(plain: texts) { return ValuesOfTexts(plain) }
        if type.showsNumbers {
            guard let forms = NumberForms(of: texts, toleratesTexts: true) else { return nil }
            return ReadNumbers(texts, forms, sign.sign, as: type, name: schema[field].name).map {
                ValuesOfTexts($0, of: texts)
            }
        }
        let column = type.holdsDates ? DateForm.form(of: texts, order)?.column(of: texts) : nil
        return column?.type == type ? column.map { ValuesOfTexts($0) } : nil
    }
}

extension ImportedText {
    /// A copy with the chosen fields and types, and without the texts that stand for missing values.
    func applying(_ options: SeparatedText.ReadingOptions) throws(TextError) -> ImportedText {
        var table = table
        if let missing = MissingTexts(options.missing) { table = table.without(missing) }
        let (retyped, notes) = try table.retyped(by: options)
        return ImportedText(
            table: retyped, notices: notices, format: format, hadHeader: hadHeader, firstLine: firstLine,
            encoding: encoding, numberNotes: numberNotes + notes
        ).wanted(by: options)
    }
}

extension RecordTable {
    /// A copy in which the cells with one of these texts, fit or unfit, are empty.
    fileprivate func without(_ missing: MissingTexts) -> RecordTable {
        var left = self
        for field in schema.fields.indices {
            let unfit = unfitTexts(inField: field)
            let places = schema[field].type.holdsText ? Array(0..<count) : unfit.keys.sorted()
            for record in places where self[record, field].plainText.map(missing.contains) ?? false {
                do {
                    try left.set(.empty, at: record, field: field)
                } catch {
                    preconditionFailure("any cell can be empty: \(error)")
                }
            }
        }
        return left
    }
}
