/// A table of a database, and the columns that identify its records, if the user has named them.
struct TableChoice: Sendable, Hashable {
    /// The table's name, with or without its schema; `nil` if none is named.
    let name: String?
    /// The names of the columns that identify its records; empty if the database knows them.
    var key: [String] = []
}

/// The result of checking the columns that the user has named as the key: no database knows what identifies the records
/// of a view.
struct NamedKey: Sendable {
    /// The indexes of the columns; empty if they do not identify the records.
    var columns: [Int] = []
    /// Why they do not identify the records.
    var failure: ReadOnlyReason?
}

extension TableReader {
    /// Checks whether columns identify all existing records.
    ///
    /// - Parameters:
    ///   - names: the names of the columns, as typed.
    ///   - facts: all columns.
    ///   - table: its name, quoted for statements.
    func namedKey(
        _ names: [String], _ facts: [ColumnFacts], of table: String
    ) throws(ServerError) -> NamedKey {
        var columns: [Int] = []
        for name in names {
            guard let index = index(of: name, facts) else { return NamedKey(failure: .noKeyField(name)) }
            if !columns.contains(index) { columns.append(index) }
        }
        let quoted = columns.map { line.quoted(facts[$0].row[Column.name] ?? "") }
        let failure = try failure(of: quoted, table)
        return failure == nil ? NamedKey(columns: columns) : NamedKey(failure: failure)
    }

    /// The column of exactly this name, or else the only one whose name differs in case.
    private func index(of name: String, _ facts: [ColumnFacts]) -> Int? {
        let names = facts.map { $0.row[Column.name] ?? "" }
        if let index = names.firstIndex(of: name) { return index }
        let alike = names.indices.filter { names[$0].lowercased() == name.lowercased() }
        return alike.count == 1 ? alike[0] : nil
    }

    /// Checks all records; sorts only invalid ones.
    private func failure(of columns: [String], _ table: String) throws(ServerError) -> ReadOnlyReason? {
        let list = columns.joined(separator: ", ")
        let isEmpty = columns.map { "\($0) IS NULL" }.joined(separator: " OR ")
        // The query fails for a type without an order, which must not abort the transaction.
        try line.execute("SAVEPOINT named_key")
        do throws(ServerError) {
            let wrong = try line.rows(
                """
                SELECT \(isEmpty) FROM \(table) GROUP BY \(list) HAVING count(*) > 1 OR \(isEmpty)
                ORDER BY \(list) LIMIT 1
                """
            ).first
            return wrong.map { $0.flag(0) ? .keyNotFilled : .keyNotUnique }
        } catch {
            guard line.isOpen, line.wire.refusalCode == "42883" else { throw error }
            try line.execute("ROLLBACK TO SAVEPOINT named_key")
            return .keyNotComparable
        }
    }
}
