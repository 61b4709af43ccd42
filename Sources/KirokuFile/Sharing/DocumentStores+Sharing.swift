extension DocumentStores {
    /// What was noted before a document was put on a server, if the end of that is not known.
    package static func preparedSharing(of store: any DocumentStore) async throws(StorageError) -> PreparedSharing? {
        try await (store as? CardFile)?.preparedSharing()
    }

    /// Notes that a document, as it was loaded, is about to be put on a server.
    package static func prepareSharing(
        of store: any DocumentStore, as document: String, by backend: String?
    ) async throws(StorageError) {
        guard let file = store as? CardFile else { throw .unsupported }
        try await file.prepareSharing(as: document, by: backend)
    }

    /// Begins to share a document, which is on the server as well.
    ///
    /// - Parameters:
    ///   - store: of the document, as it was loaded; what was written to it since then, or since it was prepared, is sent.
    ///   - state: what is known of the server.
    package static func share(_ store: any DocumentStore, _ state: SyncState) async throws(StorageError) {
        guard let file = store as? CardFile else { throw .unsupported }
        try await file.beginSharing(state)
    }
}
