import KirokuCore

/// Writing changes inside a transaction.
///
/// If the server refuses a batch, its parts are written one by one, to find the record or cell that it refuses.
extension ServerChanges {
    func write(_ line: ServerLine) throws(ServerError) {
        let target = ForeignTarget(contents)
        if !cells.isEmpty { try setCells(target, line) }
        if newRecords.count > 0 { try addRecords(target, line) }
    }

    private func setCells(_ target: ForeignTarget, _ line: ServerLine) throws(ServerError) {
        let column = { (cell: CellChange) in target.column(of: cell.field) }
        for cell in cells { try target.check([cell.field: cell.value]) }
        for lock in target.lock(Set(cells.lazy.map(\.record))) { _ = try line.rows(lock.sql, lock.values) }
        let batches = RecordRows.batches(of: cells, columns: 3) { $0.base.bytes + $0.value.bytes }
        let missed = try write(batches, line) { batch in
            let statements = target.set(NetChange(CollectionOfOne(.setCells(Array(batch)))).changed)
            return (statements, statements.count)
        } refused: { cell, reason in
            let reason = "\(RaisedSign.reason(in: reason)) (\(keyText(cell.record)))"
            return refusal(of: cell.value, column(cell), record: nil, reason)
        }
        guard let first = missed.first else { return }
        throw .changedMeanwhile(
            count: missed.count, field: column(first)?.name ?? "", key: keyText(first.record))
    }

    private func addRecords(_ target: ForeignTarget, _ line: ServerLine) throws(ServerError) {
        let (records, source) = (newRecords, contents.source)
        guard !fields.isEmpty else { throw .fieldIsReadOnly(source.columns[0].name) }
        let number = { (record: Int) in numbersRecords ? record : nil }
        for record in records.ids.indices {
            let cells = fields.map { (source.schema[$0].id, records[record, $0]) }
            try target.check(Dictionary(uniqueKeysWithValues: cells), number: number(record))
        }
        let batches = RecordRows.batches(of: Array(records.ids.indices), columns: fields.count) { record in
            fields.reduce(0) { $0 + records[record, $1].bytes }
        }
        let missed = try write(batches, line) { batch in
            let ids = batch.map { records.ids[$0] }
            let statements = target.insert(ids, fields.map { source.schema[$0].id }) {
                records[batch.startIndex + $0, fields[$1]]
            }
            return (statements, batch.count)
        } refused: { record, reason in
            // The server's sentence contains a text that is invalid for the field's type.
            let unfit = fields.first { records[record, $0].unfitText.map { reason.contains($0) } ?? false }
            let reason = RaisedSign.reason(in: reason)
            guard let unfit else { return .refusedRecord(record: number(record), reason: reason) }
            return refusal(of: records[record, unfit], source.columns[unfit], record: number(record), reason)
        }
        guard let first = missed.first else { return }
        throw .refusedRecord(record: number(first), reason: localized("it did not accept all records"))
    }

    /// - Parameters:
    ///   - statements: returns the statements for some parts, and the total number of rows in their answers if all are
    ///     done.
    ///   - refused: returns the error for the server's refusal of a part.
    /// - Returns: the parts that were not done, though nothing was refused.
    private func write<Part>(
        _ batches: [ArraySlice<Part>], _ line: ServerLine,
        _ statements: (ArraySlice<Part>) -> (statements: [ServerStatement], rows: Int),
        refused: (Part, String) -> ServerError
    ) throws(ServerError) -> [Part] {
        var missed: [Part] = []
        for batch in batches {
            try line.execute("SAVEPOINT lot")
            let (together, rows) = statements(batch)
            var count = 0
            do throws(PipelineError) {
                try line.pipeline(together) { count += $1 }
                if count == rows { continue }
            } catch {
                guard line.isOpen, error.error.isRefusal else { throw error.error }
            }
            try line.execute("ROLLBACK TO SAVEPOINT lot")
            let each = batch.indices.flatMap { statements(batch[$0...$0]).statements }
            do throws(PipelineError) {
                try line.pipeline(each) { if $1 != 1 { missed.append(batch[batch.startIndex + $0]) } }
            } catch {
                guard let part = error.statement, case .refusedRecord(_, let reason) = error.error else {
                    throw error.error
                }
                throw refused(batch[batch.startIndex + part], reason)
            }
        }
        return missed
    }

    private func refusal(
        of value: CellValue, _ column: ServerColumn?, record: Int?, _ reason: String
    ) -> ServerError {
        .refusedValue(field: column?.name ?? "", text: value.plainText ?? "", record: record, reason: reason)
    }

    /// The key of a record, for the user.
    private func keyText(_ record: RecordID) -> String {
        let table = contents.table
        guard let record = table.index(of: record) else { return "" }
        return contents.source.identity.map { table[record, $0].plainText ?? "" }.joined(separator: ", ")
    }
}
