/// A file as last read or written here; commits are based on it.
///
/// Only this type knows how to tell commits of others from own ones: by the change counters and the last row of the
/// journal, by SQLite's own count of the commits of others, and by the file's stamp.
struct FileState {
    /// How much of the journal the document has received.
    private(set) var journal = Journal()
    /// The identity of the last known row of the journal; `nil` if there is none.
    private var lastRow: String?
    /// The file's stamp in the known state.
    ///
    /// Another stamp means that another program has written to the file, even if its counters do not tell, because
    /// another file was copied over it and read before the copy was complete.
    private var stamp: FileStamp?
    /// What the next commit must write first.
    private var repair = Repair()
    /// Commits since the last successful one; each may be in the file although it seemed to fail.
    private var attempts: [CommitAttempt] = []
    /// The open edits after the last writes of others.
    private var openEdits = StoredOpenEdits()
    /// The fields of the document when it was read.
    private var schema = Schema()
    /// A commit of another program whose changes are not known yet.
    private var unexplained: NoticedCommit?

    /// The state before anything is read.
    init() {}

    /// The state of a new file.
    init(_ connection: SQLiteConnection) throws(StorageError) {
        lastRow = try connection.lastJournalRow()?.id
        journal = try Journal(connection)
    }

    /// Updates the state after the whole file was read.
    ///
    /// - Parameters:
    ///   - stamp: the file's stamp before reading.
    ///   - isForReading: whether nothing can be written to the file.
    mutating func take(
        _ reader: DocumentReader, _ contents: DocumentContents, stamp: FileStamp?, isForReading: Bool
    ) {
        (lastRow, journal, openEdits) = (reader.lastRow, reader.journal, contents.open)
        self.stamp = stamp
        guard !isForReading else { return }
        (attempts, repair, schema) = ([], reader.repair, contents.table.schema)
    }

    /// Whether the file has the known stamp; true if none is known.
    private func isAsStamped(_ path: String) -> Bool { stamp == nil || FileStamp(path) == stamp }

    // MARK: Writing

    /// Writes changes (``CardFile/commit(_:)``).
    mutating func commit(
        _ changes: [DocumentChange], to connection: SQLiteConnection, at place: FilePlace
    ) throws(StorageError) {
        let before = journal
        let isAsKnown = isAsStamped(place.path)
        var hasLooked = false
        // A failed commit may have written to the file, too.
        defer { if hasLooked, isAsKnown { stamp = FileStamp(place.path) } }
        do throws(StorageError) {
            connection.forgetPages()
            try connection.transaction { () throws(StorageError) in
                let landed = try checkForOthers(connection, place.path, before: changes, isAsKnown: isAsKnown)
                hasLooked = true
                place.shareRollbackJournal()
                journal = landed?.journalAfter ?? journal
                let repair = landed?.repairAfter ?? repair
                try connection.write(repair)
                let rest = Array(changes.dropFirst(landed?.changeCount ?? 0))
                try connection.queueWritesOfOthers(path: place.path)
                for change in rest { try connection.write(change) }
                try connection.write(rest.open)
                var rows = try NewJournalRow.rows(
                    of: rest, sending: try connection.sending(), field: connection.logFields(besides: rest.edits))
                // Earlier rows use numbers from before the repair.
                if !repair.isEmpty { rows.insert(NewJournalRow(parts: [.unknown]), at: 0) }
                try write(rows, connection, changeCount: changes.count, repairAfter: Repair())
            }
            settle(attempts.last)
        } catch {
            journal = before
            // The file was valid when it was last read, so another program has overwritten it.
            if !hasLooked, case .damaged = error { throw .changedElsewhere(path: place.path) }
            throw error
        }
    }

    /// Writes data other than changes (``CardFile/writeBesides(_:since:_:)``).
    mutating func writeBesides(
        _ connection: SQLiteConnection, at place: FilePlace, since: UInt32?,
        _ body: () throws(StorageError) -> [NewJournalRow]
    ) throws(StorageError) {
        connection.forgetPages()
        let isAsKnown = since != nil || isAsStamped(place.path)
        let before = journal
        do throws(StorageError) {
            var last: String?
            try connection.transaction { () throws(StorageError) in
                let othersHaveWritten = try connection.othersHaveWritten()
                if !othersHaveWritten {
                    _ = try checkForOthers(connection, place.path, before: [], isAsKnown: isAsKnown)
                }
                place.shareRollbackJournal()
                try connection.queueWritesOfOthers(path: place.path)
                var rows = try body()
                if let since { rows.append(NewJournalRow(since: since &+ 1, parts: [.nothing])) }
                if !othersHaveWritten, attempts.isEmpty {
                    try write(rows, connection, changeCount: 0, repairAfter: repair)
                } else {
                    // Changes of others have not been received yet, and an attempt may be in the file.
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
        if isAsKnown { stamp = FileStamp(place.path) }
    }

    /// Checks that others have not written conflicting changes.
    ///
    /// Must be called inside a transaction.
    ///
    /// - Parameters:
    ///   - changes: the changes about to be written; they are allowed if they concern other records than the changes of
    ///     other Kiroku processes.
    ///   - isAsKnown: whether the file had the known stamp.
    /// - Returns: the attempt whose COMMIT is in the file although it reported a failure; in that case the same changes
    ///   are passed again, perhaps followed by newer ones.
    /// - Throws: ``StorageError/changedElsewhere(path:)``, ``StorageError/notFound(path:)``.
    private mutating func checkForOthers(
        _ connection: SQLiteConnection, _ path: String, before changes: [DocumentChange], isAsKnown: Bool
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
        // None of the attempts is in the file, or ever will be.
        attempts = []
        return nil
    }

    /// Adds rows to the journal, the last of which may be in the file from now on.
    private mutating func write(
        _ rows: [NewJournalRow], _ connection: SQLiteConnection, changeCount: Int, repairAfter: Repair
    ) throws(StorageError) {
        let last = try journal.write(rows, to: connection)
        note(
            CommitAttempt(
                lastRow: last, changeCount: changeCount, journalAfter: journal, repairAfter: repairAfter))
    }

    /// Records an attempt that may be in the file from now on.
    mutating func note(_ attempt: CommitAttempt) { attempts.append(attempt) }

    /// Records that an attempt is in the file.
    private mutating func settle(_ attempt: CommitAttempt?) {
        guard let attempt else { return }
        lastRow = attempt.lastRow
        journal = attempt.journalAfter
        repair = attempt.repairAfter
        attempts = []
    }

    // MARK: News of others

    /// Whether there is a journal; another program may have removed it.
    mutating func hasJournal(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
        try journal.isUsable(connection)
    }

    /// The news in a file.
    enum News {
        case nothing
        /// The list is empty if others have only opened or resolved edits.
        case commits([OthersCommit], StoredOpenEdits)
        /// Changes that are not in the journal.
        case unknown
    }

    /// What others have written since the last call, or since the file was read; counts as known from now on.
    mutating func news(_ connection: SQLiteConnection, _ path: String) throws(StorageError) -> News {
        connection.forgetPages()
        try connection.execute("BEGIN")
        // Nothing is written.
        defer { try? connection.execute("ROLLBACK") }
        let found = try connection.lastJournalRow()?.id
        let othersHaveWritten = try connection.othersHaveWritten()
        let stamp = FileStamp(path)
        if found == lastRow, !othersHaveWritten, isAsStamped(path) { return .nothing }
        guard attempts.isEmpty, repair.isEmpty else { return .unknown }
        let commits: [OthersCommit]
        switch try journal.news(connection) {
        case .unknown: return .unknown
        // A file with as many commits was copied over this one, or the copy was read before it was complete.
        case .nothing where !othersHaveWritten: return .unknown
        case .nothing: commits = []
        case .commits(let read): commits = read
        }
        // Read in the same snapshot: later, an open edit could be about a record whose deletion has not been received
        // yet.
        let (before, open) = (openEdits, try connection.openEdits(since: openEdits))
        try journal.markRead(connection)
        try connection.markVersionKnown()
        (lastRow, openEdits) = (found, open)
        self.stamp = stamp
        return commits.isEmpty && open.open.map(\.id) == before.open.map(\.id) ? .nothing : .commits(commits, open)
    }

    /// Whether others have made commits that have not been received yet.
    ///
    /// - Throws: ``StorageError/changedElsewhere(path:)`` if their changes are unknown.
    func hasMissed(_ connection: SQLiteConnection, _ path: String) throws(StorageError) -> Bool {
        let found = try connection.lastJournalRow()?.id
        guard try connection.othersHaveWritten() || found != lastRow else { return false }
        var known = journal
        switch try known.news(connection) {
        case .nothing: return false
        case .commits: return true
        case .unknown: throw .changedElsewhere(path: path)
        }
    }

    // MARK: What other programs have committed

    /// Called after the same file was read again as a whole, because others have written changes that are not in the
    /// journal.
    ///
    /// - Parameter before: the journal as known before that; `nil` if it is another file now.
    mutating func notice(since before: Journal?) {
        unexplained = before.flatMap { journal.unexplained(since: $0) }
        if let before { journal.keepNoticed(from: before) }
    }

    /// Keeps the changes of another program, as found by comparing; the next commit adds them to the journal.
    mutating func explain(_ commit: OthersCommit) {
        guard var noticed = unexplained else { return }
        unexplained = nil
        (noticed.time, noticed.change) = (commit.time, commit.change)
        journal.add(noticed)
    }

    /// The noticed changes of other programs, as rows that are not in the journal yet.
    ///
    /// - Parameter number: the number of the first row.
    func noticedRows(from number: Int64) -> [JournalRow] {
        journal.noticed.enumerated().map { index, commit in
            JournalRow(
                number: number + Int64(index), commits: commit.commits, author: nil, time: commit.time,
                parts: (try? LoggedPart.parts(of: commit.change, limit: LoggedPart.changeLimit) { field in
                    schema.index(of: field).map { LogField(schema[$0]) }
                }) ?? [.unknown])
        }
    }
}

/// A commit that was begun and may or may not have succeeded.
struct CommitAttempt {
    /// The last row of the journal if the commit succeeded.
    let lastRow: String
    /// The number of its changes, including those that an earlier attempt had already written.
    let changeCount: Int
    let journalAfter: Journal
    let repairAfter: Repair
}
