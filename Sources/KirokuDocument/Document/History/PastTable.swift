import FoundationEssentials

/// A table as it was before a step of its document's history.
public struct PastTable: Sendable {
    /// Why going back has ended before the step that was wanted.
    public enum Obstacle: Sendable, Hashable {
        /// Another program has written, and what it has changed is not known.
        case unknownChange
        /// A step has changed too much to be kept.
        case tooLarge
        /// The history does not go back so far any more.
        case forgotten
    }

    /// The records then.
    public private(set) var table: RecordTable
    /// When the step was made before which the table was so; `nil` if it is as it is now.
    public private(set) var time: Date?
    /// Why it is not further back; `nil` if it is as it was before the step that was wanted.
    public private(set) var obstacle: Obstacle?

    /// The table as it is now, without the changes that are not saved yet.
    ///
    /// - Parameter unsaved: the oldest first.
    fileprivate init(_ table: RecordTable, without unsaved: [Change]) {
        self.table = table
        if !revert(.sequence(unsaved)) { obstacle = .unknownChange }
    }

    /// Goes back over steps, the newest first, to before the wanted one; returns whether older ones are needed.
    ///
    /// - Throws: ``StorageError/cancelled``.
    fileprivate mutating func goBack(
        over page: HistorySteps, to wanted: Int64, _ progress: ProgressHandler?
    ) throws(StorageError) -> Bool {
        var position = page.start
        for (index, step) in page.steps.enumerated() {
            guard !Task.isCancelled else { throw .cancelled }
            guard obstacle == nil else { return false }
            // The wanted step was dropped meanwhile, or has another number by now.
            guard step.number >= wanted else { break }
            guard step.isRight(before: position) else {
                obstacle = .unknownChange
                return false
            }
            guard let change = step.change else {
                obstacle = step.isCountedOnly ? .tooLarge : .unknownChange
                return false
            }
            guard revert(change) else {
                obstacle = .unknownChange
                return false
            }
            time = step.time
            position = step.position
            if step.number == wanted { return false }
            progress?(Double(index + 1) / Double(page.steps.count))
        }
        if page.isFull, page.position.step > wanted { return true }
        obstacle = .forgotten
        return false
    }

    /// Takes a change back; returns `false`, and leaves the table as it is, if that is not what it came from.
    private mutating func revert(_ change: Change) -> Bool {
        guard let applied = try? table.apply(change.inverse), case let made = applied.change else { return false }
        let parts = change.flattened.reversed()
        if made.flattened.count == parts.count, zip(made.flattened, parts).allSatisfy({ $0.revertsAll(of: $1) }) {
            return true
        }
        // A copy to return to would double all that is changed, with each step.
        table.revert(applied)
        return false
    }
}

extension Document {
    /// The table as it was before a step of the history, or as far back towards it as is known.
    ///
    /// Works in the background; the cost grows with what was changed since.
    ///
    /// - Parameters:
    ///   - step: a step that ``history(of:before:)`` has returned.
    ///   - progress: called with the progress, from 0 to 1.
    /// - Throws: ``StorageError``; ``StorageError/cancelled`` if the task was cancelled.
    public func table(
        beforeStep step: Int64, progress: ProgressHandler? = nil
    ) async throws(StorageError) -> PastTable {
        var (past, page) = try await present()
        let newest = page.steps.first?.number ?? step
        while try await Self.goBack(&past, over: page, to: step, nil) {
            let next: HistorySteps?
            if page.position.isOnServer {
                next = try await earlierSteps(before: page.position)
            } else {
                next = try await saver.store?.steps(before: page.position)
            }
            guard let next else { break }
            progress?(newest > step ? Double(newest - page.position.step) / Double(newest - step) : 1)
            page = next
        }
        return past
    }

    @concurrent
    private nonisolated static func goBack(
        _ past: inout PastTable, over page: HistorySteps, to step: Int64, _ progress: ProgressHandler?
    ) async throws(StorageError) -> Bool {
        try past.goBack(over: page, to: step, progress)
    }

    @concurrent
    private nonisolated static func saved(_ table: RecordTable, without unsaved: [Change]) async -> PastTable {
        PastTable(table, without: unsaved)
    }

    /// The table as it is saved now, and the newest steps that it came from.
    private func present() async throws(StorageError) -> (PastTable, HistorySteps) {
        for _ in 0..<Self.attempts {
            guard !Task.isCancelled else { throw .cancelled }
            await saver.untilReleased()
            // The document and its store are at the same step only while nothing is committed or taken in.
            await saver.hold()
            let unsaved = saver.unsaved.edits
            let table = table
            let steps: HistorySteps?
            do throws(StorageError) {
                steps = try await saver.store?.steps(before: nil) ?? HistorySteps.none
            } catch {
                saver.release()
                throw error
            }
            saver.release()
            if let steps { return (await Self.saved(table, without: unsaved), steps) }
            saver.checkForNews()
            await saver.finish()
        }
        throw .busy(at: location ?? .memory(title))
    }

    /// Others may write all the time.
    private static let attempts = 5
}

extension JournalRow {
    /// Whether it is known what it has changed, only that was too much to be kept.
    fileprivate var isCountedOnly: Bool {
        parts.contains { part in
            part.text == nil && part.operation.changesTable && part.operation != .unknown
        }
    }
}

extension Change {
    /// Whether this change, which was just made, has brought back all that another one had replaced or removed.
    fileprivate func revertsAll(of other: Change) -> Bool {
        switch (self, other) {
        case (.setCells(let made), .setCells(let cells)):
            // What was there must be what the other one had set.
            zip(made, cells.reversed()).allSatisfy { $0.base == $1.value }
        case (.insertRecords(let made), .deleteRecords(let records)):
            // Cells that are not known would have got their initial values.
            made.schema.fields.map(\.id) == records.schema.fields.map(\.id)
        default: true
        }
    }
}
