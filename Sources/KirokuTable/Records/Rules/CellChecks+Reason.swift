extension CellChecks {
    /// Why a cell does not fit its field or breaks a rule, for the user; `nil` if neither applies.
    ///
    /// The cell must exist.
    ///
    /// - Parameter table: the table that was checked.
    package func reason(_ record: Int, _ field: Int, in table: RecordTable) -> String? {
        let value = table[record, field]
        if let text = value.unfitText {
            return EntryReader(type: table.schema[field].type, keepsDigits: true).reason(text)?.message(for: text)
        }
        let (rule, definition) = (rule(brokenBy: record, field, in: table), table.schema[field])
        return rule?.message(
            for: rule == .notAmongChoices && definition.type.hasOptions ? definition.unknownChoices(in: value) : value,
            in: definition.numberFormat)
    }
}
