/// Where a picker takes its pictures from: folders, a server, a document.
///
/// Whoever shows pictures knows these calls and nothing else, so one source can take the place of another:
///
/// ```swift
/// for await album in source.albums() { list.append(album) }
/// for try await items in source.items(of: album.id, details: false) { grid.append(items) }
/// let bytes = try await source.bytes(of: items[0].reference, atMost: 1 << 28)
/// ```
///
/// All calls may be made from any task, none of them occupies the caller's thread, and each ends soon after its task is
/// cancelled, even if the place where the pictures are does not answer.
public protocol PictureSource: Sendable {
    /// The albums that hold at least one picture, each as soon as it is found, in no particular order.
    ///
    /// What cannot be looked into is left out and reported to the developer, once.
    func albums() -> AsyncStream<PictureAlbum>

    /// The pictures of an album, some at a time so that the first come at once, in no particular order.
    ///
    /// The stream fails with a ``PictureError``: ``PictureError/gone(name:)`` if there is no such album any more.
    ///
    /// - Parameters:
    ///   - album: one that this source has found.
    ///   - details: whether date and size are wanted, too. Without, they are `nil` where it would cost more to find them;
    ///     ``item(_:)`` always says them.
    func items(of album: PictureAlbum.ID, details: Bool) -> AsyncThrowingStream<[PictureItem], any Error>

    /// What a reference leads to, with all that is known about it, or `nil` if there is no such picture any more.
    ///
    /// - Throws: ``PictureError``.
    func item(_ reference: PictureReference) async throws(PictureError) -> PictureItem?

    /// All bytes of a picture, as they are kept.
    ///
    /// Whether they really are a picture, whoever decodes them finds out.
    ///
    /// - Parameters:
    ///   - reference: what leads to the picture.
    ///   - limit: a picture with more bytes is refused.
    /// - Throws: ``PictureError``.
    func bytes(of reference: PictureReference, atMost limit: Int) async throws(PictureError) -> [UInt8]

    /// The `file:` URI of a picture that is a file on this machine, otherwise `nil`.
    ///
    /// The desktop's shared thumbnails are kept by it.
    func fileURI(of reference: PictureReference) -> String?

    /// Tells from now on what changes in these albums, and when the list of albums itself changes.
    ///
    /// When this returns, changes are noticed already: who asks for this first, and for the items then, misses none. It
    /// ends when nobody keeps it any more, or the source goes.
    func watch(_ albums: [PictureAlbum.ID]) async -> PictureWatch
}

extension PictureSource {
    /// `nil`: the pictures are no files.
    public func fileURI(of reference: PictureReference) -> String? { nil }

    /// A watch that never tells of anything, for pictures that do not change.
    public func watch(_ albums: [PictureAlbum.ID]) async -> PictureWatch {
        PictureWatch(changes: AsyncStream { $0.finish() })
    }
}
