import Synchronization

/// Reads a part of a document's records through a connection of its own, while another part is read through the first.
///
/// Failing is not an error: the first connection can read everything alone.
actor SecondReader {
    private let file: String
    private let access: SQLiteConnection.Access
    /// In bytes.
    private let fileSize: Int
    private var connection: SQLiteConnection?
    private nonisolated let executor = QueueExecutor(label: "kiroku.card-file.second")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - file: the path of the file itself, absolute.
    ///   - access: the access of the first connection.
    ///   - fileSize: limits the steps of reading, as for the first connection.
    init(file: String, access: SQLiteConnection.Access, fileSize: Int) {
        self.file = file
        self.access = access
        self.fileSize = fileSize
    }

    /// The state of the file, as a number that changes with every commit by any program.
    func version() -> Int64? {
        if connection == nil {
            // No waiting: a program that is writing now waits for the first reader to finish.
            connection = try? SQLiteConnection(file: file, path: file, access: access, lockWait: 0)
        }
        return try? connection?.version()
    }

    /// Begins a read transaction, and returns the state of the file that it sees.
    func begin() -> Int64? {
        do {
            try connection?.limitReading(ofFileWithSize: fileSize)
            try connection?.execute("BEGIN")
            return try connection?.version()
        } catch {
            return nil
        }
    }

    /// Ends the read transaction.
    func end() {
        try? connection?.execute("ROLLBACK")
        connection?.endLimit()
    }

    /// The result of `work`; `nil` if it fails.
    func read<Value: Sendable>(_ work: @Sendable (SQLiteConnection) throws(StorageError) -> Value) -> Value? {
        guard let connection else { return nil }
        return try? work(connection)
    }

    /// Closes the file.
    func close() {
        connection = nil
    }
}

/// Adds up the progress of two threads that share the same work.
final class SharedProgress: Sendable {
    private let done = Mutex(0.0)
    private let report: ProgressHandler?

    init(_ report: ProgressHandler?) {
        self.report = report
    }

    /// Adds to the progress and reports it; throws if the task was cancelled.
    func add(_ share: Double) throws(StorageError) {
        guard !Task.isCancelled else { throw .cancelled }
        done.withLock { done in
            done = min(done + share, 1)
            // Reported under the lock, so that progress never goes back.
            report?(done)
        }
    }

    /// Reports that everything is done.
    func finish() throws(StorageError) {
        try add(1)
    }
}
