extension CardFile {
    /// What others have written since the document was loaded or this was last called.
    ///
    /// Commits of other Kirokus come from the journal; what another program has written, or a file that has taken this one's
    /// place, is read as a whole. Costs some hundredths of a millisecond if there is nothing.
    ///
    /// - Returns: `nil` if there is nothing new.
    /// - Throws: what ``load(around:beginning:progress:)`` throws; later commits are then based on what was known before.
    package func news() async throws(StorageError) -> StoreNews? {
        let (news, open) = try hear()
        switch news {
        case .nothing:
            if let open { return .commits([], open) }
            return nil
        case .commits(let commits):
            if capabilities.contains(.sharing) { noteLimits() }
            return .commits(commits, open ?? StoredOpenEdits())
        case .unknown: break
        }
        FileStamp.waitForOthers(path)
        let (before, isOtherFile) = (journal, try connection?.hasMoved() ?? true)
        let contents = try await load(around: nil, beginning: nil, progress: nil)
        unexplained = nil
        if !isOtherFile {
            unexplained = journal.unexplained(since: before)
            journal.goOn(from: before)
        }
        return .contents(contents)
    }

    /// Keeps what another program has written, as it was found by comparing, until the next commit.
    package func note(_ commit: OthersCommit) {
        guard var noticed = unexplained else { return }
        unexplained = nil
        (noticed.time, noticed.change) = (commit.time, commit.change)
        journal.note(noticed)
    }

    /// - Returns: also what is open, if others have changed something of that.
    private func hear() throws(StorageError) -> (Journal.News, StoredOpenEdits?) {
        guard let connection else { throw .unsupported }
        if try connection.hasMoved() {
            follow()
            return (.unknown, nil)
        }
        try checkHeader(connection.bytes(CardFileHeader.size))
        connection.forgetPages()
        try connection.execute("BEGIN")
        // Nothing is written.
        defer { try? connection.execute("ROLLBACK") }
        let found = try connection.lastJournalRow()?.id
        let othersHaveWritten = try connection.othersHaveWritten()
        let stamp = FileStamp(path)
        if found == lastRow, !othersHaveWritten, isAsStamped { return (.nothing, nil) }
        guard attempts.isEmpty, mending.isEmpty else { return (.unknown, nil) }
        let news = try journal.news(connection)
        switch news {
        case .unknown: return (.unknown, nil)
        case .nothing where !othersHaveWritten:
            // A file with as many commits was copied over this one, or the rest of one that was read too early.
            return (.unknown, nil)
        case .nothing, .commits:
            // In the same snapshot: read later, it could be about a record whose deletion is not heard of yet.
            let open = try connection.openEdits()
            try journal.hear(connection)
            try connection.knowOthersWriting()
            lastRow = found
            self.stamp = stamp
            let names = open.open.map(\.id)
            if case .nothing = news, names == heardOpen { return (.nothing, nil) }
            heardOpen = names
            return (news, open)
        }
    }
}
