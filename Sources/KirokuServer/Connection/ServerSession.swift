import KirokuCore

/// A connection to a PostgreSQL server, for one operation at a time.
///
/// It waits on a thread of its own, and stops waiting when the task is cancelled. The connection is closed then, as
/// after anything that leaves its state in doubt.
///
/// ```swift
/// let address = try ServerAddress("postgresql://db.example.com/sights?table=Places")
/// let session = try await ServerSession.open(address)
/// let table = try await session.read().table
/// await session.close()
/// ```
public actor ServerSession {
    /// The oldest supported version of PostgreSQL.
    public static let oldestVersion = 13

    private nonisolated let executor = QueueExecutor(label: "kiroku.server")
    private nonisolated let waker = Waker()
    /// The address that it is connected to.
    public nonisolated let address: ServerAddress
    let limits: ServerLimits
    private var line: ServerLine?

    /// Everything runs on the session's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(_ address: ServerAddress, limits: ServerLimits = .standard) {
        self.address = address
        self.limits = limits
    }

    /// Connects, with a password from ``ServerPasswords`` if the server asks for one and no file has it.
    ///
    /// - Parameter address: the server, the database, and the table.
    /// - Throws: ``ServerError``.
    public static func open(_ address: ServerAddress) async throws(ServerError) -> ServerSession {
        if address.hasPassword { return try await connected(address) }
        let account = try await BlockingIO.run { () throws(ServerError) in try address.account() }
        let passwords = ServerPasswords.shared
        if let password = passwords.password(for: account) {
            do throws(ServerError) {
                return try await connected(address.with(password: password))
            } catch .wrongPassword {
                passwords.forget(account)
            }
        }
        do throws(ServerError) {
            return try await connected(address)
        } catch .passwordNeeded(let server) {
            guard let saved = await passwords.saved(for: account) else { throw .passwordNeeded(server: server) }
            return try await connected(address, saved, for: account)
        }
    }

    /// Connects with a password from the keyring.
    private static func connected(
        _ address: ServerAddress, _ saved: String, for account: ServerAccount
    ) async throws(ServerError) -> ServerSession {
        let passwords = ServerPasswords.shared
        guard !passwords.isRefused(saved, for: account) else { throw .wrongSavedPassword(server: account.server) }
        do throws(ServerError) {
            let session = try await connected(address.with(password: saved))
            passwords.keep(saved, for: account)
            return session
        } catch .wrongPassword(let server) {
            passwords.refuse(saved, for: account)
            throw .wrongSavedPassword(server: server)
        }
    }

    private static func connected(_ address: ServerAddress) async throws(ServerError) -> ServerSession {
        let session = ServerSession(address)
        try await session.connect()
        return session
    }

    /// Connects, and checks that the server is supported.
    package func connect() async throws(ServerError) {
        try await working { (session: isolated ServerSession) throws(ServerError) in
            let line = ServerLine(try ConnectionPlan(session.address), session.limits, session.waker)
            try line.connect()
            guard line.serverVersion >= Self.oldestVersion * 10_000 else {
                throw .tooOld(version: line.versionText)
            }
            session.line = line
        }
    }

    /// Whether the connection is still usable.
    var isOpen: Bool { line?.isOpen ?? false }

    /// Ends the connection; the session cannot be used after this.
    public func close() {
        line?.close()
        line = nil
    }

    /// Runs work with the connection, inside a transaction.
    ///
    /// - Parameters:
    ///   - transaction: the kind of transaction.
    ///   - table: the table whose records are read in it.
    ///   - facts: what an earlier transaction of this connection has found out.
    ///   - work: the work; the transaction is rolled back if it throws.
    func transaction<Value: Sendable>(
        _ transaction: TransactionKind, of table: ReadTable? = nil, _ facts: LineFacts? = nil,
        _ work: @Sendable (ServerTransaction) throws(ServerError) -> Value
    ) async throws(ServerError) -> Value {
        try await working { (session: isolated ServerSession) throws(ServerError) in
            guard let line = session.line, line.isOpen else { throw .lost(server: session.address.shownText) }
            return try ServerTransaction.run(transaction, of: table, on: line, facts, work)
        }
    }

    /// Runs work with the connection, without a transaction.
    func line<Value: Sendable>(
        _ work: @Sendable (ServerLine) throws(ServerError) -> Value
    ) async throws(ServerError) -> Value {
        try await working { (session: isolated ServerSession) throws(ServerError) in
            guard let line = session.line, line.isOpen else { throw .lost(server: session.address.shownText) }
            return try work(line)
        }
    }

    /// Returns notifications of others, as soon as there are any; returns none after a pause by a clock, or when woken.
    nonisolated func listen(for pause: Duration, by clock: AppClock) async throws(ServerError) -> Set<Ping> {
        // Not on this actor, whose thread is waiting. Other work with the connection may consume the wake-up, but not
        // the flag.
        let isOver = StopFlag()
        if pause <= .zero { isOver.set() }
        let end = Task {
            guard (try? await clock.sleep(for: pause)) != nil else { return }
            isOver.set()
            wake()
        }
        defer { end.cancel() }
        return try await line { (line) throws(ServerError) in try line.listen(until: isOver) }
    }

    /// Ends ``listen(for:by:)`` early.
    nonisolated func wake() { waker.wake() }

    /// Runs work that waits for the server, and wakes it when the task is cancelled.
    private func working<Value: Sendable>(
        _ work: (isolated ServerSession) throws(ServerError) -> Value
    ) async throws(ServerError) -> Value {
        let waker = waker
        let result = await withTaskCancellationHandler {
            Result { () throws(ServerError) in try work(self) }
        } onCancel: {
            waker.wake()
        }
        return try result.get()
    }
}
