/// A source of pictures, such as folders, a server, or a document.
///
/// Views of pictures use only these calls, so one source can replace another:
///
/// ```swift
/// for await album in source.albums() { list.append(album) }
/// for try await items in source.items(of: album.id, details: false) { grid.append(items) }
/// let bytes = try await source.bytes(of: items[0].reference, atMost: 1 << 28)
/// ```
///
/// All calls may be made from any task. None of them blocks the caller's thread, and each ends soon after its task is
/// cancelled, even if the place of the pictures does not answer.
public protocol PictureSource: Sendable {
    /// The albums that hold at least one picture, each as soon as it is found, in no particular order.
    ///
    /// Places that cannot be read are left out, and reported to developers once.
    func albums() -> AsyncStream<PictureAlbum>

    /// The pictures of an album, in batches so that the first arrive at once, in no particular order.
    ///
    /// The stream fails with a ``PictureError``, such as ``PictureError/gone(name:)`` if the album no longer exists.
    ///
    /// - Parameters:
    ///   - album: an album that this source has found.
    ///   - details: whether date and size are wanted. Otherwise they are `nil` if they would cost extra; ``item(_:)``
    ///     always has them.
    func items(of album: PictureAlbum.ID, details: Bool) -> AsyncThrowingStream<[PictureItem], any Error>

    /// The picture that a reference leads to, with all that is known about it; `nil` if it is gone.
    ///
    /// - Throws: ``PictureError``.
    func item(_ reference: PictureReference) async throws(PictureError) -> PictureItem?

    /// Makes sure that the bytes of a picture are on this machine, which may take long.
    ///
    /// - Throws: ``PictureError``.
    func fetch(_ reference: PictureReference) async throws(PictureError)

    /// All bytes of a picture, as they are stored.
    ///
    /// They may not be a valid picture, which only decoding shows.
    ///
    /// - Parameters:
    ///   - reference: the reference to the picture.
    ///   - limit: the maximum number of bytes; a picture with more is refused.
    /// - Throws: ``PictureError``.
    func bytes(of reference: PictureReference, atMost limit: Int) async throws(PictureError) -> [UInt8]

    /// The `file:` URI of a picture that is a file on this machine; otherwise `nil`.
    ///
    /// The desktop's shared thumbnails are stored under it.
    func fileURI(of reference: PictureReference) -> String?

    /// Reports, from now on, what changes in these albums, and when the list of albums changes.
    ///
    /// Changes after the return are noticed, so a caller that watches first and then requests the items misses none.
    /// The watch ends when its result is released, or the source is.
    func watch(_ albums: [PictureAlbum.ID]) async -> PictureWatch
}

extension PictureSource {
    /// Does nothing, as the pictures are on this machine.
    public func fetch(_ reference: PictureReference) async throws(PictureError) {}

    /// `nil`, as the pictures are not files.
    public func fileURI(of reference: PictureReference) -> String? { nil }

    /// A watch without changes, for pictures that do not change.
    public func watch(_ albums: [PictureAlbum.ID]) async -> PictureWatch {
        PictureWatch(changes: AsyncStream { $0.finish() })
    }
}
