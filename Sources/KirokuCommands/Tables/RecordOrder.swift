import KirokuCore

/// The order and the choice of records that a command line asks for, after its conditions.
struct RecordOrder: Sendable {
    /// The names of the fields to sort by, the first one first, and whether the greatest value comes first.
    private let rules: [(name: String, isDescending: Bool)]
    /// Whether records that are equal in all written fields are written once.
    let isUnique: Bool

    init(_ arguments: CommandArguments) {
        let names = arguments.all(.sort).flatMap { $0.split(separator: ",").map(String.init) }
        rules = names.map { name in
            let isDescending = name.hasPrefix("-")
            return (name: isDescending ? String(name.dropFirst()) : name, isDescending: isDescending)
        }
        isUnique = arguments.has(.unique)
    }

    /// Whether the order is that of the table, with all of its records.
    var isUnchanged: Bool { rules.isEmpty && !isUnique }

    /// Whether the records are in another order than in the table.
    var sorts: Bool { !rules.isEmpty }

    /// The names of the fields to sort by.
    var fieldNames: [String] { rules.map(\.name) }

    /// The indexes of the fields to sort by.
    func fields(of schema: Schema) throws(CommandFailure) -> [Int] {
        try TableInput.fields(fieldNames, of: schema.fields.map(\.name))
    }

    /// The records in the order asked for.
    ///
    /// - Parameters:
    ///   - records: the indexes of the records; `nil` for all.
    ///   - fields: the indexes of the fields that are written; `nil` for all.
    func applied(to records: [Int]?, of table: RecordTable, fields: [Int]?) async throws(CommandFailure) -> [Int] {
        var sorted = records ?? Array(0..<table.count)
        if !rules.isEmpty {
            let keys = try self.fields(of: table.schema)
            let sortRules = zip(keys, rules).map { SortRule(field: table.schema[$0].id, isDescending: $1.isDescending) }
            do {
                let order = try await table.order(by: sortRules)
                let wanted = records.map { Set($0) }
                sorted = wanted.map { wanted in order.filter { wanted.contains($0) } } ?? order
            } catch {
                throw CommandFailure(error)
            }
        }
        guard isUnique else { return sorted }
        let fields = fields ?? Array(table.schema.fields.indices)
        var seen: Set<[CellValue]> = []
        return sorted.filter { record in seen.insert(fields.map { table[record, $0] }).inserted }
    }
}
