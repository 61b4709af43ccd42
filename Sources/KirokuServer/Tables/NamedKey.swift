/// Which table of a database is meant, and by what its records are told apart, if somebody has said so.
struct TableChoice: Sendable, Hashable {
    /// The table's name, with or without its schema; `nil` if none is named.
    let name: String?
    /// The names of the columns that tell its records apart; none where the database says it.
    var key: [String] = []
}

/// What has become of columns that somebody has named as the key: no database knows what tells the records of a view apart.
struct NamedKey: Sendable {
    /// The indexes of the columns; none if they do not tell the records apart.
    var columns: [Int] = []
    /// Why they do not.
    var failure: ReadOnlyReason?
}

extension TableReader {
    /// Finds out whether columns tell all the records apart that there are.
    ///
    /// - Parameters:
    ///   - names: of the columns, as somebody has typed them.
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

    /// Reads all records; only what is wrong is put in order.
    private func failure(of columns: [String], _ table: String) throws(ServerError) -> ReadOnlyReason? {
        let list = columns.joined(separator: ", ")
        let isEmpty = columns.map { "\($0) IS NULL" }.joined(separator: " OR ")
        // A type without an order cannot be asked for, which must not end the transaction.
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
