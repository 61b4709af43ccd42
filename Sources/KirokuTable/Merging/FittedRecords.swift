/// Records that fit the fields of a table, such as imported ones.
public struct FittedRecords: Sendable {
    /// The records, with the fields of the table.
    public var table: RecordTable
    /// The indexes of the fields for which the records have values.
    ///
    /// The contents of ``table`` in the other fields are ignored.
    public let fields: Set<Int>

    /// Records that already have the fields of a table.
    public init(table: RecordTable, fields: Set<Int>) {
        self.table = table
        self.fields = fields
    }

    /// Records of another table, with each cell converted for its target field.
    ///
    /// With a million records this takes seconds, so do not call it on the main actor.
    ///
    /// - Parameters:
    ///   - records: the other table.
    ///   - schema: the fields.
    ///   - matches: the target of each field; the other fields of `records` are left out.
    /// - Throws: `CancellationError` if the task is cancelled.
    public init(
        _ records: RecordTable, for schema: Schema, _ matches: [FieldMatch]
    ) throws(CancellationError) {
        try self.init(records, for: schema, matches, dateOrder: nil, decimalSign: nil)
    }

    /// - Parameters:
    ///   - dateOrder: the order of day and month in ambiguous dates; `nil` for the order in the other dates.
    ///   - decimalSign: the decimal sign in ambiguous numbers; `nil` for the sign in the other numbers.
    init(
        _ records: RecordTable, for schema: Schema, _ matches: [FieldMatch], dateOrder: DateOrder?,
        decimalSign: SeparatedText.Style.DecimalSign?
    ) throws(CancellationError) {
        let sign = records.decimalSignVotes.sign(decimalSign, nil)
        var cells = schema.fields.map { FieldCells(repeating: $0.initialValue, type: $0.type, count: records.count) }
        for match in matches {
            let type = schema[match.field].type
            guard records.schema[match.source].type != type else {
                cells[match.field] = records.cells[match.source]
                continue
            }
            let field = MergedField(match, of: records, as: type, dateOrder, sign)
            cells[match.field] = FieldCells(column: Column(type: type), unfitTexts: [:])
            for row in 0..<records.count {
                if row & 0xfff == 0, Task.isCancelled { throw CancellationError() }
                cells[match.field].append(field.value(ofRow: row), of: records.ids[row])
            }
        }
        table = RecordTable(schema: schema, ids: records.ids, cells: cells)
        fields = Set(matches.map(\.field))
    }

    /// Which fields or columns were left out because the table does not have them, for the user; `nil` if none were.
    ///
    /// - Parameter names: their names.
    public static func message(onLeftOut names: [String]) -> String? {
        guard !names.isEmpty else { return nil }
        let shown = names.prefix(5).map { ShownText.short($0) }.joined(separator: ", ")
        return localized(
            "{count} field is not in this document and was skipped: {names}",
            "{count} fields are not in this document and were skipped: {names}", count: names.count,
            ["names": shown + (names.count > 5 ? ", …" : "")])
    }
}
