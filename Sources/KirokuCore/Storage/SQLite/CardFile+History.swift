import FoundationEssentials

extension CardFile {
    /// Some of what has happened to the document, the newest first.
    ///
    /// Costs at most some hundredths of a second, during which edits wait.
    ///
    /// - Parameters:
    ///   - scope: of what.
    ///   - position: where to go on; `nil` to begin with the newest.
    package func history(of scope: HistoryScope, before position: HistoryPosition?) throws(StorageError) -> HistoryPage
    {
        try readLog(.none) { (connection) throws(StorageError) in
            let counter = try connection.changeCounter()
            let start = position ?? HistoryPosition(step: .max, counter: counter &+ 1)
            var gathering = HistoryGathering(scope, before: start)
            if position == nil {
                for step in noticedSteps.reversed() { _ = gathering.add(step) }
            }
            let before = gathering.position.step
            try LoggedStep.read(connection, .before(before > Self.firstNoticed ? .max : before)) { gathering.add($0) }
            let begin = try connection.prepare(
                "SELECT (julianday(at) - 2440587.5) * 86400 FROM log ORDER BY number LIMIT 1")
            return gathering.page(
                begin: try begin.step() ? Date(timeIntervalSince1970: begin[0].real) : noticedSteps.first?.time)
        }
    }

    /// What a step has changed; `nil` if that is no longer known.
    package func change(ofStep number: Int64) throws(StorageError) -> Change? {
        if let noticed = noticedSteps.first(where: { $0.number == number }) { return noticed.change }
        return try readLog(nil) { (connection) throws(StorageError) in
            var found: Change?
            try LoggedStep.read(connection, .after(number - 1)) { step in
                if step.number == number { found = step.change }
                return false
            }
            return found
        }
    }

    /// What has happened to the document, for going back, the newest first.
    ///
    /// Costs at most some hundredths of a second, during which edits wait.
    ///
    /// - Parameter position: where to go on; `nil` to begin with the newest that the document has heard of.
    /// - Returns: `nil` if it has not heard of something that came before an own commit.
    package func steps(before position: HistoryPosition?) throws(StorageError) -> HistorySteps? {
        guard let newest = log.newestHeard else { return nil }
        return try readLog(HistorySteps.none) { (connection) throws(StorageError) in
            var found = HistorySteps(from: position ?? newest)
            if position == nil {
                for step in noticedSteps.reversed() { _ = found.add(step) }
            }
            try LoggedStep.read(connection, .before(min(found.position.step, newest.step))) { found.add($0) }
            return found
        }
    }

    /// What was noticed of other programs, and is in the log only with the next commit.
    private var noticedSteps: [LoggedStep] {
        log.noticed.enumerated().map { index, commit in
            LoggedStep(
                number: Self.firstNoticed + Int64(index), mark: commit.mark, author: nil, time: commit.time,
                parts: (try? LoggedPart.parts(of: commit.change, limit: CommitLog.changeLimit) { field in
                    schema.index(of: field).map { LogField(schema[$0]) }
                }) ?? [.unknown])
        }
    }

    /// No row of the log has so high a number.
    private static let firstNoticed = Int64.max - 1_000_000

    private func readLog<Value>(
        _ none: Value, _ body: (SQLiteConnection) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        guard let connection else { throw .unsupported }
        try connection.execute("BEGIN")
        // Nothing is written.
        defer { try? connection.execute("ROLLBACK") }
        guard try log.isUsable(connection) else { return none }
        return try body(connection)
    }
}
