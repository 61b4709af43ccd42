/// The stores of documents: only this type knows which kind of store a path leads to.
public enum DocumentStores {
    /// The store of the document at this path, which need not exist; opens nothing yet.
    public static func at(_ path: String) -> any DocumentStore { CardFile(path: path) }

    /// Opens the document at this path without reading its records, to read its pictures or copy it.
    ///
    /// - Throws: ``StorageError``, and what `body` throws. The document is always closed.
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

    /// The saved views of the document at this path; its records are not read.
    public static func views(of path: String) async throws(StorageError) -> [SavedView] {
        try await CardFile(path: path).views()
    }

    /// Looks through the whole structure of a document, also where reading it does not look: for one that comes from elsewhere.
    ///
    /// Costs about as much as reading the file again, on a thread of its own. Saving has to wait meanwhile, so a file
    /// of more than 256 MB, which would take more than a second or two, is not checked.
    ///
    /// - Throws: ``StorageError/damaged(at:reason:)``, or why the document cannot be read.
    public static func checkStructure(of path: String) async throws(StorageError) {
        let file = CardFile(path: path)
        do throws(StorageError) {
            try await file.openForReading()
            try await file.checkStructure(upTo: 256 << 20)
        } catch {
            await file.close()
            throw error
        }
        await file.close()
    }

    /// Creates a new document from a table.
    ///
    /// It appears at its path only when it is complete and durable. If the task is cancelled, nothing is left behind.
    ///
    /// - Parameters:
    ///   - path: where to create it; nothing may be there yet.
    ///   - table: the records that the document begins with.
    ///   - progress: called with the progress, from 0 to 1.
    /// - Returns: the document's store, loaded.
    /// - Throws: ``StorageError/alreadyExists(at:)``, ``StorageError/notFound(at:)`` for a missing folder,
    ///   ``StorageError/unwritable(at:reason:)``, ``StorageError/readOnly(at:)``, ``StorageError/diskFull(at:)``,
    ///   ``StorageError/cancelled``.
    public static func create(
        at path: String, table: RecordTable, progress: ProgressHandler? = nil
    ) async throws(StorageError) -> any DocumentStore {
        try await CardFile.create(at: path, table: table, progress: progress)
    }

    /// Creates a new document with these contents, and with the pictures of another one.
    ///
    /// As ``create(at:table:progress:)``; it appears at its path together with its pictures.
    public static func create(
        at path: String, _ contents: DocumentContents, picturesOf source: any PictureStore,
        progress: ProgressHandler? = nil
    ) async throws(StorageError) -> any DocumentStore {
        try await CardFile.copy(contents, picturesOf: source, to: path, progress).file
    }
}

extension DocumentStore {
    /// Makes a copy of the current contents; it appears at its path only when it is complete and durable.
    ///
    /// If the task is cancelled, or the store closed, nothing is left behind.
    ///
    /// - Parameters:
    ///   - path: where to create it; nothing may be there yet.
    ///   - staysShared: whether the copy of a shared document is shared as well, and kept in sync.
    ///   - progress: called with the progress, from 0 to 1.
    /// - Throws: ``StorageError``, ``StorageError/alreadyExists(at:)`` if something is already there.
    public func backUp(
        to path: String, staysShared: Bool = true, progress: ProgressHandler? = nil
    ) async throws(StorageError) {
        let unpublished = try UnpublishedFile(for: path)
        try await copy(into: unpublished.hiddenPath, for: path, progress: progress)
        if !staysShared { try await CardFile.endSharing(of: unpublished.hiddenPath) }
        guard !Task.isCancelled else { throw .cancelled }
        // Flushing the copy to the disk may take a while, and commits continue meanwhile.
        try await BlockingIO.run { () throws(StorageError) in try unpublished.publish() }
    }
}

extension Document {
    /// Makes a copy of what is currently saved, as ``DocumentStore/backUp(to:staysShared:progress:)`` does.
    public func backUp(
        to path: String, staysShared: Bool = true, progress: ProgressHandler? = nil
    ) async throws(StorageError) {
        guard let store = saver.store else { throw .unsupported }
        try await store.backUp(to: path, staysShared: staysShared, progress: progress)
    }
}
