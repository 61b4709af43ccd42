import FoundationEssentials

// Open edits: rows that changed nothing, and that tell what the edit would have changed.

extension SQLiteConnection {
    /// In bytes; longer edits are not read, because no one can have typed them.
    private static var openLimit: Int64 { 64 << 20 }

    /// The edits that are or were open.
    ///
    /// - Parameter before: an earlier result; its edits that are still open are not read again.
    func openEdits(since before: StoredOpenEdits = StoredOpenEdits()) throws(StorageError) -> StoredOpenEdits {
        let known = Dictionary(before.open.map { ($0.id, $0) }) { first, _ in first }
        var found = StoredOpenEdits()
        try readOpen { (id, state, edit) throws(StorageError) in
            if state == .resolved {
                found.resolved.insert(id)
            } else if let known = known[id] {
                found.open.append(known)
            } else if let edit = try edit() {
                found.open.append(edit)
            }
        }
        return found
    }

    /// All edits that are or were open, by their identities.
    func allOpenEdits() throws(StorageError) -> [EditID: OpenEdit] {
        var found: [EditID: OpenEdit] = [:]
        try readOpen { (id, _, edit) throws(StorageError) in found[id] = try edit() }
        return found
    }

    /// - Parameter body: called with each edit; it is `nil` if it makes no sense, and then stays in the file.
    private func readOpen(
        _ body: (EditID, OpenState, () throws(StorageError) -> OpenEdit?) throws(StorageError) -> Void
    ) throws(StorageError) {
        guard try hasJournal() else { return }
        // The plus sign makes SQLite use the index of open edits.
        let rows = try cached(
            """
            SELECT id, state, sentence, desk, number FROM journal WHERE state IS NOT NULL \
            AND typeof(open) = 'text' AND length(open) <= \(Self.openLimit) ORDER BY +number
            """)
        defer { rows.reset() }
        let texts = try cached("SELECT open FROM journal WHERE number = ?")
        while try rows.step() {
            guard let id = EditID(rows[0].text), let state = OpenState(rawValue: rows[1].text) else { continue }
            let sentence = rows[2].content == .null ? nil : rows[2].text
            let desk = rows[3].content == .null ? nil : Int(exactly: rows[3].integer)
            let number = rows[4].integer
            try body(id, state) { () throws(StorageError) in
                defer { texts.reset() }
                try texts.bind(number, at: 1)
                guard try texts.step() else { return nil }
                return OpenEdit(texts[0].text, id: id, sentence: sentence, desk: desk)
            }
        }
    }

    /// Writes the edits that were opened and closed, with the commit that is being made.
    ///
    /// Closed edits stay as long as other edits, so that undo can reopen them.
    func write(_ changes: OpenChanges) throws(StorageError) {
        if changes.isEmpty { return }
        try write(changes.closed, as: .resolved)
        try write(changes.opened, as: .open)
    }

    private func write(_ edits: [OpenEdit], as state: OpenState) throws(StorageError) {
        if edits.isEmpty { return }
        if try !hasJournal() { try makeJournal() }
        let counter = try changeCounter() &+ 1
        let known = try cached("UPDATE journal SET state = ?1 WHERE state IS NOT NULL AND id = ?2")
        for edit in edits {
            try known.bind(state.rawValue, at: 1)
            try known.bind(edit.id.text, at: 2)
            try known.run()
            if changedCount > 0 { continue }
            var row = NewJournalRow(parts: [.nothing])
            (row.id, row.opened) = (edit.id, (edit, state))
            try append([row], counter: counter)
        }
    }

    /// Who has changed what last, as far as the latest rows tell; undoing and resolving conflicts do not count.
    func latestChanges() throws(StorageError) -> LatestChanges {
        var (commits, size): ([OthersCommit], Int) = ([], 0)
        try JournalRow.read(self, .before(.max), where: "undoes IS NULL AND resolved IS NULL") { row in
            size += row.parts.reduce(0) { $0 + $1.size }
            if let change = row.change, !change.isEmpty {
                commits.append(OthersCommit(author: row.author, time: row.time, change: change))
            }
            return size <= LoggedPart.changeLimit && commits.count < Journal.editLimit
        }
        var latest = LatestChanges()
        for commit in commits.reversed() { latest.add(commit) }
        return latest
    }
}

/// The state of an edit that is or was open; the raw values are stored in the file.
enum OpenState: String, Sendable {
    case open
    case resolved
}

// How the journal stores which open edits an edit has resolved or reopened.

extension OpenChanges {
    private struct Names: Codable {
        var resolved: [String] = []
        var opened: [String] = []
    }

    /// The text in the journal; `nil` if there are none.
    var text: String? {
        if isEmpty { return nil }
        return StoredJSON.text(Names(resolved: closed.map(\.id.text), opened: opened.map(\.id.text)))
    }

    /// Reads ``text``; ignores unknown edits.
    init(_ text: String, of known: [EditID: OpenEdit]) {
        self.init()
        guard let names = StoredJSON.value(Names.self, in: text) else { return }
        for edit in names.resolved.compactMap({ EditID($0) }).compactMap({ known[$0] }) { close(edit) }
        for edit in names.opened.compactMap({ EditID($0) }).compactMap({ known[$0] }) { open(edit) }
    }
}
