import Glibc
import Synchronization

/// A card document on disk: an SQLite 3 file with schema, records and column widths (see `CardFileFormat`).
///
/// Changes are durable when ``commit(_:)`` returns. Between commits no lock is held, so other programs can read the
/// file at any time: `sqlite3 file.kiroku 'SELECT * FROM cards'`.
///
/// All work with the disk is done on a thread of the file's own.
actor CardFile: DocumentStore {
    /// Where the document is, as it was asked for.
    nonisolated let path: String

    /// How long to wait for other programs that keep the file locked, in milliseconds.
    let lockWait: Int32
    /// `nil` before the file is opened and after it was closed.
    var connection: SQLiteConnection?
    private(set) var isClosed = false
    /// What the file keeps of the document's history.
    var history = HistoryTable()
    /// What the next commit has to write before anything else.
    var mending = Mending()
    /// Of the form that the file has.
    var version = CardFileFormat.version
    /// The fields that the file has if its form is an earlier one.
    var schema = Schema()
    /// What is done before that gets the form of today; `nil` if it must not.
    let conversion: DocumentConversion?
    var conversionBackup: ConversionBackup?
    /// The mark of the last commit that is known here; `nil` if there is none, as in a document of an earlier version.
    var mark: String?
    /// Commits since the last that succeeded: each may be in the file although it was thought to have failed.
    var attempts: [CommitAttempt] = []
    private nonisolated let canDo = Mutex(StoreCapabilities.copies)
    private nonisolated let executor = QueueExecutor(label: "kiroku.card-file")

    /// The thread that all work with the file is done on.
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The document at this path; nothing is opened yet.
    init(path: String, lockWait: Int32 = CardFile.usualLockWait, conversion: DocumentConversion? = nil) {
        self.path = path
        self.conversion = conversion
        self.lockWait = lockWait
    }

    nonisolated var location: StorageLocation { .file(path) }

    nonisolated var capabilities: StoreCapabilities { canDo.withLock { $0 } }

    /// From now on edits and pictures can be kept, or not.
    nonisolated func setCanWrite(_ canWrite: Bool) {
        canDo.withLock { $0 = canWrite ? [.edits, .history, .pictures, .copies] : .copies }
    }

    /// Ends at once: SQLite tells that others have written only when it is asked, and not what.
    nonisolated var changesFromElsewhere: AsyncStream<[DocumentChange]> { AsyncStream { $0.finish() } }

    /// The default of ``lockWait``: five seconds.
    static let usualLockWait: Int32 = 5_000

    /// Gives the file free and leaves no journal file beside it.
    ///
    /// No call may follow.
    func close() {
        // A journal file that stays is empty and does no harm, so there is nothing to tell if this fails. One beside a file
        // that has taken this one's place is that file's.
        if let connection, (try? connection.hasMoved()) == false {
            try? connection.execute("PRAGMA journal_mode = DELETE")
        }
        connection = nil
        isClosed = true
    }

    /// Closes a document that was just made, and takes it away again.
    func discard() {
        close()
        unlink(path)
    }

    /// Makes commits durable and keeps the journal file from being created and deleted with each.
    ///
    /// With FULL, SQLite also waits for the truncated journal to be on disk, which is what ends a transaction in this
    /// mode.
    static func prepareForCommits(_ connection: SQLiteConnection) throws(StorageError) {
        try connection.execute("PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL")
    }

    /// How many records are handled between two looks at whether the task was cancelled.
    static let recordsBetweenChecks = 4_096

    /// Tells the progress; throws if the task was cancelled.
    static func report(_ fraction: Double, to progress: ProgressHandler?) throws(StorageError) {
        guard !Task.isCancelled else { throw .cancelled }
        progress?(min(max(fraction, 0), 1))
    }
}
