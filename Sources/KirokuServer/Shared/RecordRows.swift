import KirokuCore

/// Values of many records for one statement: each column of them is an array, and a parameter.
///
/// So a statement is as long as the fields are many, however many the records, and the server plans it once.
struct RecordRows {
    private let prefix: String
    private var types: [String] = []
    private(set) var parameters: [String] = []

    /// As many records go into a statement, and as many values, so that it does not keep others waiting for long.
    private static let (mostRecords, mostValues) = (5_000, 100_000)

    /// - Parameter columns: those of the table, in quotes, so that no other has such a name.
    init(besides columns: [String]) {
        var prefix = "v"
        while columns.contains(where: { SQLText.unquoted($0).hasPrefix(prefix) }) { prefix += "_" }
        self.prefix = prefix
    }

    /// How many records go into a statement.
    ///
    /// - Parameter columns: how many values each of them has.
    static func count(forColumns columns: Int) -> Int { max(1, min(mostRecords, mostValues / max(columns, 1))) }

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

    /// All of them, as what a statement takes rows from.
    var source: String {
        let arrays = types.enumerated().map { "$\($0 + 1)::\($1)[]" }.joined(separator: ", ")
        let names = types.indices.map { "\(prefix)\($0 + 1)" }.joined(separator: ", ")
        return "unnest(\(arrays)) AS \(prefix) (\(names))"
    }
}
