import KirokuCore

/// Reading what identifies the records of a table, and whether they can be edited.
extension TableReader {
    /// A row for each unique index that identifies all records, the primary key first: the numbers of its columns.
    static let keyQuery = """
        SELECT pg_catalog.array_to_string(i.indkey, ' '), i.indnkeyatts FROM pg_catalog.pg_index i
        WHERE i.indrelid = $1::pg_catalog.oid AND i.indisunique AND i.indimmediate AND i.indisvalid AND i.indpred IS NULL
          AND i.indexprs IS NULL
        ORDER BY i.indisprimary DESC, i.indnkeyatts, i.indexrelid
        """

    /// The numbers of an index's columns; included columns are not part of the key.
    func numbers(_ key: ServerRow) -> [String] {
        let all = (key[0] ?? "").split(separator: " ").map(String.init)
        return Array(all.prefix(key.number(1) ?? all.count))
    }

    func identity(_ keys: [ServerRow], _ facts: [ColumnFacts]) -> [Int] {
        for key in keys {
            let columns = numbers(key).map { number in
                facts.firstIndex { $0.owner?[Column.number] == number && $0.isRequired }
            }
            let known = columns.compactMap(\.self)
            if !known.isEmpty, known.count == columns.count { return known }
        }
        return []
    }

    func isUnique(_ facts: ColumnFacts, _ keys: [ServerRow]) -> Bool {
        guard let number = facts.owner?[Column.number] else { return false }
        return keys.contains { numbers($0) == [number] }
    }

    func readOnlyReason(
        isTable: Bool, _ view: ViewFacts?, _ identity: [ServerColumn], _ columns: [ServerColumn], _ named: NamedKey?
    ) -> ReadOnlyReason? {
        if transaction.isStandby { return .standby }
        if !isTable, view?.isEditable != true { return .notATable }
        if columns.allSatisfy(\.isReadOnly) { return .noRight }
        if identity.isEmpty { return named?.failure ?? (isTable ? .noIdentity : .keyNotInView) }
        return identity.contains { $0.reading == .inZone } ? .zonedKey : nil
    }
}
