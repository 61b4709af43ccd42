import GtkKit

/// A line of text for the user, and what kind of news it is.
public struct Message: Sendable, Hashable {
    /// What kind of news it is, which decides the colour it is shown in (spec 7).
    public enum Kind: Sendable, Hashable {
        case normal, ok, caution, error
    }

    /// What the user reads, in the user's language.
    public let text: String
    /// Whether all is well, or there is something to look at or to mend.
    public let kind: Kind

    /// A message that stays until another one takes its place.
    public init(_ text: String, _ kind: Kind = .normal) {
        self.text = text
        self.kind = kind
    }
}

extension Message.Kind {
    var role: ColorRole {
        switch self {
        case .normal: .normal
        case .ok: .ok
        case .caution: .caution
        case .error: .error
        }
    }
}
