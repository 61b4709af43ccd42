/// Something of which backups can be made while it is in use.
public protocol BackupSource: Sendable {
    /// Makes a copy of what is saved now; it appears in its place only when it is complete and durable.
    ///
    /// - Parameter path: where; there must be nothing yet.
    /// - Throws: ``StorageError``, ``StorageError/alreadyExists(path:)`` if there is something. Nothing is left behind
    ///   then.
    func backUp(to path: String) async throws(StorageError)
}
