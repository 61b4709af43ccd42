import FoundationEssentials

/// The history of a document that is about to be shared, for the server.
///
/// It is read in parts, so that writers of the document need not wait for all of it.
package final class SharedLog {
    private let connection: SQLiteConnection
    /// The last row that the document had when it was loaded.
    private let end: Int64
    /// The file's change counter at that time.
    private let counter: UInt32
    private var number: Int64 = 0
    private var previous: JournalRow?

    /// In milliseconds.
    private static let lockWait: Int32 = 5_000
    /// How many bytes are read at a time.
    private static let portion = 1 << 20

    /// The file with the history, and its end.
    package struct Source: Sendable {
        fileprivate let file: String
        fileprivate let path: String
        fileprivate let end: Int64
        fileprivate let counter: UInt32
    }

    /// Opens the file.
    package init(_ source: Source) throws(StorageError) {
        connection = try SQLiteConnection(
            file: source.file, path: source.path, access: .reading, lockWait: Self.lockWait)
        (end, counter) = (source.end, source.counter)
    }

    /// The next steps, the oldest first; `nil` after the last ones.
    package func next() throws(StorageError) -> [SharedStep]? {
        guard number < end else { return nil }
        var steps: [SharedStep] = []
        var size = 0
        number = end
        try JournalRow.read(connection, .after(previous?.number ?? 0)) { step in
            if step.number > end { return false }
            if let previous {
                // Already read: the previous step is read again to continue after it.
                if step.number <= previous.number { return true }
                if !previous.isRight(before: step.position) { steps.append(.gap(at: step.time)) }
            }
            // The first step is always sent, because it shows when the history begins.
            let isOfInterest = step.parts.contains { $0.operation != .nothing }
            if isOfInterest || previous == nil {
                steps.append(SharedStep(time: step.time, author: step.author, parts: step.parts))
            }
            previous = step
            size += step.parts.reduce(100) { $0 + $1.size }
            guard size < Self.portion else {
                number = step.number
                return false
            }
            return true
        }
        if number == end, let previous, previous.commits.last != counter {
            steps.append(.gap(at: AppClock.shared.now))
        }
        return steps
    }
}

extension SharedStep {
    /// A step for unknown changes by another program.
    fileprivate static func gap(at time: Date) -> SharedStep {
        SharedStep(time: time, author: nil, parts: [.unknown])
    }
}

extension CardFile {
    /// The history up to the state in which the document was loaded; `nil` if it has none.
    func sharedLog() throws(StorageError) -> SharedLog.Source? {
        guard let connection, try connection.hasJournal() else { return nil }
        let journal = state.journal
        return SharedLog.Source(
            file: try place.existingFile(), path: path, end: journal.lastRead, counter: journal.counter)
    }
}

extension DocumentStores {
    /// The history of a document as loaded, for those it will be shared with; `nil` if it has none.
    package static func log(of store: any DocumentStore) async throws(StorageError) -> SharedLog.Source? {
        guard let file = store as? CardFile else { return nil }
        return try await file.sharedLog()
    }
}
