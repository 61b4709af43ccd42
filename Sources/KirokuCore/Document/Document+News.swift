/// Taking in what others write to the document's store.
extension Document {
    /// Looks whether others have written, if the store does not tell by itself.
    public func lookForNews() {
        let capabilities = capabilities
        if capabilities.contains(.news), !capabilities.contains(.watching) { saver.lookForNews() }
    }

    /// Takes in what others have written; to be called between commits.
    ///
    /// A cell that was also changed here, and not saved yet, keeps the others' value in the document; what was entered
    /// here is a conflict (``conflicts``). It is no step of the history.
    ///
    /// - Returns: whether there was anything.
    /// - Throws: ``StorageError``; nothing has then changed here.
    func receiveNews() async throws(StorageError) -> Bool {
        guard let store = saver.store else { return false }
        let place = store.location
        defer { if store.location != place { follow(from: place) } }
        guard var news = try await news(of: store) else { return false }
        while true {
            let (unsaved, revision) = (saver.unsaved, revision)
            guard let received = await ReceivedNews.made(of: news, mine: table, unsaved: unsaved) else {
                Reports.error("KRK_DC_NW", "what others have written does not apply; all of it is read")
                news = try await contents(of: store)
                continue
            }
            // There may have been edits meanwhile.
            guard self.revision == revision, saver.unsaved.count == unsaved.count else { continue }
            take(received)
            for commit in received.commits where commit.author == nil { await store.note(commit) }
            return true
        }
    }

    /// The store has been moved, and the document with it.
    private func follow(from old: StorageLocation) {
        if title == FilePath.stem(of: old.name), let path { title = FilePath.stem(of: path) }
        observers.notify(.moved(from: old))
    }

    private func news(of store: any DocumentStore) async throws(StorageError) -> StoreNews? {
        mustReadAll ? try await contents(of: store) : try await store.news()
    }

    /// All that is there now; if that cannot be read, it must be the next time.
    private func contents(of store: any DocumentStore) async throws(StorageError) -> StoreNews {
        mustReadAll = true
        let contents = try await store.load()
        mustReadAll = false
        return .contents(contents)
    }

    private func take(_ received: ReceivedNews) {
        _ = saver.takePending()
        saver.add(received.unsaved.documentChanges)
        show(received)
    }
}
