// Tables with some of the records or fields of another one.

extension RecordTable {
    /// The records of the table among these.
    package func picked(_ ids: Set<RecordID>) -> RecordTable {
        picked(at: RecordIndexes(ids.compactMap { index(of: $0) }))
    }

    /// The table without these records.
    package func without(_ records: Set<RecordID>) -> RecordTable {
        picked(at: RecordIndexes(ids.indices.filter { !records.contains(ids[$0]) }))
    }

    /// The same records with some of the fields, by their indexes, each once.
    package func taking(fields: [Int]) -> RecordTable {
        RecordTable(schema: schema.taking(fields), ids: ids, places: places, cells: fields.map { cells[$0] })
    }
}
