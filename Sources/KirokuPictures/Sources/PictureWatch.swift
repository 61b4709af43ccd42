/// Something in a source that is not as it was.
public enum PictureChange: Sendable, Hashable {
    /// Albums may have come or gone: ask for them again.
    case albums
    /// Pictures of this album have come, changed or gone: ask for its items again.
    case items(of: PictureAlbum.ID)
}

/// Tells what changes in a source, for as long as it is kept.
public struct PictureWatch: Sendable {
    /// What has changed, one after the other.
    ///
    /// What happens within a moment is told once, and what nobody has taken yet is not told twice. For one task to take
    /// from. Ends when the source goes.
    public let changes: AsyncStream<PictureChange>

    /// Whether all albums are really watched.
    ///
    /// The system may have run out of what that takes. Then some changes are found only by ``lookAgain()``, for which
    /// the moment when the window comes to the front is a good time.
    public let isComplete: Bool

    private let check: @Sendable () async -> Void

    /// A watch over a source of one's own.
    ///
    /// - Parameters:
    ///   - changes: what has changed; whatever its making holds on to lives as long as the watch.
    ///   - isComplete: whether all is watched.
    ///   - check: looks at what is not watched, and tells through `changes` what is not as it was.
    public init(
        changes: AsyncStream<PictureChange>, isComplete: Bool = true, check: @escaping @Sendable () async -> Void = {}
    ) {
        self.changes = changes
        self.isComplete = isComplete
        self.check = check
    }

    /// Looks at what could not be watched, and tells through ``changes`` what is not as it was.
    public func lookAgain() async {
        await check()
    }
}
