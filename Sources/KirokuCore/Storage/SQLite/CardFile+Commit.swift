extension CardFile {
    /// Writes the changes in one transaction.
    ///
    /// Returns when they are durable.
    ///
    /// - Throws: ``StorageError/notFound(path:)`` if the file was deleted or moved away meanwhile,
    ///   ``StorageError/busy(path:)``, ``StorageError/diskFull(path:)``, ``StorageError/readOnly(path:)``,
    ///   ``StorageError/damaged(path:reason:)``, ``StorageError/changedElsewhere(path:)`` if another program has taken
    ///   a record away that was edited here, or put one where a new one belongs,
    ///   ``StorageError/unwritable(path:reason:)``, and ``StorageError/unsupported`` after ``close()``. Nothing was
    ///   written then.
    public func commit(_ changes: [StoredChange]) throws(StorageError) {
        guard let connection else { throw .unsupported }
        let before = history
        do throws(StorageError) {
            try connection.transaction { () throws(StorageError) in
                let landed = try lastAttemptInFile(connection)
                history = landed?.historyAfter ?? history
                if try connection.othersHaveWritten() { try history.end(connection) }
                if landed == nil { try connection.write(mending) }
                for change in changes.dropFirst(landed?.changeCount ?? 0) { try write(change, to: connection) }
                let mark = try connection.markCommit()
                attempts.append(CommitAttempt(mark: mark, changeCount: changes.count, historyAfter: history))
            }
            attempts = []
            mending = Mending()
        } catch {
            history = before
            throw error
        }
    }

    /// The attempt whose COMMIT is in the file although it failed; the changes are then handed over again, perhaps with
    /// newer ones after them.
    private func lastAttemptInFile(_ connection: SQLiteConnection) throws(StorageError) -> CommitAttempt? {
        guard !attempts.isEmpty, let mark = try connection.property(CardFileFormat.lastCommitProperty) else {
            return nil
        }
        return attempts.last { $0.mark == mark }
    }

    /// Says, within a transaction that is none of the document's changes, that the steps in the file are still of use.
    ///
    /// - Parameter wasOurs: whether the last commit was Kiroku's, where that is known and the file does not tell.
    func keepHistoryGood(_ connection: SQLiteConnection, wasOurs: Bool = false) throws(StorageError) {
        // The mark of an attempt that may be in the file must stay.
        guard attempts.isEmpty else { return }
        if !wasOurs, try !connection.lastCommitIsOurs() { return }
        _ = try connection.markCommit()
    }

    private func write(_ change: StoredChange, to connection: SQLiteConnection) throws(StorageError) {
        switch change {
        case .setCells(let cells): try setCells(cells, connection)
        case .insertRecords(let records): try connection.insert(records)
        case .deleteRecords(let ids): try deleteRecords(ids, connection)
        case .renumberRecords(let moves):
            try connection.renumberRecords(moves) { () throws(StorageError) in try checkRecordWasThere(connection) }
        case .setSchema(let schema): try setSchema(schema, connection)
        case .fillField(let field): try fill(field, connection)
        case .setWidths(let widths): try connection.writeWidths(widths)
        case .setSettings(let texts): try connection.writeSettings(texts)
        case .history(let change): try history.write(change, to: connection)
        }
    }

    private func setCells(_ cells: [StoredCell], _ connection: SQLiteConnection) throws(StorageError) {
        for cell in cells {
            let statement = try connection.cached(cellUpdate(cell.field))
            try statement.bind(cell.value, at: 1)
            try statement.bind(cell.record.rawValue, at: 2)
            try statement.run()
            try checkRecordWasThere(connection)
        }
    }

    private func fill(_ field: StoredField, _ connection: SQLiteConnection) throws(StorageError) {
        let statement = try connection.cached(cellUpdate(field.field))
        let write = field.cells.writer(ids: field.records)
        for (index, record) in field.records.enumerated() {
            try write(statement, 1, index)
            try statement.bind(record.rawValue, at: 2)
            try statement.run()
            try checkRecordWasThere(connection)
        }
    }

    private func deleteRecords(_ ids: [RecordID], _ connection: SQLiteConnection) throws(StorageError) {
        let statement = try connection.cached("DELETE FROM records WHERE id = ?")
        for id in ids {
            try statement.bind(id.rawValue, at: 1)
            try statement.run()
        }
    }

    /// Brings the columns of `records` in line with the schema.
    ///
    /// What is there already is found by looking: of several changes of the schema only the last counts.
    private func setSchema(_ schema: Schema, _ connection: SQLiteConnection) throws(StorageError) {
        connection.dropCachedStatements()
        // SQLite refuses to drop a column that a view shows.
        try connection.execute("DROP VIEW IF EXISTS cards")
        let present = try connection.fieldColumns()
        let wanted = schema.fields.map { CardFileFormat.column($0.id) }
        for column in present.subtracting(wanted) {
            try connection.execute("ALTER TABLE records DROP COLUMN \(column)")
        }
        for column in wanted where !present.contains(column) {
            try connection.execute("ALTER TABLE records ADD COLUMN \(column)")
        }
        try connection.writeFields(of: schema)
        try connection.execute(CardFileFormat.view(of: schema))
    }

    private func cellUpdate(_ field: FieldID) -> String {
        "UPDATE records SET \(CardFileFormat.column(field)) = ? WHERE id = ?"
    }

    /// An edit that found no record must not count as saved.
    private func checkRecordWasThere(_ connection: SQLiteConnection) throws(StorageError) {
        guard connection.changedCount == 0 else { return }
        throw .changedElsewhere(path: path)
    }
}

/// A commit that was begun and of which it is not known that it succeeded.
struct CommitAttempt {
    /// What the file holds as its last commit if it did.
    let mark: String
    /// How many changes were handed over, those included that an earlier attempt had brought into the file.
    let changeCount: Int
    let historyAfter: HistoryTable
}

extension SQLiteConnection {
    /// Writes down, within a transaction, which commit this is.
    ///
    /// SQLite counts the file's change counter up by one with each commit, so that whoever opens the file sees whether
    /// another program has written to it since.
    fileprivate func markCommit() throws(StorageError) -> String {
        let counter = CardFileHeader(try leadingBytes(CardFileHeader.size)).changeCounter &+ 1
        let mark = "\(counter) \(UInt64.random(in: .min ... .max))"
        try writeProperty(CardFileFormat.lastCommitProperty, .string(mark))
        return mark
    }

    /// Whether the last commit to the file was Kiroku's.
    func lastCommitIsOurs() throws(StorageError) -> Bool {
        guard let mark = try property(CardFileFormat.lastCommitProperty) else { return false }
        let counter = CardFileHeader(try leadingBytes(CardFileHeader.size)).changeCounter
        return mark.hasPrefix("\(counter) ")
    }
}
