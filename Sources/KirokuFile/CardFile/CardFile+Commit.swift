import Glibc

extension CardFile {
    /// Writes the changes in one transaction.
    ///
    /// Returns when they are durable.
    ///
    /// - Throws: ``StorageError/notFound(path:)`` if the file was deleted or moved away meanwhile,
    ///   ``StorageError/busy(path:)``, ``StorageError/diskFull(path:)``, ``StorageError/readOnly(path:)``,
    ///   ``StorageError/damaged(path:reason:)``, ``StorageError/changedElsewhere(path:)`` if another program has
    ///   written to the file since it was read or written here, has put another one in its place, or copied one over
    ///   it, ``StorageError/unwritable(path:reason:)``, and ``StorageError/unsupported`` after ``close()``. Nothing was
    ///   then written.
    package func commit(_ changes: [DocumentChange]) throws(StorageError) {
        guard let connection else { throw .unsupported }
        let before = journal
        let isAsKnown = isAsStamped
        var hasLooked = false
        // A commit that fails may have written to the file as well.
        defer { if hasLooked, isAsKnown { stamp = FileStamp(path) } }
        do throws(StorageError) {
            connection.forgetPages()
            try connection.transaction { () throws(StorageError) in
                let landed = try checkForOthers(connection, before: changes, isAsKnown: isAsKnown)
                hasLooked = true
                shareJournalFile()
                journal = landed?.journalAfter ?? journal
                let repair = landed?.repairAfter ?? repair
                try connection.write(repair)
                let rest = Array(changes.dropFirst(landed?.changeCount ?? 0))
                try connection.queueWritesOfOthers(path: path)
                for change in rest { try write(change, to: connection) }
                try connection.write(rest.open)
                var rows = try NewJournalRow.rows(
                    of: rest, sending: try connection.sending(), field: connection.logFields(besides: rest.edits))
                // Everything before it speaks of other numbers.
                if !repair.isEmpty { rows.insert(NewJournalRow(parts: [.unknown]), at: 0) }
                try write(rows, connection, changeCount: changes.count, repairAfter: Repair())
            }
            settle(attempts.last)
        } catch {
            journal = before
            // The file was valid when it was last read, so another program has overwritten it.
            if !hasLooked, case .damaged = error { throw .changedElsewhere(path: path) }
            throw error
        }
    }

    /// Makes SQLite's rollback journal, if others of the file's group are to write it as well.
    ///
    /// SQLite would give it the file's permissions, but the group of this user, so that nobody else could write to the
    /// document as long as it is open here. Nor could they if this process were killed while the journal is not theirs
    /// yet, so it gets its name last. To be called inside a transaction, before anything is written.
    private func shareJournalFile() {
        var info = stat()
        guard let file = try? existingFile(), stat(file, &info) == 0, info.st_gid != getegid(),
            info.st_mode & S_IWGRP != 0
        else { return }
        let rollbackJournal = file + "-journal"
        if access(rollbackJournal, F_OK) == 0 { return }
        do throws(SystemError) {
            let hidden = try HiddenFile.make(in: FilePath.folder(of: file), permissions: 0o600)
            let opened = try hidden.open()
            opened.setOwner(uid_t.max, info.st_gid)
            try opened.setPermissions(info.st_mode & 0o666)
            try hidden.link(as: rollbackJournal)
        } catch {
            Reports.error("KRK_ST_JG", "the journal of \(data: path) is for one user only: \(error)")
        }
    }

    /// Writes something other than changes of the document, in a transaction.
    ///
    /// It also works if other programs have written, provided that they did so through SQLite; the next ``commit(_:)`` reports
    /// that.
    ///
    /// - Parameters:
    ///   - since: the file's change counter before something that was written outside of a transaction; `nil` if nothing was.
    ///   - body: returns what the journal says of it.
    func writeBesides(
        _ connection: SQLiteConnection, since: UInt32? = nil,
        _ body: () throws(StorageError) -> [NewJournalRow]
    ) throws(StorageError) {
        connection.forgetPages()
        let isAsKnown = since != nil || isAsStamped
        let before = journal
        do throws(StorageError) {
            var last: String?
            try connection.transaction { () throws(StorageError) in
                let othersHaveWritten = try connection.othersHaveWritten()
                if !othersHaveWritten { _ = try checkForOthers(connection, before: [], isAsKnown: isAsKnown) }
                shareJournalFile()
                try connection.queueWritesOfOthers(path: path)
                var rows = try body()
                if let since { rows.append(NewJournalRow(since: since &+ 1, parts: [.nothing])) }
                if !othersHaveWritten, attempts.isEmpty {
                    try write(rows, connection, changeCount: 0, repairAfter: repair)
                } else {
                    // What others have written is still to be heard of, and an attempt may be in the file.
                    let written = try journal.write(rows, to: connection)
                    if !othersHaveWritten { last = written }
                }
            }
            if let last { lastRow = last }
        } catch {
            journal = before
            throw error
        }
        if let last = attempts.last, last.changeCount == 0 { settle(last) }
        if isAsKnown { stamp = FileStamp(path) }
    }

    /// Checks whether others have written.
    ///
    /// To be called inside a transaction.
    ///
    /// - Parameters:
    ///   - changes: what is about to be written; it may be, if it concerns other records than what other Kirokus have
    ///     changed.
    ///   - isAsKnown: whether the file had the stamp that is known here.
    /// - Returns: the attempt whose COMMIT is in the file although it reported a failure; the same changes then come
    ///   again, perhaps followed by newer ones.
    /// - Throws: ``StorageError/changedElsewhere(path:)``, ``StorageError/notFound(path:)``.
    private func checkForOthers(
        _ connection: SQLiteConnection, before changes: [DocumentChange], isAsKnown: Bool
    ) throws(StorageError) -> CommitAttempt? {
        if try connection.hasMoved() { throw .moved(path) }
        let found = try connection.lastJournalRow()?.id
        if try !connection.othersHaveWritten() {
            for attempt in attempts.reversed() where try connection.hasJournalRow(attempt.lastRow) {
                if attempt.changeCount > 0 { return attempt }
                settle(attempt)
                break
            }
            guard found == lastRow, isAsKnown else { throw .changedElsewhere(path: path) }
        } else {
            guard attempts.isEmpty, repair.isEmpty, try journal.news(connection).isApart(from: changes.edits) else {
                throw .changedElsewhere(path: path)
            }
        }
        // None of them is in the file, or will be.
        attempts = []
        return nil
    }

    /// Adds rows to the journal, the last of which may be in the file from now on.
    private func write(
        _ rows: [NewJournalRow], _ connection: SQLiteConnection, changeCount: Int, repairAfter: Repair
    ) throws(StorageError) {
        let last = try journal.write(rows, to: connection)
        attempts.append(
            CommitAttempt(
                lastRow: last, changeCount: changeCount, journalAfter: journal, repairAfter: repairAfter))
    }

    /// This attempt is in the file.
    private func settle(_ attempt: CommitAttempt?) {
        guard let attempt else { return }
        lastRow = attempt.lastRow
        journal = attempt.journalAfter
        repair = attempt.repairAfter
        attempts = []
    }

    private func write(_ change: DocumentChange, to connection: SQLiteConnection) throws(StorageError) {
        switch change {
        case .edit(let edit): try write(edit.change, to: connection)
        case .widths(_, let widths): try connection.writeWidths(widths)
        case .settings(_, let texts): try connection.writeSettings(texts)
        // All of it is in the journal.
        case .typedOver, .open: break
        }
    }

    func write(_ change: Change, to connection: SQLiteConnection) throws(StorageError) {
        switch change {
        case .setCells(let cells): try setCells(cells, connection)
        case .insertRecords(let records):
            try connection.insert(records)
            // Those that came from a server were put in by others.
            if !isForSync { try noteDesk(connection) }
        case .deleteRecords(let records): try deleteRecords(records.ids, connection)
        case .setPlaces(let changes):
            try connection.setPlaces(changes.lazy.map { ($0.record, $0.place) }) { () throws(StorageError) in
                try checkRecordWasThere(connection)
            }
        case .changeFields(let change):
            try setSchema(change, connection)
            for field in change.inserted { try fill(field, connection) }
        case .sequence(let changes): for change in changes { try write(change, to: connection) }
        }
    }

    private func noteDesk(_ connection: SQLiteConnection) throws(StorageError) {
        try connection.noteDesk(RecordIDSource.shared.desk, at: LocalTime(AppClock.shared.now))
    }

    private func setCells(_ cells: [CellChange], _ connection: SQLiteConnection) throws(StorageError) {
        for cell in cells {
            let statement = try connection.cached(cellUpdate(cell.field))
            try statement.bind(cell.value, at: 1)
            try statement.bind(cell.record.rawValue, at: 2)
            try statement.run()
            try checkRecordWasThere(connection)
        }
    }

    private func fill(_ field: FieldContents, _ connection: SQLiteConnection) throws(StorageError) {
        let statement = try connection.cached(cellUpdate(field.definition.id))
        let cells = field.cells.writer(ids: field.records)
        for (index, record) in field.records.enumerated() {
            try cells.bind(statement, 1, index)
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

    /// Updates the columns of `records` to match the schema.
    ///
    /// Only columns of former fields are removed: others belong to other programs.
    private func setSchema(_ change: FieldChange, _ connection: SQLiteConnection) throws(StorageError) {
        connection.dropCachedStatements()
        try connection.dropView()
        let present = Set(try connection.fieldColumns().map { $0.lowercased() })
        // The triggers would keep a column from being removed.
        let isNoting = try connection.isQueueing()
        if isNoting { try connection.forgetOriginals() }
        let gone = change.base.fields.map(\.id).filter { change.schema.index(of: $0) == nil }
        for column in gone.map(\.column) where present.contains(column) {
            // If another program's index or view needs the column, it stays without a field.
            _ = try connection.executeIfAllowed("ALTER TABLE records DROP COLUMN \(column)")
        }
        for column in change.schema.fields.map({ $0.id.column }) where !present.contains(column) {
            try connection.execute("ALTER TABLE records ADD COLUMN \(column)")
        }
        try connection.writeFields(of: change.schema, without: gone)
        try connection.makeView(of: change.schema)
        if isNoting {
            try connection.prepareOriginals(of: try SmallReader(connection, path: path).schema)
        }
    }

    private func cellUpdate(_ field: FieldID) -> String {
        "UPDATE records SET \(field.column) = ? WHERE id = ?"
    }

    /// An edit that found no record must not count as saved.
    private func checkRecordWasThere(_ connection: SQLiteConnection) throws(StorageError) {
        guard connection.changedCount == 0 else { return }
        throw .changedElsewhere(path: path)
    }
}

/// A commit that was begun and is not known to have succeeded.
struct CommitAttempt {
    /// The last row that the journal has if it succeeded.
    let lastRow: String
    /// How many changes it had, including those that an earlier attempt had already written.
    let changeCount: Int
    let journalAfter: Journal
    let repairAfter: Repair
}

extension SQLiteConnection {
    /// Counts the commits to the file; SQLite increments it with each, by any program.
    ///
    /// To be called inside a transaction.
    func changeCounter() throws(StorageError) -> UInt32 {
        CardFileHeader(try bytes(CardFileHeader.size)).changeCounter
    }
}
