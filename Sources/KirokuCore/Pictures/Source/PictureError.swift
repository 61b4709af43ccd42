/// Why a source could not say, or give, what it was asked for.
public enum PictureError: Error, Sendable, Hashable {
    /// There is no such album or picture, or there is none any more.
    case gone(name: String)
    /// The system's own words say why.
    case unreadable(name: String, reason: String)
    /// More bytes than were asked for at most.
    case tooLarge(name: String)
    /// The task was cancelled, or the source has gone.
    case cancelled
}

extension PictureError: CancellableError {}
