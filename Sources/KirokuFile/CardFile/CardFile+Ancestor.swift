import FoundationEssentials

/// An edit in the journal of a document.
struct LoggedCommit: Sendable {
    /// Identifies the edit (``EditID``).
    let id: String
    /// The number of its row.
    let number: Int64
    /// The file's change counter after its commit.
    let counter: Int64
    let time: Date
}

/// Finding the common ancestor of two copies of a document in their journals.
extension CardFile {
    /// The edits in the journal, the latest last.
    ///
    /// - Returns: empty if there is no journal.
    func loggedCommits() throws(StorageError) -> [LoggedCommit] {
        let connection = try opened()
        guard try connection.hasJournal() else { return [] }
        let rows = try connection.prepare(
            "SELECT id, number, counter, (julianday(at) - 2440587.5) * 86400 FROM journal ORDER BY number")
        var commits: [LoggedCommit] = []
        while try rows.step() {
            let time = Date(timeIntervalSince1970: rows[3].real)
            commits.append(
                LoggedCommit(id: rows[0].text, number: rows[1].integer, counter: rows[2].integer, time: time))
        }
        return commits
    }

    /// The latest edit that another document's journal has as well.
    func latestCommit(amongThoseOf other: CardFile) async throws(StorageError) -> LoggedCommit? {
        let known = Set(try await other.loggedCommits().map(\.id))
        return known.isEmpty ? nil : try loggedCommits().last { known.contains($0.id) }
    }

    /// Whether the visible contents were changed after an edit of the journal, as far as the journal tells.
    func hasEdits(after commit: LoggedCommit) throws(StorageError) -> Bool {
        let connection = try opened()
        let row = try connection.prepare("SELECT 1 FROM journal WHERE number > ? AND change <> '[]' LIMIT 1")
        try row.bind(commit.number, at: 1)
        return try row.step()
    }

    /// The table as it was after an edit.
    ///
    /// - Parameters:
    ///   - commit: an edit of the journal.
    ///   - table: the table loaded from this file.
    /// - Returns: `nil` if the journal lacks commits since then, or the file has changed since it was loaded.
    func table(after commit: LoggedCommit, from table: RecordTable) throws(StorageError) -> RecordTable? {
        let connection = try opened()
        guard let counter = UInt32(exactly: commit.counter) else { return nil }
        try connection.execute("BEGIN")
        // Nothing is written.
        defer { try? connection.execute("ROLLBACK") }
        guard try connection.changeCounter() == state.journal.counter else { return nil }
        var since = Journal(counter: counter, lastRead: commit.number)
        var base = table
        switch try since.news(connection) {
        case .nothing: return base
        case .unknown: return nil
        case .commits(let commits):
            for commit in commits.reversed() where (try? base.apply(commit.change.inverse)) == nil { return nil }
            return base
        }
    }
}
