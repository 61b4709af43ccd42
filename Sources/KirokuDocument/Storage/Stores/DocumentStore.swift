/// Where a document is kept: in a file, or in memory.
///
/// A store is loaded before anything is committed to it. The document passes on what has changed; the store reports
/// when that is safe. Only the document keeps a reference to its store, because a copy may replace the store at any
/// time.
public protocol DocumentStore: PictureStore {
    /// The location that errors name.
    var location: StorageLocation { get }

    /// What this store supports; known after loading.
    var capabilities: StoreCapabilities { get }
    /// Which edits others do not allow, as of the last load or news.
    nonisolated var limits: EditLimits { get }

    /// Loads everything kept here; later commits are based on it.
    ///
    /// - Parameters:
    ///   - place: where the user was last.
    ///   - beginning: called with some records of a large document as soon as they have been read, with its settings
    ///     and without its history, to be shown while the others are loaded: those around the place, or the first ones.
    ///   - progress: called with the progress, from 0 to 1.
    /// - Throws: ``StorageError``. Commits are then based on what was loaded before.
    func load(
        around place: RecordPlace?, beginning: (@Sendable (PartialDocument) -> Void)?, progress: ProgressHandler?
    ) async throws(StorageError) -> DocumentContents

    /// Gets ready to read pictures and to copy, without loading the records. Nothing can be committed then.
    func openForReading() async throws(StorageError)

    /// Reads records that meet a condition, and nothing else of the document.
    ///
    /// The store need not be loaded. Everything is read as of one moment. A cell that is not read is not checked
    /// either: binary data there is no error.
    ///
    /// - Parameter plan: makes the search for the fields of the document.
    /// - Returns: the records, or what the plan threw.
    /// - Throws: ``StorageError``, as loading does.
    func search<Failure: Error>(
        _ plan: @Sendable (Schema) throws(Failure) -> DocumentSearch
    ) async throws(StorageError) -> Result<FoundRecords, Failure>

    /// Commits these changes, all or none; returns when they are durable, so that a crash cannot lose them.
    ///
    /// - Throws: ``StorageError``. Nothing was committed then, and the same changes may be committed again, followed by
    ///   newer ones; ``StorageError/changedElsewhere(at:)`` if others have written changes that ``news()`` has not
    ///   returned yet, and they concern the same records, or might.
    func commit(_ changes: [DocumentChange]) async throws(StorageError)

    /// Ticks when others may have written here; ends when the store is closed.
    ///
    /// Only one reader is allowed. Without ``StoreCapabilities/news`` it ends at once.
    var changesFromElsewhere: AsyncStream<Void> { get }

    /// What others have written here since the document was loaded or this was last called; commits are then based on
    /// that as well.
    ///
    /// - Returns: `nil` if there is nothing new.
    /// - Throws: ``StorageError``; commits are then based on what was known before.
    func news() async throws(StorageError) -> StoreNews?

    /// Keeps a change of another program for the history, as found by comparing ``StoreNews/contents(_:)``; the next
    /// commit records it. A store that knows itself what others have written does nothing.
    func keep(_ commit: OthersCommit) async

    /// A part of the document's history, by any author, the newest step first.
    ///
    /// - Parameters:
    ///   - scope: which part of the history is wanted.
    ///   - position: where to go on; `nil` to begin with the newest.
    func history(
        of scope: HistoryScope, before position: HistoryPosition?
    ) async throws(StorageError) -> HistoryPage

    /// The change of a step of ``history(of:before:)``; `nil` if unknown.
    func change(ofStep number: Int64) async throws(StorageError) -> Change?

    /// The steps that led to the document's last state, for going back, the newest first: everything that was committed
    /// here, and everything that ``news()`` has returned.
    ///
    /// - Parameter position: where to go on; `nil` to begin with the newest.
    /// - Returns: `nil` if others have written something before the last commit that has not been returned yet.
    func steps(before position: HistoryPosition?) async throws(StorageError) -> HistorySteps?

    /// Writes a copy of the current contents into an existing empty file; commits continue meanwhile.
    ///
    /// The copy is a document file, whatever kind of store this is.
    ///
    /// - Parameters:
    ///   - file: the path of the empty file, which no one else uses.
    ///   - path: the destination of the copy, which errors name.
    ///   - progress: called with the progress, from 0 to 1.
    func copy(into file: String, for path: String, progress: ProgressHandler?) async throws(StorageError)

    /// Gives the document another name or folder, without copying it; then ``news()`` updates ``location``.
    ///
    /// - Parameter destination: the new path; nothing may be there yet.
    /// - Throws: ``StorageError``; ``StorageError/unsupported`` if it would have to be copied. It stays where it is
    ///   then.
    func move(to destination: String) async throws(StorageError)

    /// Releases its resources; the store must not be used afterwards.
    func close() async

    /// Closes a document that was just created, and deletes it.
    func discard() async
}

/// Called with the progress of a long task, from 0 to 1.
///
/// Called on any thread, but not concurrently.
public typealias ProgressHandler = @Sendable (Double) -> Void

/// What a store supports.
public struct StoreCapabilities: OptionSet, Sendable, Hashable {
    /// One bit per capability.
    public let rawValue: Int

    /// The capabilities with these bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Changes are kept.
    public static let edits = StoreCapabilities(rawValue: 1)
    /// Pictures can be added and removed; reading them is always possible.
    public static let pictures = StoreCapabilities(rawValue: 2)
    /// Copies can be made.
    public static let copies = StoreCapabilities(rawValue: 4)
    /// It reports what others write.
    public static let news = StoreCapabilities(rawValue: 8)
    /// The steps to undo and redo are kept for the next session.
    public static let history = StoreCapabilities(rawValue: 16)
    /// It announces at once when others have written, on any machine; otherwise it must be asked.
    public static let watching = StoreCapabilities(rawValue: 32)
    /// The document is shared with others through a server, to which its edits are sent.
    public static let sharing = StoreCapabilities(rawValue: 64)
}

extension DocumentStore {
    /// Loads everything kept here; later commits are based on it.
    public func load() async throws(StorageError) -> DocumentContents {
        try await load(around: nil, beginning: nil, progress: nil)
    }

    /// There is none.
    public func history(
        of scope: HistoryScope, before position: HistoryPosition?
    ) async throws(StorageError) -> HistoryPage { .none }

    /// It is not known.
    public func change(ofStep number: Int64) async throws(StorageError) -> Change? { nil }

    /// There are none.
    public func steps(before position: HistoryPosition?) async throws(StorageError) -> HistorySteps? {
        HistorySteps.none
    }

    /// It would have to be copied.
    public func move(to destination: String) async throws(StorageError) { throw .unsupported }

    /// Does nothing: the store knows what others have written.
    public func keep(_ commit: OthersCommit) async {}

    /// There are none.
    public var limits: EditLimits { EditLimits() }

    /// Whether the document cannot be changed.
    public var isReadOnly: Bool { !capabilities.contains(.edits) }
}
