import FoundationEssentials

/// The table `journal` of a document: what was changed by whom, an edit in each row (``CardFileFormat``).
///
/// All that is known of a document's past is read from it: what others have changed since (here), what can be undone
/// (`Journal+Undo`), what is open (`Journal+Open`), what a server has not got yet (`Journal+Sending`), the history that people see (`CardFile+History`), and from
/// what two copies have come (`CardFile+Ancestor`).
///
/// Each row has the file's change counter after its commit. If a counter is missing among the rows, another program has written, and
/// what it has changed is not in the journal. Where a Kiroku has found that out by comparing, it adds that with its next commit
/// (``NoticedCommit``).
struct Journal {
    /// At least this many edits are kept.
    static let editLimit = 1_000

    /// What others have committed.
    enum News {
        case nothing
        case commits([OthersCommit])
        /// Something that is not in the journal.
        case unknown

        /// Whether the order in which these and other changes are made does not matter.
        func isApart(from changes: [Change]) -> Bool {
            switch self {
            case .nothing: true
            case .commits(let commits): ChangeReach(commits.map(\.change)).isApart(from: ChangeReach(changes))
            case .unknown: false
            }
        }
    }

    /// How many rows go by between two looks at the size of the journal.
    private static let rowsBetweenLooks: Int64 = 128

    /// Whether the table is there, as far as is known.
    private var isThere = false
    /// The last row whose changes the document has, and the file's change counter then.
    private(set) var lastRead: Int64 = 0
    private(set) var counter: UInt32 = 0
    /// The names of own rows that came after others which the document has not heard of.
    private var own: Set<String> = []
    /// What other programs have committed, until the next own commit writes it down.
    private(set) var noticed: [NoticedCommit] = []

    /// What was known of a journal at an earlier time.
    ///
    /// - Parameters:
    ///   - counter: the file's change counter.
    ///   - number: the last row then.
    init(counter: UInt32, lastRead number: Int64) {
        (self.counter, lastRead) = (counter, number)
    }

    /// The journal of a document that is being read, inside that transaction.
    init(_ connection: SQLiteConnection) throws(StorageError) {
        counter = try connection.changeCounter()
        if try isUsable(connection) { lastRead = try connection.lastJournalRow()?.number ?? 0 }
    }

    init() {}

    /// Whether the table is there; another program may have removed it, and then the next commit makes it again.
    mutating func isUsable(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
        isThere = try connection.hasJournal()
        return isThere
    }

    // MARK: Hearing

    /// What others have committed since the document was read, or ``markRead(_:)`` was called.
    ///
    /// To be called inside a transaction.
    mutating func news(_ connection: SQLiteConnection) throws(StorageError) -> News {
        let now = try connection.changeCounter()
        if now == counter { return .nothing }
        guard try isUsable(connection), now &- counter <= UInt32(Self.editLimit) * 2 else { return .unknown }
        var missing = Set(CommitSpan(first: counter &+ 1, last: now).counters)
        var commits: [OthersCommit] = []
        var isKnown = true
        var latest: UInt32 = 0
        try JournalRow.read(connection, .after(lastRead)) { row in
            // What another program has found out only now, the document may have found out as well.
            if row.author == nil, !missing.contains(row.commits.last) { return true }
            // What was found out of a time that the document knows in part is of no use; nor is what was only written down
            // after later commits, which may have gone over it.
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

    /// The document has all that is in the file now.
    ///
    /// To be called inside the transaction of ``news(_:)``.
    mutating func markRead(_ connection: SQLiteConnection) throws(StorageError) {
        counter = try connection.changeCounter()
        own = []
        if isThere { lastRead = try connection.lastJournalRow()?.number ?? 0 }
    }

    /// Where the rows that the document has begin, the newest first; `nil` if an own commit came after one of others that the
    /// document has not heard of.
    var newestHeard: HistoryPosition? {
        own.isEmpty ? HistoryPosition(step: lastRead + 1, counter: counter &+ 1) : nil
    }

    // MARK: Other programs

    /// The commits that are in the file but not in the journal, if nobody has written anything down since `before`, when
    /// the document was last up to date.
    func unexplained(since before: Journal) -> NoticedCommit? {
        guard isThere, lastRead == before.lastRead, counter != before.counter,
            counter &- before.counter <= UInt32(Self.editLimit) * 2
        else { return nil }
        return NoticedCommit(commits: CommitSpan(first: before.counter &+ 1, last: counter), after: lastRead)
    }

    /// Keeps what another program has committed for the next own commit.
    mutating func add(_ commit: NoticedCommit) {
        noticed.append(commit)
    }

    /// Keeps what was noticed by an earlier state of the journal.
    mutating func keepNoticed(from before: Journal) {
        noticed = before.noticed
    }

    // MARK: Writing, inside a transaction

    /// Adds the rows of the commit that is being made; one that changes nothing that others show has a row as well.
    ///
    /// - Returns: the name of the last row, by which the commit is known.
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

    /// Whether another program has written it down already.
    private func isKnown(_ commit: NoticedCommit, _ connection: SQLiteConnection) throws(StorageError) -> Bool {
        var isKnown = false
        try JournalRow.read(connection, .after(commit.after)) { row in
            isKnown = row.commits.counters.contains(commit.commits.last)
            return !isKnown
        }
        return isKnown
    }

    /// Removes the oldest rows as long as the journal takes more than a tenth of the file; none that waits for a server, or is open.
    ///
    /// Commits that have changed nothing that others show do not count, unless there are very many.
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

/// What another program has committed, as it was found by comparing.
struct NoticedCommit: Sendable {
    let commits: CommitSpan
    /// The last row of the journal before it.
    let after: Int64
    var time = Date(timeIntervalSince1970: 0)
    var change = Change.sequence([])
}

extension NewJournalRow {
    /// The rows of what a document commits.
    ///
    /// - Parameters:
    ///   - changes: these.
    ///   - sending: how edits are sent to a server; `nil` if they are not.
    ///   - field: what a field is called and holds; `nil` if that is not known.
    static func rows(
        of changes: [DocumentChange], sending: Sending?, field: ChangeText.FieldLookup
    ) throws(StorageError) -> [NewJournalRow] {
        var rows: [NewJournalRow] = []
        for change in changes {
            // The server gets all of it.
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

    /// The rows of what several have changed elsewhere.
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
    /// Whether the table is there and has what is read from it; other programs may have added columns.
    func hasJournal() throws(StorageError) -> Bool {
        try canRead(CardFileFormat.journalTest)
    }

    /// Makes the table; something else of its name, which another program has made, gets another name.
    func makeJournal() throws(StorageError) {
        let other = try prepare("SELECT name FROM sqlite_schema WHERE lower(name) = 'journal' AND type = 'table'")
        if try other.step() {
            other.reset()
            var number = 1
            while try prepare("SELECT 1 FROM sqlite_schema WHERE lower(name) = 'journal \(number)'").step() {
                number += 1
            }
            // The view would go on showing the other table.
            let view = try prepare("SELECT 1 FROM sqlite_schema WHERE name = 'history' AND type = 'view'")
            if try view.step() {
                view.reset()
                try execute("DROP VIEW history")
            }
            try execute("ALTER TABLE journal RENAME TO \"journal \(number)\"")
        }
        try execute(CardFileFormat.journalCreation)
    }

    /// The last row of the journal: its number, its name, and the file's change counter after its commit.
    ///
    /// - Returns: `nil` if there is no row, or no journal.
    func lastJournalRow() throws(StorageError) -> (number: Int64, id: String, counter: Int64)? {
        guard try hasJournal() else { return nil }
        let row = try cached("SELECT number, id, counter FROM journal ORDER BY number DESC LIMIT 1")
        defer { row.reset() }
        return try row.step() ? (row[0].integer, row[1].text, row[2].integer) : nil
    }

    /// Whether the journal has a row of this name among the latest.
    func hasJournalRow(_ id: String) throws(StorageError) -> Bool {
        let row = try cached("SELECT 1 FROM (SELECT id FROM journal ORDER BY number DESC LIMIT 100) WHERE id = ?")
        defer { row.reset() }
        try row.bind(id, at: 1)
        return try row.step()
    }
}
