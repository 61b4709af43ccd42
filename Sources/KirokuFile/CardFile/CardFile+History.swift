import FoundationEssentials

extension CardFile {
    /// A part of the document's history, the newest step first.
    ///
    /// Costs at most some hundredths of a second, during which edits wait.
    ///
    /// - Parameters:
    ///   - scope: which part of the history is wanted.
    ///   - position: where to continue; `nil` to begin with the newest.
    package func history(of scope: HistoryScope, before position: HistoryPosition?) throws(StorageError) -> HistoryPage
    {
        try readLog(.none) { (connection) throws(StorageError) in
            let counter = try connection.changeCounter()
            let start = position ?? HistoryPosition(step: .max, counter: counter &+ 1)
            var gathering = HistoryGathering(scope, before: start)
            if position == nil {
                for row in noticedRows.reversed() { _ = gathering.add(row) }
            }
            let before = gathering.position.step
            try JournalRow.read(connection, .before(before > Self.firstNoticed ? .max : before)) { gathering.add($0) }
            let begin = try connection.prepare(
                "SELECT (julianday(at) - 2440587.5) * 86400 FROM journal ORDER BY number LIMIT 1")
            return gathering.page(
                begin: try begin.step() ? Date(timeIntervalSince1970: begin[0].real) : noticedRows.first?.time,
                continues: try continuesAtServer(connection))
        }
    }

    /// The change of a step; `nil` if it is no longer known.
    package func change(ofStep number: Int64) throws(StorageError) -> Change? {
        if let noticed = noticedRows.first(where: { $0.number == number }) { return noticed.change }
        return try readLog(nil) { (connection) throws(StorageError) in
            var found: Change?
            try JournalRow.read(connection, .after(number - 1)) { row in
                if row.number == number { found = row.change }
                return false
            }
            return found
        }
    }

    /// The steps of the document for going back, the newest first.
    ///
    /// Costs at most some hundredths of a second, during which edits wait.
    ///
    /// - Parameter position: where to continue; `nil` to begin with the newest step that the document has received.
    /// - Returns: `nil` if it has not received a step that came before a commit of its own.
    package func steps(before position: HistoryPosition?) throws(StorageError) -> HistorySteps? {
        guard let newest = state.journal.newestHeard else { return nil }
        return try readLog(HistorySteps.none) { (connection) throws(StorageError) in
            var found = HistorySteps(from: position ?? newest)
            if position == nil {
                for row in noticedRows.reversed() { _ = found.add(row) }
            }
            try JournalRow.read(connection, .before(min(found.position.step, newest.step))) { found.add($0) }
            if !found.isFull, try continuesAtServer(connection) { found.continueAtServer() }
            return found
        }
    }

    /// Whether the server of a shared document has the history before the journal.
    ///
    /// If rows have been dropped since, the history does not continue there, because their steps would be missing in
    /// between.
    private func continuesAtServer(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
        guard try connection.sharing()?.earlier != nil else { return false }
        return try connection.number("SELECT min(number) FROM journal") == Int(HistoryPosition.first)
    }

    /// The step limited to the records that are here; `nil` if it concerns none of them.
    package func narrowed(_ step: SharedStep) throws(StorageError) -> SharedStep? {
        let connection = try opened()
        let row = try connection.cached("SELECT 1 FROM records WHERE id = ?")
        return try step.narrowed { (id) throws(StorageError) in
            defer { row.reset() }
            try row.bind(id.rawValue, at: 1)
            return try row.step()
        }
    }

    /// Changes of other programs that were noticed, and that the next commit adds to the journal.
    private var noticedRows: [JournalRow] { state.noticedRows(from: Self.firstNoticed) }

    /// No row of the journal has a number this high.
    private static let firstNoticed = Int64.max - 1_000_000

    private func readLog<Value>(
        _ none: Value, _ body: (SQLiteConnection) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        let connection = try opened()
        try connection.execute("BEGIN")
        // Nothing is written.
        defer { try? connection.execute("ROLLBACK") }
        guard try state.hasJournal(connection) else { return none }
        return try body(connection)
    }
}
