extension DocumentStores {
    /// What was recorded before a document was put on a server, if the outcome is unknown.
    package static func preparedSharing(of store: any DocumentStore) async throws(StorageError) -> PreparedSharing? {
        try await (store as? CardFile)?.preparedSharing()
    }

    /// Records that a document, as loaded, is about to be put on a server.
    package static func prepareSharing(
        of store: any DocumentStore, as document: String, by backend: String?
    ) async throws(StorageError) {
        guard let file = store as? CardFile else { throw .unsupported }
        try await file.prepareSharing(as: document, by: backend)
    }

    /// Starts sharing a document that is already on the server.
    ///
    /// - Parameters:
    ///   - store: the store of the document, as loaded; what was written to it since then, or since it was prepared, is
    ///     sent.
    ///   - state: the state of sharing.
    package static func share(_ store: any DocumentStore, _ state: SyncState) async throws(StorageError) {
        guard let file = store as? CardFile else { throw .unsupported }
        try await file.beginSharing(state)
    }
}
