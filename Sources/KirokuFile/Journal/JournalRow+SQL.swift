import FoundationEssentials

extension JournalRow {
    /// Where to start reading.
    enum Start {
        /// After the row with this number; the oldest comes first.
        case after(Int64)
        /// Before the row with this number; the newest comes first.
        case before(Int64)
    }

    private static let selection = """
        SELECT number, id, counter, since, person, program, (julianday(at) - 2440587.5) * 86400, change FROM journal
        """

    /// Reads rows.
    ///
    /// - Parameters:
    ///   - condition: which rows, in SQL.
    ///   - body: returns whether to continue.
    static func read(
        _ connection: SQLiteConnection, _ start: Start, where condition: String = "1", _ body: (JournalRow) -> Bool
    ) throws(StorageError) {
        let (number, order) =
            switch start {
            case .after(let number): (number, "> ?1 ORDER BY number")
            case .before(let number): (number, "< ?1 ORDER BY number DESC")
            }
        let rows = try connection.cached(selection + " WHERE \(condition) AND number \(order)")
        try rows.bind(number, at: 1)
        defer { rows.reset() }
        while try rows.step() {
            // Skip rows that make no sense.
            guard let row = JournalRow(rows) else { continue }
            guard body(row) else { return }
        }
    }

    /// The row that a statement is at; `nil` if it makes no sense.
    private init?(_ row: SQLiteStatement) {
        let since = row[3].content == .null ? row[2].integer : row[3].integer
        guard let commits = CommitSpan(first: since, last: row[2].integer) else { return nil }
        let author = CommitAuthor(person: row[4].text, program: row[5].text)
        self.init(
            number: row[0].integer, id: row[1].text, commits: commits, author: author.program.isEmpty ? nil : author,
            time: Date(timeIntervalSince1970: row[6].real), parts: ChangeTextReader.parts(row[7].text) ?? [.unknown])
    }
}

/// A row to be added to the journal.
struct NewJournalRow: Sendable {
    var id = EditID()
    /// The change counter of the first commit that it covers; `nil` if only that of the row.
    var since: UInt32?
    var time = AppClock.shared.now
    /// `nil` for another program.
    var author: CommitAuthor? = .current
    /// Whether it is an edit made here, which can be undone.
    var isUndoable = false
    var title: ChangeTitle?
    var undoes: EditID?
    /// The open edits that it has resolved or reopened.
    var open = OpenChanges()
    /// The open edit that the row stores, if it is for one.
    var opened: (edit: OpenEdit, state: OpenState)?
    /// The name of a picture that was added, for the server.
    var picture: String?
    /// How it is sent to the server; `nil` if it is not sent.
    var sending: Sending?
    var parts: [LoggedPart]

    struct Sending: Sendable {
        /// The computer on which it was made.
        var place = DocumentOrigin.hostName
        /// Whether this user has made it on this machine, or wants to send it.
        var isOwn = true
    }
}

extension Date {
    /// Milliseconds since the beginning of 1970, which is the precision of times in the journal.
    var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
        return Int64(exactly: milliseconds) ?? 0
    }
}

extension SQLiteConnection {
    /// Adds the rows of the commit that is being made to the journal.
    ///
    /// - Parameter counter: the file's change counter afterwards.
    func append(_ rows: [NewJournalRow], counter: UInt32) throws(StorageError) {
        let scope = rows.contains { $0.sending != nil } ? try sealScope() : ""
        let statement = try cached(
            """
            INSERT INTO journal(id, counter, since, at, person, program, desk, title, undoes, resolved, accepted, \
            picture, computer, seal, size, change, open, state, sentence) \
            VALUES(?1, ?2, ?3, strftime('%Y-%m-%d %H:%M:%f', ?4 / 1000.0, 'unixepoch'), ?5, ?6, ?7, ?8, ?9, ?10, ?11, \
            ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
            """)
        for row in rows {
            let (text, opened) = (ChangeText.text(of: row.parts), try row.opened?.edit.text())
            try statement.bind(row.id.text, at: 1)
            try statement.bind(Int64(counter), at: 2)
            try statement.bind(row.since.map { Int64($0) }, at: 3)
            try statement.bind(row.time.milliseconds, at: 4)
            try statement.bind(row.author?.person ?? "", at: 5)
            try statement.bind(row.author?.program ?? "", at: 6)
            let desk = row.opened == nil ? row.isUndoable ? RecordIDSource.shared.desk : nil : row.opened?.edit.desk
            try statement.bind(desk.map { Int64($0) }, at: 7)
            try statement.bind(row.title?.storedText, at: 8)
            try statement.bind(row.undoes?.text, at: 9)
            try statement.bind(row.open.text, at: 10)
            try statement.bind(row.sending == nil ? nil : Int64(0), at: 11)
            try statement.bind(row.picture, at: 12)
            try statement.bind(row.sending?.place, at: 13)
            try statement.bind(row.seal(of: text, scope), at: 14)
            let size = row.parts.reduce(opened?.utf8.count ?? 0) { $0 + $1.size }
            try statement.bind(Int64(size), at: 15)
            try statement.bind(text, at: 16)
            try statement.bind(opened, at: 17)
            try statement.bind(row.opened?.state.rawValue, at: 18)
            try statement.bind(row.opened?.edit.sentence, at: 19)
            try statement.run()
        }
    }

    /// The names and types of fields, including those that the changes remove.
    func logFields(besides changes: [Change]) -> ChangeText.FieldLookup {
        var removed: [FieldID: LogField] = [:]
        for case .changeFields(let part) in changes.flatMap(\.flattened) {
            for field in part.base.fields + part.schema.fields { removed[field.id] = LogField(field) }
        }
        return { [removed] (field) throws(StorageError) in
            if let known = removed[field] { return known }
            let row = try self.cached("SELECT name, type FROM fields WHERE id = ?")
            defer { row.reset() }
            try row.bind(Int64(field.rawValue), at: 1)
            guard try row.step(), let type = FieldType(rawValue: row[1].text) else { return nil }
            return LogField(name: row[0].text, type: type)
        }
    }
}
