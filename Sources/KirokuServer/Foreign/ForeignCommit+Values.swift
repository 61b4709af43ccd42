import KirokuCore

/// What of an edit cannot be kept in another program's table as it is.
extension ForeignCommit {
    /// Refuses what cannot be set, and what the server would not keep as it is.
    mutating func checkValues(_ edits: RecordEdits) throws(SharedRefusal) {
        for (_, cells) in edits.changed.sorted(by: { $0.key < $1.key }) {
            for (field, column) in columns(of: cells.keys.sorted()) {
                guard column.isUpdatable else {
                    throw SharedRefusal(sentence: ServerError.fieldIsReadOnly(column.name).message)
                }
                try check(cells[field]?.value ?? .empty, column)
            }
        }
        for new in edits.added {
            for (field, value) in given(new.cells).sorted(by: { $0.key < $1.key }) {
                for (_, column) in columns(of: CollectionOfOne(field)) { try check(value, column) }
            }
        }
    }

    private mutating func check(_ value: CellValue, _ column: ServerColumn) throws(SharedRefusal) {
        guard let text = value.plainText else { return }
        if let reason = column.precision?.loss(of: value, text) {
            throw SharedRefusal(
                sentence: ServerError.refusedValue(field: column.name, text: text, record: nil, reason: reason).message)
        }
        if value.isUnfit { unfit[column, default: []].insert(text) }
    }

    /// Refuses texts that the server would keep as something else: it knows “infinity”, which Kiroku does not, but it would
    /// replace “tomorrow”.
    mutating func checkUnfit() {
        for (column, texts) in unfit.sorted(by: { $0.key.number < $1.key.number }) {
            statements.append(
                ServerStatement(
                    sql: """
                        SELECT ('\(SharedFailure.unfitSign)' || count(*))::integer FROM unnest($1::text[]) AS given (v) \
                        WHERE \(column.compared("v")) COLLATE "C" IS DISTINCT FROM v HAVING count(*) > 0
                        """, values: [SQLText.array(texts.sorted())]))
        }
    }
}
