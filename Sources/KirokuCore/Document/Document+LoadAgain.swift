/// Continuing with what another program has written.
extension Document {
    /// Loads the document again, and lays the unsaved edits over it.
    ///
    /// For when another program has written to the document. An edit is repeated if the other program has not changed
    /// what it affects. All of them become one step of the history, which is otherwise that of the file, since earlier
    /// steps may concern something that no longer exists.
    ///
    /// - Parameter progress: called with the progress from 0 to 1, on another thread.
    /// - Returns: the edits that were not made.
    /// - Throws: what ``DocumentStore/load(around:beginning:progress:)`` throws, and ``StorageError/busy(at:)`` if the
    ///   document is being moved. The document is then unchanged, with all edits.
    public func loadAgain(progress: ProgressHandler? = nil) async throws(StorageError) -> [EditConflict] {
        guard let store = saver.store, !isReadOnly else { throw .unsupported }
        var conflicts: [EditConflict] = []
        try await moving(to: store.location) { () throws(StorageError) in
            let theirs = try await store.load(around: nil, beginning: nil, progress: progress)
            while true {
                let unsaved = saver.unsaved
                let laid = await RebasedEdits.made(from: unsaved, mine: table, theirs: theirs.table)
                // There may have been edits meanwhile.
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
                // It already succeeded in the background, with the same table.
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
