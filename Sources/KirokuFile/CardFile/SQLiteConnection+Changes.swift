/// Writing the changes of records and fields.
///
/// All of it runs inside a transaction.
extension SQLiteConnection {
    /// Writes a change that a document commits, without its rows in the journal.
    func write(_ change: DocumentChange) throws(StorageError) {
        switch change {
        case .edit(let edit): try write(edit.change, insertedBy: RecordIDSource.shared.desk)
        case .widths(_, let widths): try writeWidths(widths)
        case .settings(_, let texts): try writeSettings(texts)
        // These are only in the journal.
        case .typedOver, .open: break
        }
    }

    /// Writes a change.
    ///
    /// - Parameter desk: the desk that has inserted the new records; `nil` for records from a server.
    func write(_ change: Change, insertedBy desk: Int? = nil) throws(StorageError) {
        switch change {
        case .setCells(let cells): try setCells(cells)
        case .insertRecords(let records):
            try insert(records)
            if let desk { try noteDesk(desk, at: LocalTime(AppClock.shared.now)) }
        case .deleteRecords(let records): try deleteRecords(records.ids)
        case .setPlaces(let changes):
            try setPlaces(changes.lazy.map { ($0.record, $0.place) }) { () throws(StorageError) in
                try checkRecordWasThere()
            }
        case .changeFields(let change):
            try setSchema(change)
            for field in change.inserted { try fill(field) }
        case .sequence(let changes): for change in changes { try write(change, insertedBy: desk) }
        }
    }

    private func setCells(_ cells: [CellChange]) throws(StorageError) {
        for cell in cells {
            let statement = try cached(cellUpdate(cell.field))
            try statement.bind(cell.value, at: 1)
            try statement.bind(cell.record.rawValue, at: 2)
            try statement.run()
            try checkRecordWasThere()
        }
    }

    private func fill(_ field: FieldContents) throws(StorageError) {
        let statement = try cached(cellUpdate(field.definition.id))
        let cells = field.cells.writer(ids: field.records)
        for (index, record) in field.records.enumerated() {
            try cells.bind(statement, 1, index)
            try statement.bind(record.rawValue, at: 2)
            try statement.run()
            try checkRecordWasThere()
        }
    }

    private func deleteRecords(_ ids: [RecordID]) throws(StorageError) {
        let statement = try cached("DELETE FROM records WHERE id = ?")
        for id in ids {
            try statement.bind(id.rawValue, at: 1)
            try statement.run()
        }
    }

    /// Updates the columns of `records` to match the schema.
    ///
    /// Only columns of former fields are removed: others belong to other programs.
    private func setSchema(_ change: FieldChange) throws(StorageError) {
        dropCachedStatements()
        try dropView()
        let present = Set(try fieldColumns().map { $0.lowercased() })
        // The triggers would keep a column from being removed.
        let isNoting = try isQueueing()
        if isNoting { try forgetOriginals() }
        let gone = change.base.fields.map(\.id).filter { change.schema.index(of: $0) == nil }
        for column in gone.map(\.column) where present.contains(column) {
            // If another program's index or view needs the column, it stays without a field.
            _ = try executeIfAllowed("ALTER TABLE records DROP COLUMN \(column)")
        }
        for column in change.schema.fields.map({ $0.id.column }) where !present.contains(column) {
            try execute("ALTER TABLE records ADD COLUMN \(column)")
        }
        try writeFields(of: change.schema, without: gone)
        try makeView(of: change.schema)
        if isNoting { try prepareOriginals(of: try SmallReader(self, path: path).schema) }
    }

    private func cellUpdate(_ field: FieldID) -> String {
        "UPDATE records SET \(field.column) = ? WHERE id = ?"
    }

    /// An edit that has found no record must not count as saved.
    private func checkRecordWasThere() throws(StorageError) {
        guard changedCount == 0 else { return }
        throw .changedElsewhere(path: path)
    }
}
