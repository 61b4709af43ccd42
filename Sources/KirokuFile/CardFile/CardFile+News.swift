extension CardFile {
    /// What others have written since the document was loaded or this was last called.
    ///
    /// Commits of other Kiroku processes come from the journal. If another program has written to the file, or another
    /// file has replaced it, the file is read as a whole. Costs some hundredths of a millisecond if there is nothing
    /// new.
    ///
    /// - Returns: `nil` if there is nothing new.
    /// - Throws: what ``load(around:beginning:progress:)`` throws; later commits are based on what was known before
    ///   then.
    package func news() async throws(StorageError) -> StoreNews? {
        switch try readNews() {
        case .nothing: return nil
        case .commits(let commits, let open):
            if !commits.isEmpty, capabilities.contains(.sharing) { updateLimits() }
            return .commits(commits, open)
        case .unknown: break
        }
        FileStamp.waitForOthers(path)
        let (before, isOtherFile) = (state.journal, try connection?.hasMoved() ?? true)
        let contents = try await load(around: nil, beginning: nil, progress: nil)
        state.notice(since: isOtherFile ? nil : before)
        return .contents(contents)
    }

    /// Keeps a change of another program, as found by comparing, until the next commit.
    package func keep(_ commit: OthersCommit) {
        state.explain(commit)
    }

    private func readNews() throws(StorageError) -> FileState.News {
        let connection = try opened()
        if try connection.hasMoved() {
            place.follow()
            return .unknown
        }
        try checkHeader(connection.bytes(CardFileHeader.size))
        return try state.news(connection, path)
    }
}
