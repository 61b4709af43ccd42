/// A field of the imported table, read as the type of the field that it is merged into.
struct MergedField {
    let field: Int
    private let source: Int
    private let imported: RecordTable
    private let emptiesCells: Bool
    /// `nil` if both fields have the same type.
    private let reader: EntryReader?
    /// The imported texts as values of that type, if all of them can be read at once.
    private let values: Column?

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
        values = imported.values(ofTexts: match.source, as: type, order)
    }

    /// The value for the table's cell; `nil` if the cell keeps its value.
    func value(ofRow row: Int) -> CellValue? {
        let value = imported[row, source]
        guard let text = value.plainText else { return emptiesCells ? .empty : nil }
        return values?[row] ?? reader?.read(text) ?? value
    }
}
