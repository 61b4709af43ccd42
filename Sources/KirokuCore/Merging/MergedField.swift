/// A field of the imported table, read as the type of the field that it is merged into.
struct MergedField {
    let field: Int
    private let source: Int
    private let imported: RecordTable
    private let emptiesCells: Bool
    /// `nil` if both fields have the same type.
    private let reader: EntryReader?
    /// The imported texts as dates, if all of them have one form.
    private let dates: Column?

    /// - Parameter order: of day and month, where the imported dates do not say.
    init(
        _ match: FieldMatch, of imported: RecordTable, into table: RecordTable, emptiesCells: Bool, _ order: DateOrder?
    ) {
        field = match.field
        source = match.source
        self.imported = imported
        self.emptiesCells = emptiesCells
        let type = table.schema[match.field].type
        reader =
            imported.schema[match.source].type == type
            ? nil : EntryReader(type: type, decimalSign: .point, keepsDigits: true)
        dates = imported.dates(inTexts: match.source, as: type, order)
    }

    /// The value for the table's cell; `nil` if the cell keeps its value.
    func value(ofRow row: Int) -> CellValue? {
        let value = imported[row, source]
        guard let text = value.plainText else { return emptiesCells ? .empty : nil }
        return dates?[row] ?? reader?.read(text) ?? value
    }
}
