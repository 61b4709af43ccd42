import Glibc
import Synchronization

/// A card document on disk: an SQLite 3 file with schema, records and column widths (see `CardFileFormat`).
///
/// Changes are durable when ``commit(_:)`` returns. No lock is held between commits, so other programs can read the
/// file at any time: `sqlite3 file.kiroku 'SELECT * FROM cards'`.
///
/// All disk access runs on a dedicated thread.
package actor CardFile: DocumentStore {
    /// The path of the document: as given, or where the file has been moved since.
    package nonisolated var path: String { place.path }
    /// The place of the file.
    nonisolated let place: FilePlace

    /// How long to wait for other programs that keep the file locked, in milliseconds.
    let lockWait: Int32
    /// `nil` before the file is opened and after it was closed.
    private(set) var connection: SQLiteConnection?
    private(set) var isClosed = false
    /// The file as last read or written here.
    var state = FileState()
    /// Ticks when others may have written; ends when the file is closed.
    package nonisolated let changesFromElsewhere: AsyncStream<Void>
    private var ticks = NewsTicks()
    private nonisolated let canDo = Mutex(StoreCapabilities.copies)
    private nonisolated let limited = Mutex(EditLimits())
    private nonisolated let executor = QueueExecutor(label: "kiroku.card-file")

    /// The thread for all work with the file.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The document at this path; nothing is opened yet.
    init(path: String, lockWait: Int32 = CardFile.usualLockWait) {
        place = FilePlace(path)
        self.lockWait = lockWait
        changesFromElsewhere = ticks.stream
    }

    package nonisolated var location: StorageLocation { .file(path) }

    package nonisolated var capabilities: StoreCapabilities { canDo.withLock { $0 } }

    package nonisolated var limits: EditLimits { limited.withLock { $0 } }

    /// Updates ``limits`` from the file: which edits others do not allow.
    ///
    /// - Returns: whether the document is shared.
    @discardableResult
    func updateLimits() -> Bool {
        let sharing = try? connection?.sharing()
        let limits = sharing?.foreign?.limits ?? EditLimits()
        limited.withLock { $0 = limits }
        return sharing != nil
    }

    /// Sets whether edits and pictures can be kept.
    func setCanWrite(_ canWrite: Bool) {
        var all: StoreCapabilities = canWrite ? [.edits, .history, .pictures, .copies, .news] : [.copies, .news]
        if ticks.reportsAll { all.insert(.watching) }
        if updateLimits(), canWrite { all.insert(.sharing) }
        canDo.withLock { [all] in $0 = all }
    }

    /// Uses a connection from now on, and closes an earlier one.
    ///
    /// - Parameter isForCommits: whether anything will be written.
    func use(_ new: SQLiteConnection, isForCommits: Bool) throws(StorageError) {
        connection = new
        // The journal mode can only be set while no other connection is open.
        if isForCommits { try Self.prepareForCommits(new) }
    }

    /// The connection of an open file.
    ///
    /// - Throws: ``StorageError/unsupported`` before it is opened, and after it is closed.
    func opened() throws(StorageError) -> SQLiteConnection {
        guard let connection else { throw .unsupported }
        return connection
    }

    /// Starts watching the file for writes by others, and following it when it is moved.
    ///
    /// - Parameter wasRead: whether the file was read before, so that writes by others since then must be noticed, too.
    func startWatching(_ file: String, wasRead: Bool = false) {
        place.hold(file)
        ticks.begin(file, wasRead: wasRead)
    }

    /// The default of ``lockWait``: five seconds.
    static let usualLockWait: Int32 = 5_000

    /// Closes the file and leaves no journal file beside it.
    ///
    /// The store must not be used afterwards.
    package func close() {
        // A leftover journal file is empty and harmless, so a failure is not reported. If another file has taken this
        // one's place, the journal belongs to that file.
        if let connection, (try? connection.hasMoved()) == false {
            try? connection.execute("PRAGMA journal_mode = DELETE")
        }
        connection = nil
        ticks.end()
        place.release()
        isClosed = true
    }

    /// Closes a document that was just created, and deletes it.
    package func discard() {
        close()
        unlink(path)
    }

    /// Makes commits durable, and avoids creating and deleting the journal file for each.
    ///
    /// With FULL, SQLite also waits until the truncated journal is on disk, which is what ends a transaction in this
    /// mode.
    static func prepareForCommits(_ connection: SQLiteConnection) throws(StorageError) {
        try connection.execute("PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL")
    }

    /// How many records are processed between checks for cancellation.
    static let recordsBetweenChecks = 4_096

    /// Reports progress; throws if the task was cancelled.
    static func report(_ fraction: Double, to progress: ProgressHandler?) throws(StorageError) {
        guard !Task.isCancelled else { throw .cancelled }
        progress?(min(max(fraction, 0), 1))
    }
}
