import FoundationEssentials
import KirokuCore

/// Keeps a document in step with the table on a server by which it is shared.
///
/// It is one more hand on the document's file: what waits there is sent, what others have changed is written there, in one
/// path whether the server could be reached all the time or not for days. Everything that it relies on is in the file and
/// on the server, so it may end at any moment, and several may do the same at once.
public actor SharedDesk {
    let file: CardFile
    private let isListening: Bool
    /// By which it waits.
    nonisolated let clock: AppClock
    private(set) var connection: SharedConnection?
    /// Whether others have changed anything lately, so that it is worth looking often.
    var othersChanged: ClockReading?
    var layout: SharedLayout?
    /// The table as it was last, if it is another program's.
    var foreign: ForeignLayout?
    /// Whether it is another program's table.
    private(set) var isForeign = false
    /// What the buckets of another program's table have here, as of a cursor.
    var knownDigests: (cursor: String, buckets: [Int: BucketDigest])?
    /// How long the last look at another program's table has taken.
    var pollCost = Duration.zero
    /// When the values were read last that another program's table takes from others.
    var listsRead: ClockReading?
    /// When another program's table was looked at last.
    var lastLook: ClockReading?
    /// When it is looked next whether the server tells of everything, and what is wrong with that.
    var checkTime: ClockReading?
    var notice: SharingNotice?
    /// Whether another file on this machine is a copy of this one, and is kept in step as well.
    var isCopy = false
    /// What is not received, because there is more of it than is held here, and until when it is not tried again.
    var unread: (error: ServerError, until: ClockReading)?
    /// How many records are left out here because they are too long.
    private(set) var longCount = 0
    /// When it is asked next whether old changes are to be removed.
    var pruningTime: ClockReading?
    /// The pictures that were asked for.
    var asked = AskedPictures()
    /// What has been written to the document's file, or asked for, since it was looked last.
    let wishes = Wishes()
    /// Whether the server could not be reached last.
    var isAway = false
    /// How many edits of others wait for the user to say whether they are sent.
    var othersWaiting = 0
    /// Who else is here.
    var presence = DeskPresence()
    /// What has been done since the last report.
    var report = SyncReport()
    /// Told how far long work is.
    private(set) var progress: @Sendable (Double) -> Void = { _ in }

    /// Opens a document that is shared.
    ///
    /// - Parameter path: of its file.
    public static func open(_ path: String) async throws(SyncError) -> SharedDesk {
        try await open(path, isListening: true)
    }

    /// - Parameters:
    ///   - isListening: whether the server is to notify; otherwise it is only looked from time to time.
    ///   - clock: by which it waits.
    package static func open(
        _ path: String, isListening: Bool, clock: AppClock = .shared
    ) async throws(SyncError) -> SharedDesk {
        let file: CardFile
        let status: SharingStatus?
        do throws(StorageError) {
            file = try await CardFile.openInStep(path)
            status = try await file.status()
        } catch {
            throw .storage(error)
        }
        guard status != nil else {
            await file.close()
            throw .notShared
        }
        return SharedDesk(file: file, isListening: isListening, clock: clock)
    }

    private init(file: CardFile, isListening: Bool, clock: AppClock) {
        (self.file, self.isListening, self.clock) = (file, isListening, clock)
    }

    /// Sends what waits, and takes in what others have changed.
    ///
    /// - Parameter progress: called from any thread with growing shares of what takes long: reading a table as a whole, and
    ///   sending many edits, each up to 1.
    /// - Returns: what was done.
    /// - Throws: ``SyncError``; what had been done before stays done. The connection is closed then.
    public func sync(
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(SyncError) -> SyncReport {
        self.progress = progress
        defer { self.progress = { _ in } }
        return try await sync(sparingLooks: false)
    }

    /// - Parameter sparingLooks: whether another program's table need not be looked at each time.
    func sync(sparingLooks: Bool) async throws(SyncError) -> SyncReport {
        report = SyncReport()
        do throws(ServerError) {
            try await exchange(sparingLooks: sparingLooks)
            report.notice = shownNotice
            report.waiting = try await waitingCount()
            // Another copy may have sent them since they were counted.
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

    private func exchange(sparingLooks: Bool) async throws(ServerError) {
        let isNew = connection == nil
        if isNew {
            try await connect()
        } else {
            try await SharedConnection.consent(of: file, try await state())
        }
        // What waits replaces only what it was made over, so others need not be asked first.
        var sendsFirst = false
        try await queueWritesOfOthers()
        if !isNew, !isForeign { sendsFirst = try await waitingCount() > 0 }
        if !sendsFirst { try await receive(sparingLooks: sparingLooks) }
        let hasSent = try await send(isInformed: !sendsFirst)
        if hasSent && !isForeign { try await wakeOthers(.changes) }
        if hasSent || sendsFirst { try await receive(sparingLooks: sparingLooks) }
        guard !isForeign else { return }
        try await withinLimits { () async throws(ServerError) in try await checkTable() }
        try await prune()
    }

    /// Takes in what others have changed, as far as it can be held here; what waits is sent in any case.
    private func receive(sparingLooks: Bool) async throws(ServerError) {
        if sparingLooks, try await isLookSpared() { return }
        try await withinLimits { () async throws(ServerError) in
            try await receive()
            unread = nil
        }
    }

    /// Does something that may find more than can be held; then all else goes on without it.
    ///
    /// - Returns: whether it was done.
    @discardableResult
    func withinLimits(_ work: () async throws(ServerError) -> Void) async throws(ServerError) -> Bool {
        do throws(ServerError) {
            try await work()
            return true
        } catch {
            guard error.isOfLimit else { throw error }
            try await goOn(without: error)
            return false
        }
    }

    /// How long it is not tried again to receive what is more than can be held.
    private static let restFromLimit = Duration.seconds(1_800)

    /// Notes that what others have changed cannot be received, and sees to a connection, which may have ended with it.
    private func goOn(without error: ServerError) async throws(ServerError) {
        if unread.map({ $0.until <= clock.reading }) ?? true {
            unread = (error, clock.reading + Self.restFromLimit)
        }
        if await connection?.session.isOpen != true { try await connectAgain() }
        // Its columns are needed to send anything.
        if isForeign, foreign == nil { try await readForeignLayout() }
    }

    /// Notes how many records are left out because they are too long.
    func noteLong(_ count: Int) async throws(ServerError) {
        guard count != longCount else { return }
        longCount = count
        try await note { $0.long = count > 0 ? count : nil }
    }

    /// What is to be told: the worst of it.
    var shownNotice: SharingNotice? {
        if let unread { return SharingNotice(.notReceived(reason: unread.error.message), compared: nil) }
        if let notice { return notice }
        if longCount > 0 { return SharingNotice(.tooLong(count: longCount), compared: nil) }
        return isCopy ? SharingNotice(.isCopy, compared: nil) : nil
    }

    /// Ends the connection, and connects again.
    func connectAgain() async throws(ServerError) {
        await connection?.close()
        connection = nil
        try await connect()
    }

    // MARK: Connecting

    private func connect() async throws(ServerError) {
        let state = try await state()
        let connection = try await SharedConnection(of: file, state)
        isForeign = state.foreign != nil
        do throws(ServerError) {
            if let backend = state.backend { try await connection.end(backend) }
            if isForeign {
                try await meet(foreign: connection, state)
            } else {
                try await meet(connection, state)
            }
            (self.connection, longCount) = (connection, state.long ?? 0)
        } catch {
            await connection.close()
            throw error
        }
    }

    private func meet(_ connection: SharedConnection, _ known: SharingState) async throws(ServerError) {
        var state = known
        let home = SharedLayout.home(of: state.document)
        let layout = try await layout(home, connection, state)
        let past = try await SharedPast.name(home, connection)
        let isOther = state.system != connection.system || state.timeline != connection.timeline || state.past != past
        let isOlder = state.cursor.map { connection.transactions < Self.transactions(of: $0) } ?? false
        (state.system, state.timeline, state.past) = (connection.system, connection.timeline, past)
        let lost = try await settle(layout, connection, state)
        report.sentAgain += lost.count
        // Transactions have other numbers there, so what was committed since could be overlooked.
        if isOther || isOlder || !lost.isEmpty { state.cursor = nil }
        state.backend = try await waitingCount() > 0 ? connection.backend : nil
        try await note { [state] in
            ($0.system, $0.timeline, $0.cursor) = (state.system, state.timeline, state.cursor)
            ($0.backend, $0.past) = (state.backend, state.past)
        }
        if isListening { try await connection.listen(to: home) }
        self.layout = layout
        (pruningTime, checkTime) = (nil, nil)
    }

    private static func transactions(of cursor: String) -> Int {
        let parts = cursor.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    }

    func layout(
        _ home: String, _ connection: SharedConnection, _ state: SharingState
    ) async throws(ServerError) -> SharedLayout {
        let there = try await connection.ask("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1", [home])
        guard !there.isEmpty else { throw .documentGone(connection.session.address.name) }
        let layout = try await connection.session.line { (line) throws(ServerError) in
            try SharedTable(line: line).layout(home)
        }
        guard layout.document == state.document else { throw .documentGone(connection.session.address.name) }
        return layout
    }

    // MARK: Parts

    func open() throws(ServerError) -> SharedConnection {
        guard let connection else { throw .lost(server: "") }
        return connection
    }

    func current() throws(ServerError) -> SharedLayout {
        guard let layout else { throw .lost(server: "") }
        return layout
    }

    func state() async throws(ServerError) -> SharingState {
        let status = try await stored(await file.status())
        guard let status else { throw .storage(.unsupported) }
        return status.state
    }

    func waitingCount() async throws(ServerError) -> Int {
        try await stored(await file.waitingCount())
    }

    /// - Parameter accepted: the names of edits that the server has accepted.
    func note(
        accepted: [String] = [], _ change: @Sendable (inout SharingState) -> Void
    ) async throws(ServerError) {
        try await stored(await file.note(accepted: accepted, change))
    }
}

/// What was done to bring a document in step.
public struct SyncReport: Sendable, Hashable {
    /// How many edits the server has accepted.
    public var sent = 0
    /// How many records others have changed.
    public var received = 0
    /// How many edits were left out, so that the user must decide.
    public var toDecide = 0
    /// How many of the edits were refused by the server.
    public var refused = 0
    /// How many edits the server had lost, in a failover or because a backup was put back; they were sent again.
    public var sentAgain = 0
    /// How many edits still wait.
    public var waiting = 0
    /// How many of these were made elsewhere, and wait for the user to say whether they are sent.
    public var ofOthers = 0
    /// Why not everything may be heard of that others do.
    public var notice: SharingNotice?
}
