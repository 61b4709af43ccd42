/// A field of the imported table, read as the type of the field that it is merged into.
struct MergedField {
    let field: Int
    private let source: Int
    private let imported: RecordTable
    private let emptiesCells: Bool
    /// `nil` if both fields have the same type.
    private let reader: EntryReader?
    /// The imported texts as values of that type, if they can be read at once.
    private let values: ValuesOfTexts?

    /// - Parameters:
    ///   - order: of day and month, where the imported dates do not say.
    ///   - sign: the decimal sign, where the imported numbers do not show it.
    init(
        _ match: FieldMatch, of imported: RecordTable, into table: RecordTable, emptiesCells: Bool, _ order: DateOrder?,
        _ sign: FoundDecimalSign
    ) {
        field = match.field
        source = match.source
        self.imported = imported
        self.emptiesCells = emptiesCells
        let type = table.schema[match.field].type
        let texts = type.control == .calendar ? String.values(of: imported.column(match.source)) : nil
        reader =
            imported.schema[match.source].type == type
            ? nil
            : EntryReader(
                type: type, decimalSign: .point, keepsDigits: true,
                dateOrder: order ?? texts.flatMap { DateForm.order(in: $0) })
        values = imported.values(ofTexts: match.source, as: type, order, sign)
    }

    /// The value for the table's cell; `nil` if the cell keeps its value.
    func value(ofRow row: Int) -> CellValue? {
        let value = imported[row, source]
        guard let text = value.plainText else { return emptiesCells ? .empty : nil }
        return values?[row] ?? reader?.read(text) ?? value
    }
}
