/// A field of another table, read as the type of the field that it goes to or is compared with.
struct MergedField {
    private let source: Int
    private let records: RecordTable
    /// `nil` if both fields have the same type.
    private let reader: EntryReader?
    /// The texts as values of that type, if they can be read at once.
    private let values: ValuesOfTexts?

    /// - Parameters:
    ///   - match: the field of `records`, and the other one.
    ///   - type: the type of the other one.
    ///   - order: the order of day and month in ambiguous dates.
    ///   - sign: the decimal sign in ambiguous numbers.
    init(
        _ match: FieldMatch, of records: RecordTable, as type: FieldType, _ order: DateOrder?, _ sign: FoundDecimalSign
    ) {
        source = match.source
        self.records = records
        let texts = type.holdsDates ? String.values(of: records.column(match.source)) : nil
        reader =
            records.schema[match.source].type == type
            ? nil
            : EntryReader(
                type: type, decimalSign: .point, keepsDigits: true,
                dateOrder: order ?? texts.flatMap { DateForm.order(in: $0) })
        values = records.values(ofTexts: match.source, as: type, order, sign)
    }

    /// The value of a record.
    func value(ofRow row: Int) -> CellValue {
        let value = records[row, source]
        guard let text = value.plainText else { return .empty }
        return values?[row] ?? reader?.read(text) ?? value
    }
}
