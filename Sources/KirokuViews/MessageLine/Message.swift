import GtkKit

/// A line of text for the user, and what kind of news it is.
public struct Message: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case normal, ok, caution, error
    }

    public let text: String
    public let kind: Kind

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
