// Reading from the journal what can be undone and redone.

extension SQLiteConnection {
    /// The largest number of bytes to read, whatever the document's size: a million records take ten times as much.
    private static var undoLimit: Int { 4 << 20 }

    /// The steps that this user can undo and redo, from the edits that the user has made here.
    ///
    /// Changes by others in between are left alone, because each step knows what it replaces. The steps go back to the
    /// first edit whose changes were not kept. An edit that makes no sense is skipped.
    ///
    /// - Returns: the steps, and whether all edits that were read made sense.
    func undoHistory() throws(StorageError) -> (history: UndoHistory, isWhole: Bool) {
        guard try hasJournal() else { return (UndoHistory(), true) }
        let rows = try prepare(
            """
            SELECT id, undoes, title, resolved, change FROM journal WHERE desk IS NOT NULL AND state IS NULL AND person = ?1 \
            ORDER BY number DESC LIMIT ?2
            """)
        try rows.bind(CommitAuthor.current.person, at: 1)
        try rows.bind(Int64(2 * Journal.editLimit), at: 2)
        // Read on demand, because few edits resolve any.
        var known: [EditID: OpenEdit]?
        var found: [(step: HistoryStep, undoes: EditID?)] = []
        var (size, isWhole) = (0, true)
        while try rows.step() {
            let text = rows[4].text
            size += text.utf8.count
            guard size <= Self.undoLimit else { break }
            guard let id = EditID(rows[0].text), let change = ChangeTextReader.change(text) else {
                if ChangeTextReader.parts(text)?.contains(where: { $0.text == nil }) == true { break }
                isWhole = false
                continue
            }
            var open = OpenChanges()
            if rows[3].content == .text {
                let all = if let known { known } else { try allOpenEdits() }
                (known, open) = (all, OpenChanges(rows[3].text, of: all).inverse)
            }
            let step = HistoryStep(
                of: id, change: change.inverse, title: ChangeTitle(text: rows[2].text) ?? ChangeTitle(change),
                open: open)
            found.append((step, rows[1].content == .null ? nil : EditID(rows[1].text)))
        }
        var history = UndoHistory()
        for (step, undoes) in found.reversed() { history.add(step, undoes: undoes) }
        return (history, isWhole)
    }
}
