/// Where a document is kept.
///
/// The document hands over what changed; the link says when that is safe.
public protocol DocumentLink: Sendable {
    /// Writes these changes, all or none. Returns when they are durable: a crash right after loses none of them.
    ///
    /// - Throws: ``StorageError``. Nothing was written then, and the same changes may be handed over again;
    ///   ``StorageError/changedElsewhere(path:)`` if somebody else has written since the last commit, or since all was read.
    func commit(_ changes: [DocumentChange]) async throws(StorageError)

    /// Reads anew what is kept there; from then on commits are for that.
    ///
    /// - Parameter progress: is told how far it has come, from 0 to 1, on another thread.
    /// - Throws: ``StorageError``; commits are for what was read before then. ``StorageError/unsupported`` if nothing can be
    ///   read.
    func readAnew(progress: (@Sendable (Double) -> Void)?) async throws(StorageError) -> DocumentContents

    /// Gives the file free. No call may follow.
    func close() async
}

extension DocumentLink {
    /// Nothing can be read from this link.
    public func readAnew(progress: (@Sendable (Double) -> Void)?) async throws(StorageError) -> DocumentContents {
        throw .unsupported
    }
}
