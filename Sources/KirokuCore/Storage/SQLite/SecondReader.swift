import Synchronization

/// Reads a part of a document's records through a connection of its own, while another part is read through the first.
///
/// Whatever keeps it from doing so is no error: the first connection can read all by itself.
actor SecondReader {
    private let file: String
    private let access: SQLiteConnection.Access
    private var connection: SQLiteConnection?
    private nonisolated let executor = QueueExecutor(label: "kiroku.card-file.second")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - file: the path of the file itself, absolute.
    ///   - access: what the first connection has.
    init(file: String, access: SQLiteConnection.Access) {
        self.file = file
        self.access = access
    }

    /// Which state the file is in, as a number that is another one after each commit of anybody.
    func version() -> Int64? {
        if connection == nil {
            // Without waiting: who writes just now waits for the first reader to end.
            connection = try? SQLiteConnection(file: file, path: file, access: access, lockWait: 0)
        }
        return try? connection?.version()
    }

    /// Begins to look at one state of the file, and returns which one that is.
    func begin() -> Int64? {
        do {
            try connection?.execute("BEGIN")
            return try connection?.version()
        } catch {
            return nil
        }
    }

    /// Looks at no state in particular any more.
    func end() {
        try? connection?.execute("ROLLBACK")
    }

    /// What `work` reads; `nil` if it cannot.
    func read<Value: Sendable>(_ work: @Sendable (SQLiteConnection) throws(StorageError) -> Value) -> Value? {
        guard let connection else { return nil }
        return try? work(connection)
    }

    /// Lets go of the file.
    func close() {
        connection = nil
    }
}

/// Puts together how far two threads have come that each do a part of the same work.
final class SharedProgress: Sendable {
    private let done = Mutex(0.0)
    private let report: ProgressHandler?

    init(_ report: ProgressHandler?) {
        self.report = report
    }

    /// Adds to what is done, and tells how much that is by now; throws if the task was cancelled.
    func add(_ share: Double) throws(StorageError) {
        guard !Task.isCancelled else { throw .cancelled }
        done.withLock { done in
            done = min(done + share, 1)
            // Told inside, so that no share comes after a larger one.
            report?(done)
        }
    }

    /// Tells that all is done.
    func finish() throws(StorageError) {
        try add(1)
    }
}
