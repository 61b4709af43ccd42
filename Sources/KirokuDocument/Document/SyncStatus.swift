import FoundationEssentials

/// The state of a shared document's connection to its server.
public struct SyncStatus: Sendable, Hashable {
    /// Whether the server can be reached.
    public enum Connection: Sendable, Hashable {
        /// Not known yet, or another program keeps the document in sync.
        case unknown
        /// The last attempt reached it.
        case online
        /// It has been unreachable since then; a sentence says why.
        case offline(since: Date, reason: String)
    }

    /// Whether the server can be reached.
    public var connection: Connection
    /// How many edits are pending.
    public var waiting: Int

    /// How many of these were made elsewhere, and wait for the user to decide whether to send them.
    public var ofOthers = 0

    /// Whether the connection fails because the server asks for a password, or for a different one.
    public var asksForPassword = false

    /// Whether there is no connection because the user has not allowed it.
    public var asksForConsent = false

    /// The other people who currently have the document open, as far as known.
    public var people: [PresentPerson] = []
    /// Why remote changes may be missing.
    public var notice: SharingNotice?
    /// Whether the server does not announce changes by others, so that it is polled from time to time.
    public var isPolled: Bool

    /// A status as far as known.
    public init(connection: Connection = .unknown, waiting: Int = 0, isPolled: Bool = false) {
        self.connection = connection
        self.waiting = waiting
        self.isPolled = isPolled
    }
}
