import KirokuCore

/// A table on a server, as it is needed to keep a document in sync with it: ``SharedRemote`` or ``ForeignRemote``.
///
/// ``didConnect(_:_:)`` comes first on each connection; nothing that it remembers would be missed.
protocol RemoteTable: Actor {
    /// The schema in which Kiroku keeps what it knows of the document, and by whose name it notifies; `nil` if nothing in the
    /// database is Kiroku's, so that the table is only polled.
    nonisolated var home: String? { get }

    /// What the user should know about the table.
    var notice: SharingNotice? { get }

    /// The last poll, if a poll costs the server more the larger the table is: when it ended, and how long it took.
    var lastPoll: (end: ClockReading, cost: Duration)? { get }

    /// Finds out, on a new connection, whether it is the same server in the same epoch, and whether edits in doubt were committed.
    func didConnect(_ exchange: inout Exchange, _ state: SyncState) async throws(ServerError)

    /// Takes in what others have changed.
    ///
    /// - Returns: what must be read besides; `nil` if the document has what is on the server. The connection may have ended if
    ///   there is anything.
    func receive(_ reading: RemoteReading, _ exchange: inout Exchange) async throws(ServerError) -> RemoteReading?

    /// Sends edits, none of which is of a picture.
    func send(_ commits: [QueuedCommit], _ exchange: inout Exchange) async throws(ServerError) -> SendOutcome

    /// Sends a picture; it waits no more then.
    func send(picture commit: QueuedCommit, _ exchange: Exchange) async throws(ServerError)

    /// Checks, if it is time, whether the server reports all changes.
    ///
    /// - Returns: what must be read because it does not; ``markCompared(_:cost:)`` is called when that is done.
    func check(_ exchange: inout Exchange) async throws(ServerError) -> RemoteReading?

    /// Records that the document was compared with the table.
    func markCompared(_ exchange: Exchange, cost: Duration) async throws(ServerError)

    /// Removes from the server, if it is time, what is no longer needed.
    ///
    /// - Throws: only what has ended the connection.
    func prune(_ exchange: Exchange) async throws(ServerError)
}

extension RemoteTable {
    /// Whether the server does not report changes.
    nonisolated var isPolled: Bool { home == nil }
}

extension SyncState {
    /// The schema in which Kiroku keeps what it knows of the document; `nil` for another program's table.
    var home: String? { foreign == nil ? SharedLayout.home(of: document) : nil }

    /// The table that the document is kept in sync with.
    func remote() -> any RemoteTable {
        if let home { SharedRemote(home: home) } else { ForeignRemote() }
    }
}

/// How much of a table is read.
enum RemoteReading: Sendable {
    /// What has changed since it was read last.
    case news
    /// Whatever differs; who has changed it, if that is known.
    case differences(by: CommitAuthor?)
    /// The same little by little, because all at once is more than is held.
    case parts(by: CommitAuthor?)
    /// All of it, because another program has changed the document, and it is not known what.
    case unclear

    /// Who has changed what differs, if that is known.
    var author: CommitAuthor? {
        switch self {
        case .differences(let author), .parts(let author): author
        case .news, .unclear: nil
        }
    }

    var isUnclear: Bool { if case .unclear = self { true } else { false } }

    /// What is read instead if that is more than is held; `nil` if nothing can be.
    var inParts: RemoteReading? {
        switch self {
        case .news, .differences: .parts(by: author)
        case .parts, .unclear: nil
        }
    }
}

/// What has become of edits that were sent.
struct SendOutcome: Sendable {
    var accepted: [String] = []
    var failure: (commit: String, kind: SharedFailure)?
    /// Those that wait on, for something to be entered.
    var held: [String] = []
}
