import FoundationEssentials

/// A commit that the log of a document has.
struct LoggedCommit: Sendable {
    /// What tells it from all others (``CommitMark``).
    let mark: String
    /// The number of its last row.
    let number: Int64
    let time: Date
}

/// What two copies of a document have come from, as their logs tell.
extension CardFile {
    /// The commits in the log, the latest last.
    ///
    /// - Returns: nothing if there is no log of the current form.
    func loggedCommits() throws(StorageError) -> [LoggedCommit] {
        guard let connection else { throw .unsupported }
        let form = try connection.prepare("SELECT sql FROM sqlite_schema WHERE lower(name) = 'log'")
        guard try form.step(), form[0].text == CardFileFormat.logCreation else { return [] }
        // What another program has written has a mark that is not its own.
        let rows = try connection.prepare(
            """
            SELECT mark, max(number), (julianday(max(at)) - 2440587.5) * 86400 FROM log WHERE mark NOT LIKE '% from %' \
            GROUP BY mark ORDER BY 2
            """)
        var commits: [LoggedCommit] = []
        while try rows.step() {
            let time = Date(timeIntervalSince1970: rows[2].real)
            commits.append(LoggedCommit(mark: rows[0].text, number: rows[1].integer, time: time))
        }
        return commits
    }

    /// The latest commit that another document's log has as well.
    func latestCommit(amongThoseOf other: CardFile) async throws(StorageError) -> LoggedCommit? {
        let known = Set(try await other.loggedCommits().map(\.mark))
        return known.isEmpty ? nil : try loggedCommits().last { known.contains($0.mark) }
    }

    /// Whether anything that others show was changed after a commit of the log, as far as the log tells.
    func hasEdits(after commit: LoggedCommit) throws(StorageError) -> Bool {
        guard let connection else { throw .unsupported }
        let row = try connection.prepare("SELECT 1 FROM log WHERE number > ? AND what <> 'nothing' LIMIT 1")
        try row.bind(commit.number, at: 1)
        return try row.step()
    }

    /// The table as it was after a commit.
    ///
    /// - Parameters:
    ///   - commit: one of the log.
    ///   - table: what has been loaded from this file.
    /// - Returns: `nil` if what was committed since is not all in the log, or the file has changed since it was loaded.
    func table(after commit: LoggedCommit, from table: RecordTable) throws(StorageError) -> RecordTable? {
        guard let connection else { throw .unsupported }
        guard let counter = UInt32(commit.mark.prefix { $0 != " " }) else { return nil }
        try connection.execute("BEGIN")
        // Nothing is written.
        defer { try? connection.execute("ROLLBACK") }
        guard try connection.changeCounter() == log.counter else { return nil }
        var log = CommitLog.new(counter: counter, heard: commit.number)
        var base = table
        switch try log.news(connection) {
        case .nothing: return base
        case .unknown: return nil
        case .commits(let commits):
            for commit in commits.reversed() where (try? base.apply(commit.change.inverse)) == nil { return nil }
            return base
        }
    }
}
