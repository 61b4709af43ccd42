extension CardFile {
    /// What others have written since the document was loaded or this was last called.
    ///
    /// Commits of other Kirokus come from the journal; what another program has written, or a file that has taken this one's
    /// place, is read as a whole. Costs some hundredths of a millisecond if there is nothing.
    ///
    /// - Returns: `nil` if there is nothing new.
    /// - Throws: what ``load(around:beginning:progress:)`` throws; later commits are then based on what was known before.
    package func news() async throws(StorageError) -> StoreNews? {
        switch try readNews() {
        case .nothing: return nil
        case .commits(let commits, let open):
            if !commits.isEmpty, capabilities.contains(.sharing) { updateLimits() }
            return .commits(commits, open)
        case .unknown: break
        }
        FileStamp.waitForOthers(path)
        let (before, isOtherFile) = (journal, try connection?.hasMoved() ?? true)
        let contents = try await load(around: nil, beginning: nil, progress: nil)
        unexplained = nil
        if !isOtherFile {
            unexplained = journal.unexplained(since: before)
            journal.keepNoticed(from: before)
        }
        return .contents(contents)
    }

    /// Keeps what another program has written, as it was found by comparing, until the next commit.
    package func keep(_ commit: OthersCommit) {
        guard var noticed = unexplained else { return }
        unexplained = nil
        (noticed.time, noticed.change) = (commit.time, commit.change)
        journal.add(noticed)
    }

    private enum ReadNews {
        case nothing
        /// There may be none if others have only opened or resolved something.
        case commits([OthersCommit], StoredOpenEdits)
        /// Something that is not in the journal.
        case unknown
    }

    private func readNews() throws(StorageError) -> ReadNews {
        guard let connection else { throw .unsupported }
        if try connection.hasMoved() {
            place.follow()
            return .unknown
        }
        try checkHeader(connection.bytes(CardFileHeader.size))
        connection.forgetPages()
        try connection.execute("BEGIN")
        // Nothing is written.
        defer { try? connection.execute("ROLLBACK") }
        let found = try connection.lastJournalRow()?.id
        let othersHaveWritten = try connection.othersHaveWritten()
        let stamp = FileStamp(path)
        if found == lastRow, !othersHaveWritten, isAsStamped { return .nothing }
        guard attempts.isEmpty, repair.isEmpty else { return .unknown }
        let commits: [OthersCommit]
        switch try journal.news(connection) {
        case .unknown: return .unknown
        // A file with as many commits was copied over this one, or the rest of one that was read too early.
        case .nothing where !othersHaveWritten: return .unknown
        case .nothing: commits = []
        case .commits(let read): commits = read
        }
        // In the same snapshot: read later, it could be about a record whose deletion is not heard of yet.
        let (before, open) = (knownOpenEdits, try connection.openEdits(since: knownOpenEdits))
        try journal.markRead(connection)
        try connection.markVersionKnown()
        (lastRow, knownOpenEdits) = (found, open)
        self.stamp = stamp
        return commits.isEmpty && open.open.map(\.id) == before.open.map(\.id) ? .nothing : .commits(commits, open)
    }
}
