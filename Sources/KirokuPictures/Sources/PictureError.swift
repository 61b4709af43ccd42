import Glibc
import KirokuCore

/// Why a source could not find or read something.
public enum PictureError: Error, Sendable, Hashable {
    /// The album or picture does not exist, or is gone.
    case gone(name: String)
    /// Reading failed, for the system's reason, in the user's language.
    case unreadable(name: String, reason: String)
    /// The picture has more bytes than the caller's limit.
    case tooLarge(name: String)
    /// Its bytes are on a server that cannot be reached at the moment.
    case onServer(name: String)
    /// The task was cancelled, or the source is gone.
    case cancelled
}

extension PictureError: CancellableError {}

extension PictureError {
    /// What happened and what can be done, as a text for the user.
    public var message: String {
        switch self {
        case .gone(let name): localized("“{picture}” no longer exists.", ["picture": ShownText.short(name)])
        case .unreadable(let name, let reason):
            localized("“{picture}” cannot be read: {reason}.", ["picture": ShownText.short(name), "reason": reason])
        case .tooLarge(let name): localized("“{picture}” is too large.", ["picture": ShownText.short(name)])
        case .onServer(let name): StorageError.onServer(picture: name).message
        case .cancelled: localized("Cancelled.")
        }
    }
}

extension PictureError: ReportedError {
    /// The error without its reason, which is in the user's language.
    public var reportText: ReportText {
        if case .unreadable(let name, _) = self { return "unreadable: \(data: name)" }
        return "\(data: String(describing: self))"
    }
}

extension SystemError {
    /// Whether the file or folder does not exist.
    var isGone: Bool { code == ENOENT || code == ENOTDIR || code == ESTALE }

    /// The error of a source while it reads the picture with this name.
    func whileReading(picture name: String) -> PictureError {
        isGone ? .gone(name: name) : .unreadable(name: name, reason: reason)
    }
}
