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

extension RecordTable {
    /// The table with the chosen types; values of retyped fields are read as texts of a file into existing fields.
    ///
    /// - Throws: ``TextError/unknownField(_:)``.
    func retyped(by options: SeparatedText.ReadingOptions) throws(TextError) -> RecordTable {
        guard !options.fieldTypes.isEmpty else { return self }
        let names = fieldNames
        let missing = options.fieldTypes.keys.sorted().first { Schema.index(called: $0, in: names) == nil }
        if let missing { throw .unknownField(missing) }
        let chosen = options.chosenTypes(of: names)
        let types = schema.fields.enumerated().map { chosen[$0] ?? $1.type }
        let made = schema.fields.indices.map { field in
            types[field] == schema[field].type
                ? (cells: cells[field], format: schema[field].numberFormat)
                : retyped(field, as: types[field], options.dateOrder)
        }
        do {
            let schema = try Schema(names: names, types: types).with(made.map(\.format))
            return RecordTable(schema: schema, ids: ids, cells: made.map(\.cells))
        } catch {
            preconditionFailure("the names were good before: \(error)")
        }
    }

    private func retyped(
        _ field: Int, as type: FieldType, _ order: DateOrder?
    ) -> (cells: FieldCells, format: NumberFormat) {
        var cells = FieldCells(type: type)
        if let values = values(ofTexts: field, as: type, order) {
            cells = FieldCells(column: values, unfitTexts: [:])
        } else {
            let reader = FittingReader(type: type, style: SeparatedText.Style())
            for record in 0..<count {
                cells.append(self[record, field].plainText.map(reader.read) ?? .empty, of: ids[record])
            }
        }
        let texts = String.values(of: column(field))
        return (cells, texts.map { Self.format(of: cells.column, writtenAs: $0) } ?? .asTyped)
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

extension RecordTable {
    /// A text field as a column of this type, if all of its texts are in the plain form, or are dates in one form.
    ///
    /// - Parameter order: of day and month, where these could be either way round.
    func values(ofTexts field: Int, as type: FieldType, _ order: DateOrder?) -> Column? {
        guard !type.holdsText, let texts = String.values(of: column(field)) else { return nil }
        if let plain = type.kind.column(plain: texts) { return plain }
        let column = type.control == .calendar ? DateForm.form(of: texts, order)?.column(of: texts) : nil
        return column?.type == type ? column : nil
    }
}

extension ImportedText {
    /// A copy with the chosen fields and types, and without the texts that stand for missing values.
    func applying(_ options: SeparatedText.ReadingOptions) throws(TextError) -> ImportedText {
        var table = table
        if let missing = MissingTexts(options.missing) { table = table.without(missing) }
        return ImportedText(
            table: try table.retyped(by: options), notices: notices, format: format, hadHeader: hadHeader,
            firstLine: firstLine, encoding: encoding
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
