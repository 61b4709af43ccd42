import KirokuCore

/// Values of many records for one statement: each column is an array parameter.
///
/// So the length of a statement depends only on the number of fields, not of records, and the server prepares it once.
struct RecordRows {
    private let prefix: String
    private var types: [String] = []
    private var parameters: [String] = []

    /// The largest number of records, values and bytes of text in a statement, so that it does not block others for
    /// long and does not exceed the server's limit.
    private static let (mostRecords, mostValues, mostBytes) = (5_000, 100_000, 16 << 20)

    /// - Parameter names: the quoted names of the table and its columns, which must differ from the generated names.
    init(besides names: [String]) {
        var prefix = "v"
        while names.contains(where: { SQLText.unquoted($0).hasPrefix(prefix) }) { prefix += "_" }
        self.prefix = prefix
    }

    /// Divides records into batches, one per statement.
    ///
    /// - Parameters:
    ///   - columns: the number of values per record.
    ///   - areSingle: whether each record gets a batch of its own.
    ///   - bytes: returns the approximate size of a record's texts.
    static func batches<Record>(
        of records: [Record], columns: Int, areSingle: Bool = false, bytes: (Record) -> Int
    ) -> [ArraySlice<Record>] {
        let most = areSingle ? 1 : max(1, min(mostRecords, mostValues / max(columns, 1)))
        var batches: [ArraySlice<Record>] = []
        var (start, length) = (0, 0)
        for (index, record) in records.enumerated() {
            let size = bytes(record)
            if index - start == most || index > start && length + size > mostBytes {
                batches.append(records[start..<index])
                (start, length) = (index, 0)
            }
            length += size
        }
        if start < records.count { batches.append(records[start...]) }
        return batches
    }

    /// Groups records with values in the same fields.
    static func alike<Cell>(
        _ records: [RecordID: [FieldID: Cell]]
    ) -> [(fields: [FieldID], records: [RecordID])] {
        Dictionary(grouping: records.keys) { records[$0]?.keys.sorted() ?? [] }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key, $0.value) }
    }

    /// Adds a column.
    ///
    /// - Returns: its name.
    mutating func add(_ values: some Sequence<String?>, type: String = "text") -> String {
        types.append(type)
        parameters.append(SQLText.array(values))
        return "\(prefix)\(types.count)"
    }

    /// Adds a column of record identities.
    mutating func add(_ records: some Sequence<RecordID>) -> String {
        add(records.lazy.map { String($0.rawValue) }, type: "bigint")
    }

    /// A statement with all columns as parameters.
    func statement(_ sql: String) -> ServerStatement { ServerStatement(sql: sql, values: parameters) }

    /// The source of rows in a statement, with all columns.
    var source: String {
        let arrays = types.enumerated().map { "$\($0 + 1)::\($1)[]" }.joined(separator: ", ")
        let names = types.indices.map { "\(prefix)\($0 + 1)" }.joined(separator: ", ")
        return "unnest(\(arrays)) AS \(prefix) (\(names))"
    }
}

/// The edits of a record's cells, by field.
typealias CellEdits = [FieldID: NetChange.Cell]

extension CellEdits {
    /// The size of their texts, in bytes.
    var bytes: Int { values.reduce(0) { $0 + $1.base.bytes + $1.value.bytes } }
}

extension CellValue {
    /// The size of its text, in bytes.
    var bytes: Int { (unfitText ?? plainText)?.utf8.count ?? 0 }
}
