import Glibc
import KirokuCore

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

extension PictureError {
    /// What happened and what can be done, for the user.
    public var message: String {
        switch self {
        case .gone(let name): localized("“{picture}” is not there any more.", ["picture": ShownText.short(name)])
        case .unreadable(let name, let reason):
            localized("“{picture}” cannot be read: {reason}.", ["picture": ShownText.short(name), "reason": reason])
        case .tooLarge(let name): localized("“{picture}” is too large.", ["picture": ShownText.short(name)])
        case .cancelled: localized("Cancelled.")
        }
    }
}

extension PictureError: ReportedError {
    /// Without the reason, which is in the user's language.
    public var reportText: ReportText {
        if case .unreadable(let name, _) = self { return "unreadable: \(data: name)" }
        return "\(data: String(describing: self))"
    }
}

extension SystemError {
    /// Whether it says that there is no such file or folder.
    var isGone: Bool { code == ENOENT || code == ENOTDIR || code == ESTALE }

    /// The error of a source, for what was called `name`.
    func whileReading(picture name: String) -> PictureError {
        isGone ? .gone(name: name) : .unreadable(name: name, reason: reason)
    }
}
