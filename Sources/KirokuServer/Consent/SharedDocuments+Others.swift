import KirokuCore

/// Pending edits of others in a document, which are not sent with the user's permissions before the user has seen them.
extension SharedDocuments {
    /// The pending edits of others.
    ///
    /// - Parameter path: the path of the document's file.
    public static func editsOfOthers(in path: String) async throws(SyncError) -> WaitingEdits {
        try await withFile(path) { (file) throws(StorageError) in WaitingEdits(try await file.waiting()) }
    }

    /// Allows them to be sent.
    ///
    /// - Parameters:
    ///   - edits: the edits that the user has seen.
    ///   - path: the path of the document's file.
    public static func send(_ edits: WaitingEdits, of path: String) async throws(SyncError) {
        try await withFile(path) { (file) throws(StorageError) in try await file.adopt(edits.commits) }
    }

    /// Leaves them out: restores the server's values where they have changed something, and keeps them as conflicts.
    ///
    /// - Parameters:
    ///   - edits: the edits that the user has seen.
    ///   - path: the path of the document's file.
    public static func discard(_ edits: WaitingEdits, of path: String) async throws(SyncError) {
        try await withFile(path) { (file) throws(StorageError) in try await file.discard(edits) }
    }

    private static func withFile<Value: Sendable>(
        _ path: String, _ work: (CardFile) async throws(StorageError) -> Value
    ) async throws(SyncError) -> Value {
        do throws(StorageError) {
            let file = try await CardFile.openForSync(path)
            do throws(StorageError) {
                let value = try await work(file)
                await file.close()
                return value
            } catch {
                await file.close()
                throw error
            }
        } catch {
            throw .storage(error)
        }
    }
}
