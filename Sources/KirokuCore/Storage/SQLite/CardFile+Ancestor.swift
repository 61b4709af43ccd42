/// What two copies of a document have come from, as their logs tell.
extension CardFile {
    /// The marks of the commits in the log, the latest last, each with the number of its last row.
    ///
    /// - Returns: nothing if there is no log of the current form.
    func loggedCommits() throws(StorageError) -> [(mark: String, number: Int64)] {
        guard let connection else { throw .unsupported }
        let form = try connection.prepare("SELECT sql FROM sqlite_schema WHERE lower(name) = 'log'")
        guard try form.step(), form[0].text == CardFileFormat.logCreation else { return [] }
        // What another program has written has a mark that is not its own.
        let rows = try connection.prepare(
            "SELECT mark, max(number) FROM log WHERE mark NOT LIKE '% from %' GROUP BY mark ORDER BY 2")
        var commits: [(mark: String, number: Int64)] = []
        while try rows.step() { commits.append((rows[0].text, rows[1].integer)) }
        return commits
    }

    /// The table as it was after the latest commit that another copy's log has as well.
    ///
    /// - Parameters:
    ///   - other: the other copy, opened for reading.
    ///   - table: what has been loaded from this file.
    /// - Returns: `nil` if they have none in common, or what was committed to this file since is not all in its log.
    func ancestor(with other: CardFile, of table: RecordTable) async throws(StorageError) -> RecordTable? {
        guard let connection else { throw .unsupported }
        let known = Set(try await other.loggedCommits().map(\.mark))
        guard let common = try loggedCommits().last(where: { known.contains($0.mark) }),
            let counter = UInt32(common.mark.prefix { $0 != " " })
        else { return nil }
        try connection.execute("BEGIN")
        // Nothing is written.
        defer { try? connection.execute("ROLLBACK") }
        var log = CommitLog.new(counter: counter, heard: common.number)
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
