import KirokuCore

/// Another program's table, for writing records.
struct ForeignTarget: WriteTarget {
    private let source: ServerTable
    private let fields: Schema
    /// The indexes of the fields' columns.
    private let columns: [Int]
    /// The parts of the keys of records that are in the table.
    private let parts: [RecordID: [String]]
    let returnedKey: String?
    let raises: Bool

    /// The table of a copy, which needs the new keys of its records.
    ///
    /// - Parameter keys: the keys stored in its file.
    init(_ layout: ForeignLayout, keys: [RecordID: String]) {
        (source, fields, columns) = (layout.source, layout.fields, layout.columns)
        let count = layout.identity.count
        parts = keys.compactMapValues { KeyText.parts(of: $0, count: count) }
        returnedKey = "\(layout.keyExpression) AS k, \(layout.bucketExpression(layout.keyExpression)) AS b"
        raises = true
    }

    /// The table for records that were read from there.
    init(_ contents: ServerContents) {
        let (source, table) = (contents.source, contents.table)
        (self.source, fields, columns) = (source, source.schema, Array(source.columns.indices))
        let keys = table.ids.enumerated().map { index, record in
            (record, source.identity.compactMap { table[index, $0].plainText })
        }
        parts = Dictionary(uniqueKeysWithValues: keys)
        (returnedKey, raises) = (nil, false)
    }

    var table: String { source.quotedName }

    var quotedNames: [String] {
        source.columns.map(\.quotedName) + (source.hiddenColumns + [source.name]).map { SQLText.name($0) }
    }

    private var keyColumns: [ServerColumn] { source.identity.map { source.columns[$0] } }

    var identity: [String] { keyColumns.map(\.quotedName) }

    var keyFields: Set<FieldID> {
        let identity = Set(source.identity)
        return Set(zip(fields.fields, columns).filter { identity.contains($1) }.map(\.0.id))
    }

    var isKeyNamed: Bool { source.namedKey.map { $0.failure == nil } ?? false }

    private var isTable: Bool { source.kind == "r" || source.kind == "p" }

    /// Not if that would require a permission that the edit does not need, or if the rows belong to other tables.
    var canLock: Bool { isTable && source.columns.contains(where: \.isUpdatable) }

    func isBefore(_ one: RecordID, _ other: RecordID) -> Bool {
        let (first, second) = (parts[one] ?? [], parts[other] ?? [])
        return first == second ? one < other : first.lexicographicallyPrecedes(second)
    }

    func keys(of records: [RecordID], _ rows: inout RecordRows) -> [String]? {
        let (columns, keys) = (keyColumns, records.compactMap { parts[$0] })
        guard !columns.isEmpty, keys.count == records.count, keys.allSatisfy({ $0.count == columns.count }) else {
            return nil
        }
        return columns.enumerated().map { index, column in column.keyValue(rows.add(keys.lazy.map { $0[index] })) }
    }

    func column(of field: FieldID) -> ServerColumn? {
        fields.index(of: field).map { source.columns[columns[$0]] }
    }

    /// The table below a view may fill in any column.
    func isFilledIn(_ column: ServerColumn) -> Bool { column.hasDefault || !isTable }

    func assignments(
        _ cells: [(column: ServerColumn, values: [CellValue])], isNew: Bool, _ rows: inout RecordRows
    ) -> [ColumnAssignment] {
        cells.map { column, values in
            let value = column.value(rows.add(values.lazy.map(\.plainText)))
            guard values.contains(where: \.isUnfit) else { return (column.quotedName, value) }
            // Texts such as “infinity” are valid on the server, though not in Kiroku; but the server would replace
            // “tomorrow” by a date.
            let unfit = rows.add(values.lazy.map { $0.isUnfit ? $0.plainText : nil })
            return (
                column.quotedName,
                """
                CASE WHEN \(column.compared(unfit)) COLLATE "C" IS DISTINCT FROM \(unfit) \
                THEN \(column.value(RaisedSign.unfit.text(unfit))) ELSE \(value) END
                """
            )
        }
    }

    func isStill(_ values: [CellValue], _ column: ServerColumn, _ rows: inout RecordRows) -> String {
        let base = rows.add(values.lazy.map(\.plainText))
        return "\(column.comparedExpression) IS NOT DISTINCT FROM \(column.compared(base))"
    }

    /// Throws if fields cannot be changed in existing records.
    func checkUpdatable(_ fields: some Sequence<FieldID>) throws(ServerError) {
        for column in fields.sorted().compactMap(column) where !column.isUpdatable {
            throw .fieldIsReadOnly(column.name)
        }
    }

    /// Throws if the server would not keep cells of a record unchanged, as far as that is known here.
    ///
    /// - Parameter number: the number of the record.
    func check(_ cells: [FieldID: CellValue], number: Int? = nil) throws(ServerError) {
        for (field, value) in cells.sorted(by: { $0.key < $1.key }) {
            guard let column = column(of: field) else { continue }
            guard let text = value.plainText else { continue }
            let nul = text.utf8.contains(0) ? localized("a database does not accept the character NUL") : nil
            guard let reason = nul ?? column.precision?.loss(of: value, text) else { continue }
            throw .refusedValue(field: column.name, text: text, record: number, reason: reason)
        }
    }
}
