extension CardFile {
    /// What others have written since the document was loaded or this was last called.
    ///
    /// Commits of other Kirokus come from the journal; what another program has written, or a file that has taken this one's
    /// place, is read as a whole. Costs some hundredths of a millisecond if there is nothing.
    ///
    /// - Returns: `nil` if there is nothing new.
    /// - Throws: what ``load(around:beginning:progress:)`` throws; later commits are then based on what was known before.
    package func news() async throws(StorageError) -> StoreNews? {
        switch try hear() {
        case .nothing: return nil
        case .commits(let commits):
            if capabilities.contains(.sharing) { noteLimits() }
            return .commits(commits)
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

    private func hear() throws(StorageError) -> Journal.News {
        guard let connection else { throw .unsupported }
        if try connection.hasMoved() {
            follow()
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
        guard attempts.isEmpty, mending.isEmpty else { return .unknown }
        var news = try journal.news(connection)
        switch news {
        case .unknown: break
        case .nothing where !othersHaveWritten:
            // A file with as many commits was copied over this one, or the rest of one that was read too early.
            return .unknown
        case .nothing, .commits:
            // In the same snapshot: read later, it could be about a record whose deletion is not heard of yet.
            var known = knownLeftOut
            if case .commits(var commits) = news {
                commits[commits.count - 1].leftOut = try connection.leftOut(besides: &known)
                news = .commits(commits)
            }
            try journal.hear(connection)
            try connection.knowOthersWriting()
            (lastRow, knownLeftOut) = (found, known)
            self.stamp = stamp
        }
        return news
    }
}

extension SQLiteConnection {
    /// The edits that whoever keeps the document in step with a server has left out, apart from those that are known,
    /// among which they are then.
    fileprivate func leftOut(besides known: inout Set<String>) throws(StorageError) -> [EditConflict] {
        let prefix = CardFileFormat.settingPrefix + DocumentSettings.storedConflict
        let rows = try prepare("SELECT name, value FROM properties WHERE substr(name, 1, ?2) = ?1")
        try rows.bind(prefix, at: 1)
        try rows.bind(Int64(prefix.count), at: 2)
        var found: [EditConflict] = []
        while try rows.step() {
            guard known.insert(rows[0].text).inserted, let conflict = KeptConflict.conflict(in: rows[1].text),
                let id = conflict.id, !RecordIDSource.shared.isAtOwnDesk(id),
                !RecordIDSource.shared.isAtWork(elsewhere: id)
            else { continue }
            found.append(conflict)
        }
        return found
    }
}
