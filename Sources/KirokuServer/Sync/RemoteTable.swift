import KirokuCore

/// A table on a server with which a document is kept in sync: ``SharedRemote`` or ``ForeignRemote``.
///
/// ``didConnect(_:_:)`` is called first on each connection; losing the state of this object does no harm.
protocol RemoteTable: Actor {
    /// The schema for Kiroku's own data, which is also the name of the notifications; `nil` if nothing in the database
    /// is Kiroku's, so that the table is only polled.
    nonisolated var home: String? { get }

    /// What the user should know about the table.
    var notice: SharingNotice? { get }

    /// The last poll, if a poll costs the server more the larger the table is: when it ended, and how long it took.
    var lastPoll: (end: ClockReading, cost: Duration)? { get }

    /// Finds out, on a new connection, whether it is the same server in the same epoch, and whether edits in doubt were
    /// committed.
    func didConnect(_ exchange: inout Exchange, _ state: SyncState) async throws(ServerError)

    /// Takes in what others have changed.
    ///
    /// - Returns: what must be read next; `nil` if the document is up to date. If anything must be read, the connection
    ///   may have ended.
    func receive(_ reading: RemoteReading, _ exchange: inout Exchange) async throws(ServerError) -> RemoteReading?

    /// Sends edits without pictures.
    func send(_ commits: [QueuedCommit], _ exchange: inout Exchange) async throws(ServerError) -> SendOutcome

    /// Sends a picture, which is no longer pending then.
    func send(picture commit: QueuedCommit, _ exchange: Exchange) async throws(ServerError)

    /// Checks, if due, whether the server reports all changes.
    ///
    /// - Returns: what must be read because it does not; ``markCompared(_:cost:)`` is called afterwards.
    func check(_ exchange: inout Exchange) async throws(ServerError) -> RemoteReading?

    /// Records that the document was compared with the table.
    func markCompared(_ exchange: Exchange, cost: Duration) async throws(ServerError)

    /// Removes data from the server that is no longer needed, if due.
    ///
    /// - Throws: only errors that have ended the connection.
    func prune(_ exchange: Exchange) async throws(ServerError)
}

extension RemoteTable {
    /// Whether the server does not report changes.
    nonisolated var isPolled: Bool { home == nil }
}

extension SyncState {
    /// The schema for Kiroku's own data; `nil` for another program's table.
    var home: String? { foreign == nil ? SharedLayout.home(of: document) : nil }

    /// The table that the document is kept in sync with.
    func remote() -> any RemoteTable {
        if let home { SharedRemote(home: home) } else { ForeignRemote() }
    }
}

/// How much of a table is read.
enum RemoteReading: Sendable {
    /// The changes since the last reading.
    case news
    /// All differences, with who has made them, if known.
    case differences(by: CommitAuthor?)
    /// All differences in parts, because they are too many at once.
    case parts(by: CommitAuthor?)
    /// The whole table, because another program has made unknown changes to the document.
    case unclear

    /// Who has made the differences, if known.
    var author: CommitAuthor? {
        switch self {
        case .differences(let author), .parts(let author): author
        case .news, .unclear: nil
        }
    }

    var isUnclear: Bool { if case .unclear = self { true } else { false } }

    /// What to read instead if this exceeds a limit; `nil` if there is no alternative.
    var inParts: RemoteReading? {
        switch self {
        case .news, .differences: .parts(by: author)
        case .parts, .unclear: nil
        }
    }
}

/// The outcome of sending edits.
struct SendOutcome: Sendable {
    var accepted: [String] = []
    var failure: (commit: String, kind: SharedFailure)?
    /// Edits that are held back until more is entered.
    var held: [String] = []
}
