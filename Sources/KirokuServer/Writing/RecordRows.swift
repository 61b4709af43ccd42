import KirokuCore

/// Values of many records for one statement: each column of them is an array, and a parameter.
///
/// So a statement is as long as the fields are many, however many the records, and the server plans it once.
struct RecordRows {
    private let prefix: String
    private var types: [String] = []
    private var parameters: [String] = []

    /// As many records go into a statement, as many values, and as many bytes of text, so that it does not keep others waiting
    /// for long, and is no longer than a server takes.
    private static let (mostRecords, mostValues, mostBytes) = (5_000, 100_000, 16 << 20)

    /// - Parameter names: those of the table and its columns, in quotes, so that none of them is such a name.
    init(besides names: [String]) {
        var prefix = "v"
        while names.contains(where: { SQLText.unquoted($0).hasPrefix(prefix) }) { prefix += "_" }
        self.prefix = prefix
    }

    /// Records in batches, each of which goes into a statement.
    ///
    /// - Parameters:
    ///   - columns: how many values each of them has.
    ///   - areSingle: whether each has a batch of its own.
    ///   - bytes: how long the texts of one are, more or less.
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

    /// Records of which the same fields are meant, together.
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

    /// The same for records.
    mutating func add(_ records: some Sequence<RecordID>) -> String {
        add(records.lazy.map { String($0.rawValue) }, type: "bigint")
    }

    /// A statement that takes rows from all of them.
    func statement(_ sql: String) -> ServerStatement { ServerStatement(sql: sql, values: parameters) }

    /// All of them, as what a statement takes rows from.
    var source: String {
        let arrays = types.enumerated().map { "$\($0 + 1)::\($1)[]" }.joined(separator: ", ")
        let names = types.indices.map { "\(prefix)\($0 + 1)" }.joined(separator: ", ")
        return "unnest(\(arrays)) AS \(prefix) (\(names))"
    }
}

/// What an edit does to cells of a record, by their fields.
typealias CellEdits = [FieldID: NetChange.Cell]

extension CellEdits {
    /// How long their texts are.
    var bytes: Int { values.reduce(0) { $0 + $1.base.bytes + $1.value.bytes } }
}

extension CellValue {
    /// How long its text is.
    var bytes: Int { (unfitText ?? plainText)?.utf8.count ?? 0 }
}
