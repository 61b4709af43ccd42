/// Where a document is kept (spec 2).
///
/// The document hands over what changed; the link says when that is safe.
public protocol DocumentLink: Sendable {
    /// Writes these changes, all or none. Returns when they are durable: a crash right after loses none of them.
    ///
    /// - Throws: ``StorageError``. Nothing was written then, and the same changes may be handed over again.
    func commit(_ changes: [StoredChange]) async throws(StorageError)

    /// Gives the file free. No call may follow.
    func close() async
}
