import GtkKit
import KirokuCore

/// A line of text for the user, and what kind of news it is.
public struct Message: Sendable, Hashable {
    /// What the user reads, in the user's language.
    public let text: String
    /// Whether all is well, or there is something to look at or to mend.
    public let kind: MessageKind
    /// Whether it goes by itself after ``MessageKind/timeout``, rather than stay until another one takes its place.
    public let passes: Bool

    /// A message; without a kind it is plain text, which stays.
    public init(_ text: String, _ kind: MessageKind = .normal, passes: Bool = false) {
        self.text = text
        self.kind = kind
        self.passes = passes
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
