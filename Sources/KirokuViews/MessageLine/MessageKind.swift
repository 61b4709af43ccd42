/// What kind of news a message is, which decides the colour it is shown in.
public enum MessageKind: String, Sendable, CaseIterable {
    /// Text as it is.
    case normal
    /// Something went well.
    case ok
    /// Something to look at.
    case caution
    /// Something went wrong.
    case error

    /// After how many seconds by the clock a message disappears that is not to stay.
    public static let timeout = 5.0
}
