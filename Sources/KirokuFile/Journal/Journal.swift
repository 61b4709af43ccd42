import FoundationEssentials

/// The table `journal` of a document: who has changed what, one edit per row (``CardFileFormat``).
///
/// Everything about a document's past is read from it: news of others (here), what can be undone (`Journal+Undo`), open
/// edits (`Journal+Open`), pending edits (`Journal+Sending`), the visible history (`CardFile+History`), and the common
/// ancestor of two copies (`CardFile+Ancestor`).
///
/// Each row has the file's change counter after its commit. If a counter is missing among the rows, another program has
/// written, and its changes are not in the journal. A Kiroku process that has found them by comparing adds them with
/// its next commit (``NoticedCommit``).
struct Journal {
    /// The number of edits that are kept at least.
    static let editLimit = 1_000

    /// What others have committed.
    enum News {
        case nothing
        case commits([OthersCommit])
        /// Changes that are not in the journal.
        case unknown

        /// Whether these changes and others are independent, so that their order does not matter.
        func isApart(from changes: [Change]) -> Bool {
            switch self {
            case .nothing: true
            case .commits(let commits): ChangeReach(commits.map(\.change)).isApart(from: ChangeReach(changes))
            case .unknown: false
            }
        }
    }

    /// How many rows are added between two checks of the journal's size.
    private static let rowsBetweenLooks: Int64 = 128

    /// Whether the table is known to exist.
    private var isThere = false
    /// The last row whose changes the document has, and the file's change counter at that time.
    private(set) var lastRead: Int64 = 0
    private(set) var counter: UInt32 = 0
    /// The identities of own rows that follow rows of others which the document has not received.
    private var own: Set<String> = []
    /// Commits of other programs, until the next own commit adds them to the journal.
    private(set) var noticed: [NoticedCommit] = []

    /// A journal as it was known at an earlier time.
    ///
    /// - Parameters:
    ///   - counter: the file's change counter.
    ///   - number: the last row at that time.
    init(counter: UInt32, lastRead number: Int64) {
        (self.counter, lastRead) = (counter, number)
    }

    /// The journal of a document that is being read, inside the reading transaction.
    init(_ connection: SQLiteConnection) throws(StorageError) {
        counter = try connection.changeCounter()
        if try isUsable(connection) { lastRead = try connection.lastJournalRow()?.number ?? 0 }
    }

    init() {}

    /// Whether the table exists; if another program has removed it, the next commit creates it again.
    mutating func isUsable(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
        isThere = try connection.hasJournal()
        return isThere
    }

    // MARK: News

    /// What others have committed since the document was read, or ``markRead(_:)`` was called.
    ///
    /// Must be called inside a transaction.
    mutating func news(_ connection: SQLiteConnection) throws(StorageError) -> News {
        let now = try connection.changeCounter()
        if now == counter { return .nothing }
        guard try isUsable(connection), now &- counter <= UInt32(Self.editLimit) * 2 else { return .unknown }
        var missing = Set(CommitSpan(first: counter &+ 1, last: now).counters)
        var commits: [OthersCommit] = []
        var isKnown = true
        var latest: UInt32 = 0
        try JournalRow.read(connection, .after(lastRead)) { row in
            // A change noticed late by another process may already be known to the document.
            if row.author == nil, !missing.contains(row.commits.last) { return true }
            // A noticed change that covers a time partly known to the document is unusable. So is one that was added
            // after later commits, which may have overwritten it.
            isKnown = row.commits.first == row.commits.last || missing.contains(row.commits.first)
            if row.commits.first &- counter < latest { isKnown = false }
            latest = row.commits.last &- counter
            for counter in row.commits.counters { missing.remove(counter) }
            if own.contains(row.id) || !isKnown { return isKnown }
            guard let change = row.change else {
                isKnown = false
                return false
            }
            if !change.flattened.isEmpty {
                commits.append(OthersCommit(author: row.author, time: row.time, change: change))
            }
            return true
        }
        guard isKnown, missing.isEmpty else { return .unknown }
        return commits.isEmpty ? .nothing : .commits(commits)
    }

    /// Records that the document has everything that is now in the file.
    ///
    /// Must be called inside the transaction of ``news(_:)``.
    mutating func markRead(_ connection: SQLiteConnection) throws(StorageError) {
        counter = try connection.changeCounter()
        own = []
        if isThere { lastRead = try connection.lastJournalRow()?.number ?? 0 }
    }

    /// Where the rows that the document has received begin, the newest first; `nil` if an own commit followed one of
    /// others that it has not received.
    var newestHeard: HistoryPosition? {
        own.isEmpty ? HistoryPosition(step: lastRead + 1, counter: counter &+ 1) : nil
    }

    // MARK: Other programs

    /// The commits that are in the file but not in the journal, if no rows were added since `before`, when the document
    /// was last up to date.
    func unexplained(since before: Journal) -> NoticedCommit? {
        guard isThere, lastRead == before.lastRead, counter != before.counter,
            counter &- before.counter <= UInt32(Self.editLimit) * 2
        else { return nil }
        return NoticedCommit(commits: CommitSpan(first: before.counter &+ 1, last: counter), after: lastRead)
    }

    /// Keeps a commit of another program for the next own commit.
    mutating func add(_ commit: NoticedCommit) {
        noticed.append(commit)
    }

    /// Keeps the noticed commits of an earlier state of the journal.
    mutating func keepNoticed(from before: Journal) {
        noticed = before.noticed
    }

    // MARK: Writing, inside a transaction

    /// Adds the rows of the commit that is being made; a commit that changes nothing visible to others has a row as
    /// well.
    ///
    /// - Returns: the identity of the last row, which identifies the commit.
    @discardableResult
    mutating func write(_ rows: [NewJournalRow], to connection: SQLiteConnection) throws(StorageError) -> String {
        let now = try connection.changeCounter() &+ 1
        if !isThere, try !isUsable(connection) { try connection.makeJournal() }
        isThere = true
        let isNext = now == counter &+ 1
        try writeNoticed(isNext, to: connection)
        let rows = rows.isEmpty ? [NewJournalRow(parts: [.nothing])] : rows
        try connection.append(rows, counter: now)
        let number = connection.lastRow
        let before = number - Int64(rows.count)
        if number / Self.rowsBetweenLooks != before / Self.rowsBetweenLooks { try Self.limit(connection) }
        if try connection.isQueueing() { try connection.sealJournal(now) }
        if isNext {
            (counter, lastRead) = (now, number)
        } else {
            own.formUnion(rows.lazy.map(\.id.text))
        }
        return rows[rows.count - 1].id.text
    }

    private mutating func writeNoticed(_ isNext: Bool, to connection: SQLiteConnection) throws(StorageError) {
        for commit in noticed where try !isKnown(commit, connection) {
            let parts = try LoggedPart.parts(
                of: commit.change, limit: LoggedPart.changeLimit, field: connection.logFields(besides: [commit.change]))
            let row = NewJournalRow(since: commit.commits.first, time: commit.time, author: nil, parts: parts)
            try connection.append([row], counter: commit.commits.last)
            if !isNext { own.insert(row.id.text) }
        }
        noticed = []
    }

    /// Whether another process has already added the commit to the journal.
    private func isKnown(_ commit: NoticedCommit, _ connection: SQLiteConnection) throws(StorageError) -> Bool {
        var isKnown = false
        try JournalRow.read(connection, .after(commit.after)) { row in
            isKnown = row.commits.counters.contains(commit.commits.last)
            return !isKnown
        }
        return isKnown
    }

    /// Removes the oldest rows as long as the journal takes more than a tenth of the file, except pending and open
    /// edits.
    ///
    /// Commits that have changed nothing visible to others do not count, unless there are very many.
    static func limit(_ connection: SQLiteConnection) throws(StorageError) {
        let size = try connection.number("PRAGMA page_count") * connection.number("PRAGMA page_size") / 10
        let removal = try connection.cached(
            """
            DELETE FROM journal WHERE coalesce(accepted, 1) <> 0 AND state IS NOT 'open' AND number <= max(coalesce(min(\
            (SELECT number FROM journal WHERE change <> '[]' ORDER BY number DESC LIMIT 1 OFFSET ?1), \
            (SELECT max(number) FROM \
            (SELECT number, total(size + 100) OVER (ORDER BY number DESC) AS sum FROM journal) WHERE sum > ?2)), 0), \
            coalesce((SELECT number FROM journal ORDER BY number DESC LIMIT 1 OFFSET 4 * ?1), 0))
            """)
        try removal.bind(Int64(editLimit), at: 1)
        try removal.bind(Int64(size), at: 2)
        try removal.run()
    }
}

/// A commit of another program, as found by comparing.
struct NoticedCommit: Sendable {
    let commits: CommitSpan
    /// The last row of the journal before the commit.
    let after: Int64
    var time = Date(timeIntervalSince1970: 0)
    var change = Change.sequence([])
}

extension NewJournalRow {
    /// The journal rows for changes that a document commits.
    ///
    /// - Parameters:
    ///   - changes: the changes.
    ///   - sending: how edits are sent to a server; `nil` if they are not sent.
    ///   - field: returns a field's name and type; `nil` if unknown.
    static func rows(
        of changes: [DocumentChange], sending: Sending?, field: ChangeText.FieldLookup
    ) throws(StorageError) -> [NewJournalRow] {
        var rows: [NewJournalRow] = []
        for change in changes {
            // The server gets the complete change.
            let limit = sending == nil ? LoggedPart.changeLimit : .max
            guard let parts = try LoggedPart.parts(of: change, limit: limit, field: field) else { continue }
            var row = NewJournalRow(parts: parts)
            if case .edit(let edit) = change {
                (row.id, row.title, row.undoes, row.open) = (edit.id, edit.title, edit.undoes, edit.open)
                row.isUndoable = edit.isUndoable
                if !edit.change.isEmpty { row.sending = sending }
            }
            rows.append(row)
        }
        return rows
    }

    /// The journal rows for commits that others have made elsewhere.
    static func rows(
        of commits: [OthersCommit], field: ChangeText.FieldLookup
    ) throws(StorageError) -> [NewJournalRow] {
        var rows: [NewJournalRow] = []
        for commit in commits {
            let parts = try LoggedPart.parts(of: commit.change, limit: LoggedPart.changeLimit, field: field)
            rows.append(NewJournalRow(time: commit.time, author: commit.author, parts: parts))
        }
        return rows
    }
}

extension SQLiteConnection {
    /// Whether the table exists with all columns that are read; other programs may have added columns.
    func hasJournal() throws(StorageError) -> Bool {
        try canRead(CardFileFormat.journalTest)
    }

    /// Creates the table; renames a different table of this name, which another program has created.
    func makeJournal() throws(StorageError) {
        let other = try prepare("SELECT name FROM sqlite_schema WHERE lower(name) = 'journal' AND type = 'table'")
        if try other.step() {
            other.reset()
            var number = 1
            while try prepare("SELECT 1 FROM sqlite_schema WHERE lower(name) = 'journal \(number)'").step() {
                number += 1
            }
            // The view would continue to show the other table.
            let view = try prepare("SELECT 1 FROM sqlite_schema WHERE name = 'history' AND type = 'view'")
            if try view.step() {
                view.reset()
                try execute("DROP VIEW history")
            }
            try execute("ALTER TABLE journal RENAME TO \"journal \(number)\"")
        }
        try execute(CardFileFormat.journalCreation)
    }

    /// The last row of the journal: its number, its identity, and the file's change counter after its commit.
    ///
    /// - Returns: `nil` if there is no row, or no journal.
    func lastJournalRow() throws(StorageError) -> (number: Int64, id: String, counter: Int64)? {
        guard try hasJournal() else { return nil }
        let row = try cached("SELECT number, id, counter FROM journal ORDER BY number DESC LIMIT 1")
        defer { row.reset() }
        return try row.step() ? (row[0].integer, row[1].text, row[2].integer) : nil
    }

    /// Whether the journal has a row with this identity among the latest.
    func hasJournalRow(_ id: String) throws(StorageError) -> Bool {
        let row = try cached("SELECT 1 FROM (SELECT id FROM journal ORDER BY number DESC LIMIT 100) WHERE id = ?")
        defer { row.reset() }
        try row.bind(id, at: 1)
        return try row.step()
    }
}
