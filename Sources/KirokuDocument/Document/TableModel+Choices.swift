extension TableModel {
    /// Puts a value into a cell, and adds its new choices to those of the field, as one step.
    ///
    /// - Throws: ``EditError``.
    public func addChoices(of value: CellValue, at record: Int, _ field: Int) throws(EditError) {
        let definition = table.schema[field]
        let known = Set(definition.options.map(\.text))
        let new = definition.choices(in: value).filter { !known.contains($0) }.map { ChoiceOption(text: $0) }
        let edit = CellEdit(record: record, field: field, value: value)
        guard !new.isEmpty else { return try setCells([edit]) }
        try apply(title: .changeFields) { table throws(TableError) in
            if let mistake = (definition.options + new).mistake(for: definition.type) {
                throw .impossibleChoices(field: definition.name, mistake)
            }
            var fields = table.schema.fields
            fields[field] = definition.with(definition.options + new)
            let change = try Change.changeFields(to: fields, in: table)
            return table[record, field] == value ? change : .sequence([try .setCells([edit], in: table), change])
        }
    }
}
