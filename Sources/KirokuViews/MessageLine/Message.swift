import GtkKit
import KirokuCore

/// A line of text for the user, and what kind of news it is.
public struct Message: Sendable, Hashable {
    /// What the user reads, in the user's language.
    public let text: String
    /// Whether all is well, or there is something to look at or to mend.
    public let kind: MessageKind

    /// A message that stays until another one takes its place.
    public init(_ text: String, _ kind: MessageKind = .normal) {
        self.text = text
        self.kind = kind
    }
}

extension MessageKind {
    var role: ColorRole {
        switch self {
        case .normal: .normal
        case .ok: .ok
        case .caution: .caution
        case .error: .error
        }
    }
}
