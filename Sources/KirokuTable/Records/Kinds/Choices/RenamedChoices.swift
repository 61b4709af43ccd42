// Replacing the texts of choices in cells, such as when an option is renamed or several are joined.

extension ChosenValue {
    /// The value with other texts for some choices.
    fileprivate func renaming(_ names: [String: String]) -> Self? { Self(texts.map { names[$0] ?? $0 }) }
}

extension CellValue {
    /// The cell with other texts for some choices; itself if it has none of them.
    func renamingChoices(_ names: [String: String]) -> CellValue {
        if let choice = Choice(self) { return choice.renaming(names)?.cellValue ?? .empty }
        if let choices = Choices(self) { return choices.renaming(names)?.cellValue ?? .empty }
        return self
    }
}

extension RecordTable {
    /// The changes that give choices in a field other texts.
    package func changes(renaming names: [String: String], ofField field: Int) -> [CellChange] {
        if names.isEmpty { return [] }
        return (0..<count).compactMap { record in
            let value = self[record, field]
            let renamed = value.renamingChoices(names)
            return renamed == value
                ? nil : CellChange(record: ids[record], field: schema[field].id, base: value, value: renamed)
        }
    }

    /// The options for a field's values, in the order in which they first occur, and the texts to replace by another
    /// one.
    ///
    /// Texts that differ only in case, width and surrounding blanks form one option, with the most frequent text. Costs
    /// a pass over the field.
    ///
    /// - Parameters:
    ///   - field: the index of the field whose values become options.
    ///   - type: the type of the field that gets the options.
    ///   - known: existing options, which stay.
    public func options(
        fromField field: Int, for type: FieldType, keeping known: [ChoiceOption]
    ) -> (options: [ChoiceOption], renamed: [String: String]) {
        var counts: [String: Int] = [:]
        var order: [String] = []
        for record in 0..<count {
            let value = self[record, field].converted(to: type)
            for text in Choice(value).map({ [$0.text] }) ?? Choices(value)?.texts ?? [] {
                if counts[text] == nil { order.append(text) }
                counts[text, default: 0] += 1
            }
        }
        let groups = Dictionary(grouping: order, by: [ChoiceOption].folded)
        var names = Dictionary(known.map { ([ChoiceOption].folded($0.text), $0.text) }) { first, _ in first }
        var options = known
        for text in order {
            let folded = [ChoiceOption].folded(text)
            guard names[folded] == nil, !folded.isEmpty else { continue }
            let alike = groups[folded] ?? []
            let most = alike.map { counts[$0, default: 0] }.max()
            let name = FindEntry.trim(alike.first { counts[$0] == most } ?? text)
            names[folded] = name
            options.append(ChoiceOption(text: name))
        }
        let renamed = order.compactMap { text in
            names[[ChoiceOption].folded(text)].flatMap { $0 == text ? nil : (text, $0) }
        }
        return (options, Dictionary(renamed) { first, _ in first })
    }
}

extension RecordTable {
    /// The table of a new document: fields with choices that have none yet offer their values, unless these are too
    /// many.
    ///
    /// Of values that differ only in case and blanks, one becomes a choice, and the others need fixing. Costs a pass
    /// over each of these fields.
    public var offeringItsValues: RecordTable {
        let fields = schema.fields.enumerated().map { index, field in
            guard field.type.hasOptions, field.options.isEmpty else { return field.options }
            let found = options(fromField: index, for: field.type, keeping: []).options
            return found.mistake(for: field.type) == nil ? found : []
        }
        return fields == schema.fields.map(\.options)
            ? self : RecordTable(schema: schema.with(fields), ids: ids, cells: cells)
    }
}

extension FieldContents {
    /// The field with other texts for some choices.
    package func renamingChoices(_ names: [String: String]) -> FieldContents {
        if names.isEmpty { return self }
        var cells = cells
        for (index, record) in records.enumerated() {
            let value = value(at: index)
            let renamed = value.renamingChoices(names)
            if renamed != value { cells.set(renamed, at: index, of: record) }
        }
        return FieldContents(definition, records: records, cells: cells)
    }
}
