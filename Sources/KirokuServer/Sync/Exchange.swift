import KirokuCore

/// An exchange with a server over a connection, and its results.
struct Exchange: Sendable {
    let file: CardFile
    let connection: SharedConnection
    let clock: AppClock
    /// Called with the progress of long work.
    let progress: @Sendable (Double) -> Void
    var report = SyncReport()
    /// Whether others have changed anything.
    var hasNewsOfOthers = false

    var session: ServerSession { connection.session }

    /// - Parameter accepted: the identities of edits that the server has accepted.
    func update(
        accepted: [String] = [], _ change: @Sendable (inout SyncState) -> Void
    ) async throws(ServerError) {
        try await stored(await file.updateSyncState(accepted: accepted, change))
    }

    /// Records how many records are left out because they are too long.
    func update(long count: Int) async throws(ServerError) {
        let long = count > 0 ? count : nil
        if try await file.state().long != long { try await update { $0.long = long } }
    }

    /// Records that the server has edits that are pending here.
    ///
    /// Another copy of this file may have sent them. Their changes arrive with those of others, and must not be taken
    /// for changes that conflict with these edits. So they are queried in the same snapshot in which those changes are
    /// read.
    mutating func update(known ids: [String]) async throws(ServerError) {
        guard !ids.isEmpty else { return }
        report.sent += ids.count
        try await update(accepted: ids) { _ in }
    }

    /// Records the connection that sends, so that it can be ended if it breaks.
    ///
    /// - Returns: the state of sharing.
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
    /// The state of sharing.
    func state() throws(ServerError) -> SyncState {
        guard let state = try stored(syncState()) else { throw .storage(.unsupported) }
        return state
    }

    /// The identities of the pending edits; only the first ones, if there are very many.
    func waitingIDs() throws(ServerError) -> [String] {
        guard try stored(waitingCount()) > 0 else { return [] }
        return try stored(queuedIDs()).filter { !$0.isAccepted }.prefix(SharedFeed.limit).map(\.id)
    }
}
