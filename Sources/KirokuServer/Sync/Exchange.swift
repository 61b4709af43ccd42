import KirokuCore

/// Something that is done with a server over a connection, and what has come of it.
struct Exchange: Sendable {
    let file: CardFile
    let connection: SharedConnection
    let clock: AppClock
    /// Told how far long work is.
    let progress: @Sendable (Double) -> Void
    var report = SyncReport()
    /// Whether others have changed anything.
    var hasNewsOfOthers = false

    var session: ServerSession { connection.session }

    /// - Parameter accepted: the names of edits that the server has accepted.
    func update(
        accepted: [String] = [], _ change: @Sendable (inout SyncState) -> Void
    ) async throws(ServerError) {
        try await stored(await file.updateSyncState(accepted: accepted, change))
    }

    /// Notes how many records are left out because they are too long.
    func update(long count: Int) async throws(ServerError) {
        let long = count > 0 ? count : nil
        if try await file.state().long != long { try await update { $0.long = long } }
    }

    /// Notes that the server has edits that wait here.
    ///
    /// Another copy of this file may have sent them. What they have changed comes with what others have, and must not be taken for
    /// something that they were made over. So that is asked in the snapshot in which those changes are read.
    mutating func update(known ids: [String]) async throws(ServerError) {
        guard !ids.isEmpty else { return }
        report.sent += ids.count
        try await update(accepted: ids) { _ in }
    }

    /// Notes by which connection is sent, so that it can be ended if it breaks off.
    ///
    /// - Returns: what is known of the server.
    @discardableResult
    func beginSending() async throws(ServerError) -> SyncState {
        let (state, backend) = (try await file.state(), connection.backend)
        if state.backend != backend { try await update { $0.backend = backend } }
        return state
    }

    /// Leaves out an edit, so that the user must decide.
    mutating func refuse(_ id: String, _ sentence: String) async throws(ServerError) {
        let count = try await stored(await file.refuse([id], sentence, by: .server))
        report.refused += 1
        report.unresolved += count
    }

    mutating func add(_ received: ReceivedRows) {
        report.received += received.records
        report.unresolved += received.conflicts
    }
}

extension CardFile {
    /// What the document knows of its server.
    func state() throws(ServerError) -> SyncState {
        guard let state = try stored(syncState()) else { throw .storage(.unsupported) }
        return state
    }

    /// The identities of the edits that wait; the first of them, if there are very many.
    func waitingIDs() throws(ServerError) -> [String] {
        guard try stored(waitingCount()) > 0 else { return [] }
        return try stored(queuedIDs()).filter { !$0.isAccepted }.prefix(SharedFeed.limit).map(\.id)
    }
}
