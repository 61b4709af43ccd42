/// Where a document is kept: in a file, or in memory.
///
/// A store is loaded before anything is committed to it. The document hands over what changed; the store says when that
/// is safe. Only the document keeps a reference to its store, because a copy may take its place at any time.
public protocol DocumentStore: PictureStore {
    /// Where this is, as errors name it.
    var location: StorageLocation { get }

    /// What can be done here; known when it has been loaded.
    var capabilities: StoreCapabilities { get }

    /// Reads all that is kept here; from then on commits are for that.
    ///
    /// - Parameters:
    ///   - place: where the user was last.
    ///   - beginning: is told some records of a large document as soon as they are there, with the document's looks and
    ///     without its history, to be looked at while the others come: those around the place, or the first.
    ///   - progress: is told how far it has come.
    /// - Throws: ``StorageError``. Commits are for what was loaded before then.
    func load(
        around place: RecordPlace?, beginning: (@Sendable (PartialDocument) -> Void)?, progress: ProgressHandler?
    ) async throws(StorageError) -> DocumentContents

    /// Gets ready to read pictures and to copy, without loading the records. Nothing can be committed then.
    func openForReading() async throws(StorageError)

    /// Reads records that meet a condition, and nothing else of the document.
    ///
    /// The store need not be loaded. All that is read is of one moment. A cell that is not read is not checked either: binary
    /// data there is no error.
    ///
    /// - Parameter plan: makes the search for the fields of the document.
    /// - Returns: the records, or what the plan threw.
    /// - Throws: ``StorageError``, as loading does.
    func search<Failure: Error>(
        _ plan: @Sendable (Schema) throws(Failure) -> DocumentSearch
    ) async throws(StorageError) -> Result<FoundRecords, Failure>

    /// Keeps these changes, all or none. Returns when they are durable: a crash right after loses none of them.
    ///
    /// - Throws: ``StorageError``. Nothing was kept then, and the same changes may be handed over again, with newer ones
    ///   behind them; ``StorageError/changedElsewhere(at:)`` if somebody else has written since the last commit, or since
    ///   all was loaded, and this store cannot tell what.
    func commit(_ changes: [DocumentChange]) async throws(StorageError)

    /// What others write here, in the order in which it is kept; ends when the store is closed.
    ///
    /// To be read by one only. Without ``StoreCapabilities/news`` it ends at once.
    var changesFromElsewhere: AsyncStream<[DocumentChange]> { get }

    /// Writes a copy of what is kept here now into a file that is there and empty; commits go on meanwhile.
    ///
    /// The copy is a document file, whatever this store is.
    ///
    /// - Parameters:
    ///   - file: the path of the empty file, which nobody else knows.
    ///   - path: where the copy belongs, as errors name it.
    ///   - progress: is told how far it has come.
    func copy(into file: String, for path: String, progress: ProgressHandler?) async throws(StorageError)

    /// Gives free what it holds. No call may follow.
    func close() async

    /// Closes a document that was just made, and takes it away again.
    func discard() async
}

/// Tells how far a long piece of work has come, from 0 to 1.
///
/// Called on any thread, one call at a time.
public typealias ProgressHandler = @Sendable (Double) -> Void

/// What can be done with a store.
public struct StoreCapabilities: OptionSet, Sendable, Hashable {
    /// One bit for each.
    public let rawValue: Int

    /// What these bits stand for.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Changes are kept.
    public static let edits = StoreCapabilities(rawValue: 1)
    /// Pictures can be added and removed; they can be read in any case.
    public static let pictures = StoreCapabilities(rawValue: 2)
    /// Copies can be made.
    public static let copies = StoreCapabilities(rawValue: 4)
    /// It tells what others write.
    public static let news = StoreCapabilities(rawValue: 8)
    /// What can be taken back and done again is kept for the next time.
    public static let history = StoreCapabilities(rawValue: 16)
}

extension DocumentStore {
    /// Reads all that is kept here; from then on commits are for that.
    public func load() async throws(StorageError) -> DocumentContents {
        try await load(around: nil, beginning: nil, progress: nil)
    }

    /// Whether what is kept here can be looked at only.
    public var isReadOnly: Bool { !capabilities.contains(.edits) }

    /// Makes a copy of what is kept here now; it appears in its place only when it is complete and durable.
    ///
    /// If the task is cancelled, or the store closed, nothing is left behind.
    ///
    /// - Parameters:
    ///   - path: where; there must be nothing yet.
    ///   - progress: is told how far it has come.
    /// - Throws: ``StorageError``, ``StorageError/alreadyExists(at:)`` if there is something.
    public func backUp(to path: String, progress: ProgressHandler? = nil) async throws(StorageError) {
        let unpublished = try UnpublishedFile(for: path)
        try await copy(into: unpublished.hiddenPath, for: path, progress: progress)
        // It may take a while to have all of the copy on the disk, and commits go on meanwhile.
        try await BlockingIO.run { () throws(StorageError) in try unpublished.publish() }
    }
}

/// The stores that there are: the one place that knows which kind of store is behind a path.
public enum DocumentStores {
    /// The store of the document at this path, which need not be there; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - path: where the document is.
    ///   - conversion: what is done with a document of an earlier version before its first edit is saved; with `nil`, such
    ///     a document cannot be edited (``StorageError/notConverted(at:)``).
    public static func at(_ path: String, conversion: DocumentConversion? = nil) -> any DocumentStore {
        CardFile(path: path, conversion: conversion)
    }

    /// Has something done with the document at this path, whose records are not read: its pictures, or a copy of it.
    ///
    /// - Throws: ``StorageError``, and what `body` throws. The document is closed in any case.
    public static func reading<Value: Sendable>(
        _ path: String, isolation: isolated (any Actor)? = #isolation,
        _ body: (any DocumentStore) async throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let store = at(path)
        do throws(StorageError) {
            try await store.openForReading()
            let value = try await body(store)
            await store.close()
            return value
        } catch {
            await store.close()
            throw error
        }
    }

    /// Makes a new document of a table.
    ///
    /// It appears in its place only when it is complete and durable. If the task is cancelled, nothing is left behind.
    ///
    /// - Parameters:
    ///   - path: where; there must be nothing yet.
    ///   - table: the records that the document begins with.
    ///   - progress: is told how far it has come.
    /// - Returns: the document's store, loaded.
    /// - Throws: ``StorageError/alreadyExists(at:)``, ``StorageError/notFound(at:)`` for a missing folder,
    ///   ``StorageError/unwritable(at:reason:)``, ``StorageError/readOnly(at:)``, ``StorageError/diskFull(at:)``,
    ///   ``StorageError/cancelled``.
    public static func create(
        at path: String, table: RecordTable, progress: ProgressHandler? = nil
    ) async throws(StorageError) -> any DocumentStore {
        try await CardFile.create(at: path, table: table, progress: progress)
    }
}
