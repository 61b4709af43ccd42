import FoundationEssentials

/// The state of a shared document's connection to its server.
public struct SyncStatus: Sendable, Hashable {
    /// Whether the server can be reached.
    public enum Connection: Sendable, Hashable {
        /// It is not known yet, or another program keeps the document in sync.
        case unknown
        /// It was reached last time.
        case online
        /// It could not be reached since then; a sentence says why.
        case offline(since: Date, reason: String)
    }

    /// Whether the server can be reached.
    public var connection: Connection
    /// How many edits wait to be sent.
    public var waiting: Int

    /// How many of these were made elsewhere, and wait for the user to say whether they are sent.
    public var ofOthers = 0

    /// Whether it cannot be reached because it asks for a password, or for another one.
    public var asksForPassword = false

    /// Whether it is not connected because the user has not allowed that.
    public var asksForConsent = false

    /// The others who have it open at the moment, as far as that is known.
    public var people: [PresentPerson] = []
    /// Why remote changes may be missing.
    public var notice: SharingNotice?
    /// Whether the server does not tell what others do, so that it is only looked from time to time.
    public var isPolled: Bool

    /// What is known so far.
    public init(connection: Connection = .unknown, waiting: Int = 0, isPolled: Bool = false) {
        self.connection = connection
        self.waiting = waiting
        self.isPolled = isPolled
    }
}
