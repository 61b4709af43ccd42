/// A change in a source.
public enum PictureChange: Sendable, Hashable {
    /// Albums may have been added or removed: request them again.
    case albums
    /// Pictures of this album were added, changed or removed: request its items again.
    case items(of: PictureAlbum.ID)
}

/// Reports what changes in a source, as long as the watch is kept.
public struct PictureWatch: Sendable {
    /// The changes, one after another, for one task to take.
    ///
    /// Changes within a moment are reported once, and a change that has not been taken is not reported again. The
    /// stream ends with the source.
    public let changes: AsyncStream<PictureChange>

    /// Whether all albums are watched.
    ///
    /// The system may have run out of watches. Some changes are then found only by ``checkAgain()``, for example when
    /// the window comes to the front.
    public let isComplete: Bool

    private let check: @Sendable () async -> Void

    /// Creates the watch of a source.
    ///
    /// - Parameters:
    ///   - changes: the changes; the closure that makes them keeps what it holds alive as long as the watch.
    ///   - isComplete: whether all albums are watched.
    ///   - check: checks what is not watched, and reports its changes through `changes`.
    public init(
        changes: AsyncStream<PictureChange>, isComplete: Bool = true, check: @escaping @Sendable () async -> Void = {}
    ) {
        self.changes = changes
        self.isComplete = isComplete
        self.check = check
    }

    /// Checks what could not be watched, and reports its changes through ``changes``.
    public func checkAgain() async {
        await check()
    }
}
