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
                place.shareRollbackJournal()
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
                place.shareRollbackJournal()
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
        case .edit(let edit): try connection.write(edit.change, insertedBy: RecordIDSource.shared.desk)
        case .widths(_, let widths): try connection.writeWidths(widths)
        case .settings(_, let texts): try connection.writeSettings(texts)
        // All of it is in the journal.
        case .typedOver, .open: break
        }
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
