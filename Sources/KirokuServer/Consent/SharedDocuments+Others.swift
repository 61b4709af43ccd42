import KirokuCore

/// Edits of others that wait in a document, which are not sent with the user's rights before the user has seen them.
extension SharedDocuments {
    /// Those that wait.
    ///
    /// - Parameter path: of the document's file.
    public static func editsOfOthers(in path: String) async throws(SyncError) -> WaitingEdits {
        try await withFile(path) { (file) throws(StorageError) in WaitingEdits(try await file.waiting()) }
    }

    /// Has them sent.
    ///
    /// - Parameters:
    ///   - edits: these, as the user has seen them.
    ///   - path: of the document's file.
    public static func send(_ edits: WaitingEdits, of path: String) async throws(SyncError) {
        try await withFile(path) { (file) throws(StorageError) in try await file.adopt(edits.commits) }
    }

    /// Leaves them out: what they have changed is as on the server again, and they are listed as edits that were left out.
    ///
    /// - Parameters:
    ///   - edits: these, as the user has seen them.
    ///   - path: of the document's file.
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
