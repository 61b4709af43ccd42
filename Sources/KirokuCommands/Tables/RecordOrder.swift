import KirokuCore

/// The order and the choice of records that a command line requests, after its conditions.
struct RecordOrder: Sendable {
    /// The names of the fields to sort by, the most significant one first, and whether the greatest value comes first.
    private let rules: [(name: String, isDescending: Bool)]
    /// Whether records that are equal in all written fields are written once.
    let isUnique: Bool
    /// The rules of a view, which hold if there are no others.
    private var rulesOfView: [SortRule] = []

    init(_ arguments: CommandArguments) {
        let names = arguments.all(.sort).flatMap { $0.split(separator: ",").map(String.init) }
        rules = names.map { name in
            let isDescending = name.hasPrefix("-")
            return (name: isDescending ? String(name.dropFirst()) : name, isDescending: isDescending)
        }
        isUnique = arguments.has(.unique)
    }

    /// Whether the order is that of the table, with all of its records.
    var isUnchanged: Bool { !sorts && !isUnique }

    /// Whether the records are in another order than in the table.
    var sorts: Bool { !rules.isEmpty || !rulesOfView.isEmpty }

    /// The names of the fields to sort by.
    var fieldNames: [String] { rules.map(\.name) }

    /// The order of a view, unless the command line asks for another one.
    func orElse(_ view: SavedView) -> RecordOrder {
        var order = self
        order.rulesOfView = view.sortRules ?? []
        return order
    }

    /// The indexes of the fields to sort by.
    func fields(of schema: Schema) throws(CommandFailure) -> [Int] {
        if rules.isEmpty { return rulesOfView.compactMap { schema.index(of: $0.field) } }
        return try TableInput.fields(fieldNames, of: schema.fields.map(\.name))
    }

    private func sortRules(for schema: Schema) throws(CommandFailure) -> [SortRule] {
        if rules.isEmpty { return rulesOfView.filter { schema.index(of: $0.field) != nil } }
        return zip(try fields(of: schema), rules).map {
            SortRule(field: schema[$0].id, isDescending: $1.isDescending)
        }
    }

    /// The records in the order asked for.
    ///
    /// - Parameters:
    ///   - records: the indexes of the records; `nil` for all.
    ///   - fields: the indexes of the fields that are written; `nil` for all.
    func applied(to records: [Int]?, of table: RecordTable, fields: [Int]?) async throws(CommandFailure) -> [Int] {
        var sorted = records ?? Array(0..<table.count)
        if sorts {
            let sortRules = try sortRules(for: table.schema)
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
