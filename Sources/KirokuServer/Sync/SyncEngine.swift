import FoundationEssentials
import KirokuCore

/// Keeps a document in sync with a table on a server.
///
/// It is one more writer of the document's file: it sends the pending edits and writes the changes of others, in the
/// same way whether the server was always reachable or not for days. All state that it relies on is in the file and on
/// the server, so it may end at any moment, and several can run at once.
public actor SyncEngine {
    let file: CardFile
    private let isListening: Bool
    /// The clock for waiting.
    nonisolated let clock: AppClock
    private(set) var connection: SharedConnection?
    /// The table that the document is kept in sync with.
    private(set) var remote: any RemoteTable
    /// How often to poll for changes that others have made.
    var pace = PollPace()
    /// What the user should know.
    var notices = SyncNotices()
    /// The requested pictures.
    var asked = RequestedPictures()
    /// Signals new writes to the document's file, and new requests.
    let workSignal = WorkSignal()
    /// How many edits of others wait for the user to decide whether to send them.
    private(set) var othersWaiting = 0
    /// Who else has the document open.
    var presence = Presence()

    /// Opens a shared document.
    ///
    /// - Parameter path: the path of its file.
    public static func open(_ path: String) async throws(SyncError) -> SyncEngine {
        try await open(path, isListening: true)
    }

    /// - Parameters:
    ///   - isListening: whether to listen for notifications; otherwise the server is only polled.
    ///   - clock: the clock for waiting.
    package static func open(
        _ path: String, isListening: Bool, clock: AppClock = .shared
    ) async throws(SyncError) -> SyncEngine {
        let file: CardFile
        let state: SyncState?
        do throws(StorageError) {
            file = try await CardFile.openForSync(path)
            state = try await file.syncState()
        } catch {
            throw .storage(error)
        }
        guard let state else {
            await file.close()
            throw .notShared
        }
        return SyncEngine(file, state.remote(), isListening, clock)
    }

    private init(_ file: CardFile, _ remote: any RemoteTable, _ isListening: Bool, _ clock: AppClock) {
        (self.file, self.remote, self.isListening, self.clock) = (file, remote, isListening, clock)
    }

    /// Sends the pending edits, and takes in changes by others.
    ///
    /// - Parameter progress: called on any thread with the progress of long steps: reading a whole table, and sending
    ///   many edits, each up to 1.
    /// - Returns: what was done.
    /// - Throws: ``SyncError``; earlier steps remain done. The connection is closed then.
    public func sync(
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(SyncError) -> SyncReport {
        try await sync(sparingPolls: false, progress)
    }

    /// - Parameter sparingPolls: whether to skip expensive polls of a table.
    func sync(
        sparingPolls: Bool, _ progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(SyncError) -> SyncReport {
        do throws(ServerError) {
            var exchange: Exchange
            let isNew = connection == nil
            if let connection {
                try await SharedConnection.consent(of: file, try await file.state())
                exchange = Exchange(file: file, connection: connection, clock: clock, progress: progress)
            } else {
                exchange = try await connect(progress)
            }
            try await sync(&exchange, isNew: isNew, sparingPolls: sparingPolls)
            if exchange.hasNewsOfOthers { pace.seeOthers(at: clock.reading) }
            notices.longCount = try await file.state().long ?? 0
            var report = exchange.report
            report.notice = await shownNotice
            report.waiting = try await waitingCount()
            // Another copy may have sent some since they were counted.
            report.ofOthers = min(report.ofOthers, report.waiting)
            return report
        } catch {
            await connection?.close()
            connection = nil
            throw SyncError(error)
        }
    }

    /// Ends the connection, and closes the document.
    public func close() async {
        await connection?.close()
        connection = nil
        await file.close()
    }

    private func sync(_ exchange: inout Exchange, isNew: Bool, sparingPolls: Bool) async throws(ServerError) {
        if try await !stored(await file.queueWritesOfOthers()) { try await receive(.unclear, &exchange) }
        // Edits replace only the values that they were made over, so changes by others need not be read first.
        var sendsFirst = false
        if !isNew, !remote.isPolled { sendsFirst = try await waitingCount() > 0 }
        if !sendsFirst { try await receiveNews(&exchange, sparingPolls) }
        let hasSent = try await send(isInformed: !sendsFirst, &exchange)
        if hasSent { try await wakeOthers(.changes) }
        if hasSent || sendsFirst { try await receiveNews(&exchange, sparingPolls) }
        if let reading = try await remote.check(&exchange) {
            let begin = clock.reading
            if try await receive(reading, &exchange) {
                try await remote.markCompared(exchange, cost: clock.reading - begin)
            }
        }
        try await remote.prune(exchange)
    }

    // MARK: Receiving

    private func receiveNews(_ exchange: inout Exchange, _ sparingPolls: Bool) async throws(ServerError) {
        if sparingPolls, try await skipsPoll() { return }
        try await receive(.news, &exchange)
    }

    /// Takes in changes by others, if they can be kept here; if not, everything else continues without them.
    ///
    /// - Returns: whether they were taken in.
    @discardableResult
    func receive(_ reading: RemoteReading, _ exchange: inout Exchange) async throws(ServerError) -> Bool {
        do throws(ServerError) {
            var next: RemoteReading? = reading
            while let reading = next {
                if case .news = reading {} else { try notices.checkReadable(at: clock.reading) }
                next = try await remote.receive(reading, &exchange)
                if next != nil { try await reopen(&exchange) }
            }
            notices.didReceive()
            return true
        } catch {
            guard error.isOfLimit else { throw error }
            notices.noteUnread(error, at: clock.reading)
            try await reopen(&exchange)
            return false
        }
    }

    /// The notice to show: the most serious one.
    var shownNotice: SharingNotice? {
        get async {
            let other = await remote.notice
            return notices.shown(besides: other)
        }
    }

    // MARK: Connecting

    private func connect(
        _ progress: @escaping @Sendable (Double) -> Void, _ report: SyncReport = SyncReport()
    ) async throws(ServerError) -> Exchange {
        let state = try await file.state()
        let connection = try await SharedConnection(of: file, state)
        // A backup of another state may have been restored to the file.
        if remote.home != state.home { remote = state.remote() }
        do throws(ServerError) {
            if let backend = state.backend { try await connection.end(backend) }
            var exchange = Exchange(
                file: file, connection: connection, clock: clock, progress: progress, report: report)
            try await remote.didConnect(&exchange, state)
            if isListening, let home = remote.home { try await connection.listen(to: home) }
            (self.connection, notices.longCount) = (connection, state.long ?? 0)
            return exchange
        } catch {
            await connection.close()
            throw error
        }
    }

    /// Reconnects if the connection has ended, as after an answer that is too long.
    private func reopen(_ exchange: inout Exchange) async throws(ServerError) {
        guard await !exchange.session.isOpen else { return }
        await connection?.close()
        connection = nil
        exchange = try await connect(exchange.progress, exchange.report)
    }

    func waitingCount() async throws(ServerError) -> Int {
        try await stored(await file.waitingCount())
    }

    /// Counts the pending edits of others that wait for the user.
    func countOthersWaiting() async throws(ServerError) -> Int {
        let hasAny = try await waitingCount() > 0
        othersWaiting = hasAny ? WaitingEdits(try await stored(await file.waiting())).count : 0
        return othersWaiting
    }
}

/// What a sync has done.
public struct SyncReport: Sendable, Hashable {
    /// How many edits the server has accepted.
    public var sent = 0
    /// How many records others have changed.
    public var received = 0
    /// How many conflicts arose, for the user to resolve.
    public var unresolved = 0
    /// How many of the edits were refused by the server.
    public var refused = 0
    /// How many edits the server had lost, in a failover or because a backup was restored; they were sent again.
    public var sentAgain = 0
    /// How many edits are still pending.
    public var waiting = 0
    /// How many of these were made elsewhere, and wait for the user to decide whether to send them.
    public var ofOthers = 0
    /// Why remote changes may be missing.
    public var notice: SharingNotice?
}
