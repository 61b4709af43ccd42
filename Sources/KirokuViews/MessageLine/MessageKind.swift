/// The kind of a message, which decides its colour.
public enum MessageKind: String, Sendable, CaseIterable {
    /// Plain text.
    case normal
    /// Something went well.
    case ok
    /// Something to look at.
    case caution
    /// Something went wrong.
    case error

    /// The number of seconds after which a passing message disappears.
    public static let timeout = 5.0

    /// The number of seconds after which good news disappear from a line that does not keep them.
    static let goodNewsTimeout = 10.0
}
