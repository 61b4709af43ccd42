/// Going on with what another program has written.
extension Document {
    /// Loads the document anew, and lays the edits over it that are not saved.
    ///
    /// The way on when another program has written to the document. An edit is made again where the other program has left alone
    /// what it touches. All of them are one step of the history then, which is that of the file otherwise: steps from before
    /// may be about something that is no longer there.
    ///
    /// - Parameter progress: is told how far it has come, from 0 to 1, on another thread.
    /// - Returns: the edits that were not made.
    /// - Throws: what ``DocumentStore/load(around:beginning:progress:)`` throws, and ``StorageError/busy(at:)`` if the document is on its
    ///   way elsewhere. The document is as it was then, with all edits.
    public func loadAgain(progress: ProgressHandler? = nil) async throws(StorageError) -> [EditConflict] {
        guard let store = saver.store, !isReadOnly else { throw .unsupported }
        var conflicts: [EditConflict] = []
        try await moving(to: store.location) { () throws(StorageError) in
            let theirs = try await store.load(around: nil, beginning: nil, progress: progress)
            while true {
                let unsaved = saver.unsaved
                let laid = await RebasedEdits.made(from: unsaved, mine: table, theirs: theirs.table)
                // Something may have been edited meanwhile.
                guard saver.unsaved.count == unsaved.count else { continue }
                _ = saver.takePending()
                takeOver(theirs)
                layOver(laid.rebased, settings: laid.settings)
                conflicts = laid.rebased.conflicts
                saver.tellAnew()
                break
            }
        }
        return conflicts
    }

    private func layOver(_ edits: RebasedEdits, settings texts: [String: String?]) {
        if let change = edits.change {
            do throws(EditError) {
                try apply(change)
            } catch {
                // It was made once in the background, of the same table.
                Reports.error("KRK_DC_RB", "edits cannot be laid over: \(error)")
            }
        }
        for (field, width) in edits.widths { setWidth(width, of: field) }
        if !texts.isEmpty {
            changeSettings { settings in
                var stored = settings.stored
                for (name, text) in texts { stored[name] = text }
                settings = DocumentSettings(stored: stored)
            }
        }
    }
}
