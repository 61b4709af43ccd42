import CPostgreSQL
import Dispatch
import Glibc
import KirokuCore

/// A connection to a server, as bytes and results that come and go.
///
/// Nothing here waits but ``wait(for:until:)``, which ends when the task is cancelled, and ``listen(until:)``. After an error that
/// is not the server's own answer, the connection is closed and cannot be used again.
final class ServerWire {
    private(set) var connection: OpaquePointer?
    private let waker: Waker
    let plan: ConnectionPlan
    let limits: ServerLimits
    /// Whether the task cannot be cancelled: while the server keeps what was written, it would not be known whether it has.
    var isFinishing = false
    /// What the server has refused last, as a code (SQLSTATE), and the constraint that it would break.
    private(set) var refusalCode = ""
    private(set) var refusalConstraint: ServerConstraint?
    /// Of what other connections have notified since this was last listened for.
    private var pings: Set<Ping> = []
    /// The bytes that have come since the last complete row: more than a row may have means that one is too long.
    private var bytesSinceRow = 0

    /// - Parameter waker: woken when the task is cancelled.
    init(_ plan: ConnectionPlan, _ limits: ServerLimits, _ waker: Waker) {
        self.plan = plan
        self.limits = limits
        self.waker = waker
    }

    deinit {
        if let connection { libpq.PQfinish(connection) }
    }

    /// Connects, in as many steps as it takes.
    ///
    /// A password goes only to a server that has proved who it is: by a certificate for its name, or as a program of this machine
    /// that may well be one. To another one that is encrypted at least, it goes only in a way that the server can neither
    /// read nor pass on.
    ///
    /// Only while the name of the server is looked up, it cannot be cancelled.
    func connect() throws(ServerError) {
        do throws(ServerError) {
            try connect(plan.isProven ? .all : .none)
        } catch .passwordNeeded where !plan.isProven {
            try connect(.bound)
        }
    }

    private func connect(_ passwords: ConnectionPlan.Passwords) throws(ServerError) {
        guard let started = inEnglish({ ConnectionPlan.start(plan.parameters(passwords)) }) else {
            throw .unreachable(server: plan.server, reason: "")
        }
        connection = started
        // Otherwise libpq writes what the server remarks to standard error.
        _ = libpq.PQsetNoticeReceiver(started, { _, _ in }, nil)
        // With all details, so that the code of an error is known.
        _ = libpq.PQsetErrorVerbosity(started, PQERRORS_VERBOSE)
        let deadline = now() + (plan.timeout ?? limits.connecting)
        // As if it had asked for that: the first step writes.
        var status = PGRES_POLLING_WRITING
        while libpq.PQstatus(started) != CONNECTION_BAD {
            switch status {
            case PGRES_POLLING_OK:
                _ = libpq.PQsetErrorVerbosity(started, PQERRORS_DEFAULT)
                guard libpq.PQsetnonblocking(started, 1) == 0 else { throw close(.lost(server: plan.server)) }
                return
            case PGRES_POLLING_READING: try wait(for: POLLIN, until: deadline)
            case PGRES_POLLING_WRITING: try wait(for: POLLOUT, until: deadline)
            default: throw close(connectionError())
            }
            // Now it is known who answers, and no password has been sent yet.
            if passwords != .none, !plan.namesPeer, !LocalPeer.isTrusted(libpq.PQsocket(started)) {
                close()
                return try connectToStranger()
            }
            status = inEnglish { libpq.PQconnectPoll(started) }
        }
        throw close(connectionError())
    }

    /// Connects to a socket of this machine at which another user's program listens, which gets no password.
    private func connectToStranger() throws(ServerError) {
        do throws(ServerError) {
            try connect(.none)
        } catch .passwordNeeded(let server) {
            throw .ofOtherUser(server: server)
        }
    }

    func close() {
        guard let connection else { return }
        libpq.PQfinish(connection)
        self.connection = nil
    }

    /// The number of the process that serves this connection, as the server reported when connecting.
    var backend: Int32 { libpq.PQbackendPID(connection) }

    // MARK: Sending

    /// Has libpq send something, and sends it on.
    func send(_ body: (OpaquePointer) -> Int32) throws(ServerError) {
        guard let connection else { throw .lost(server: plan.server) }
        bytesSinceRow = 0
        guard body(connection) == 1 else { throw lost() }
        try flush()
    }

    /// Sends what is waiting, and reads meanwhile, so that a server that writes as well is never waited for.
    func flush() throws(ServerError) {
        while true {
            switch libpq.PQflush(connection) {
            case 0: return
            case 1:
                let ready = try wait(for: POLLIN | POLLOUT, until: now() + limits.answering)
                if ready & Int16(POLLIN) != 0, libpq.PQconsumeInput(connection) == 0 { throw lost() }
            default: throw lost()
            }
        }
    }

    /// Has libpq take something to send, as soon as there is room for it.
    func put(_ body: (OpaquePointer) -> Int32) throws(ServerError) {
        while true {
            guard let connection else { throw .lost(server: plan.server) }
            switch body(connection) {
            case 1: return
            case 0: try flush()
            default: throw lost()
            }
        }
    }

    // MARK: Reading

    /// A row has come as a whole.
    func finishRow() { bytesSinceRow = 0 }

    /// The next result as soon as it is complete; `nil` after the last one.
    func nextResult(until deadline: Double) throws(ServerError) -> OpaquePointer? {
        guard connection != nil else { throw .lost(server: plan.server) }
        while libpq.PQisBusy(connection) == 1 { try consume(until: deadline) }
        return libpq.PQgetResult(connection)
    }

    /// Waits for more, and reads it.
    func consume(until deadline: Double) throws(ServerError) {
        guard connection != nil else { throw .lost(server: plan.server) }
        try wait(for: POLLIN, until: deadline)
        bytesSinceRow += Int(kiroku_readable_bytes(libpq.PQsocket(connection)))
        guard libpq.PQconsumeInput(connection) == 1 else { throw lost() }
        collectNotifications()
        // Some bytes are counted twice, and those not at all that come while others are read. What libpq takes at a time
        // has a gigabyte at most.
        if bytesSinceRow > limits.lineBytes + limits.lineBytes / 4 { throw tooLong() }
    }

    /// Waits until the socket is ready; returns for what.
    @discardableResult
    private func wait(for events: Int32, until deadline: Double) throws(ServerError) -> Int16 {
        while true {
            if Task.isCancelled, !isFinishing {
                giveUp()
                throw .cancelled
            }
            let ready = try watch(for: events, until: deadline).ready
            if ready != 0 { return ready }
            if now() >= deadline {
                giveUp()
                throw .noAnswer(server: plan.server)
            }
        }
    }

    /// Returns when the socket is ready, and for what, when another thread wakes this, and in time.
    private func watch(
        for events: Int32, until deadline: Double
    ) throws(ServerError) -> (ready: Int16, isWoken: Bool) {
        var watched = [
            pollfd(fd: libpq.PQsocket(connection), events: Int16(events), revents: 0),
            pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let left = deadline == .infinity ? -1 : max((deadline - now()) * 1_000, 0).rounded(.up)
        if poll(&watched, 2, Int32(min(left, 3_600_000))) < 0, errno != EINTR { throw lost() }
        let isWoken = watched[1].revents != 0
        if isWoken { waker.reset() }
        return (watched[0].revents, isWoken)
    }

    /// Closes the connection, and has the server stop what it is doing.
    ///
    /// The server is given two seconds for that; it would notice the closed connection anyway, but later.
    func giveUp() {
        guard let connection else { return }
        if libpq.PQstatus(connection) == CONNECTION_OK, let cancel = libpq.PQgetCancel(connection) {
            let done = DispatchSemaphore(value: 0)
            let bits = UInt(bitPattern: cancel)
            DispatchQueue.global().async {
                var complaint = [CChar](repeating: 0, count: 256)
                let cancel = OpaquePointer(bitPattern: bits)
                _ = libpq.PQcancel(cancel, &complaint, Int32(complaint.count))
                libpq.PQfreeCancel(cancel)
                done.signal()
            }
            _ = done.wait(timeout: .now() + 2)
        }
        close()
    }

    private func close(_ error: ServerError) -> ServerError {
        close()
        return error
    }

    // MARK: Errors

    /// Throws what the server refuses; the connection stays usable.
    func check(_ result: OpaquePointer) throws(ServerError) {
        switch libpq.PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return
        case PGRES_FATAL_ERROR: break
        default: throw unintelligible()
        }
        if libpq.PQstatus(connection) == CONNECTION_BAD { throw lost() }
        let code = ServerText.shown(libpq.part(kiroku_error_code, ofError: result))
        (refusalCode, refusalConstraint) = (code, ServerConstraint(of: result))
        let text = ServerText.shown(libpq.part(kiroku_error_message, ofError: result), without: plan.secrets)
        let detail = ServerText.shown(libpq.part(kiroku_error_detail, ofError: result), without: plan.secrets)
        throw ServerError(code: code, reason: detail.isEmpty ? text : "\(text) (\(detail))", server: plan.server)
    }

    private func connectionError() -> ServerError {
        ServerError(
            connecting: ServerText.shown(libpq.PQerrorMessage(connection), without: plan.secrets), server: plan.server,
            database: plan.database)
    }

    /// The connection has broken.
    func lost() -> ServerError { close(.lost(server: plan.server)) }

    /// A row has more bytes than may be held.
    func tooLong() -> ServerError {
        giveUp()
        return .recordTooLong(megabytes: limits.recordBytes >> 20)
    }

    /// An answer has more than is held.
    func tooMuch() -> ServerError {
        giveUp()
        return .tooMuchAtOnce(server: plan.server)
    }

    /// The server says what no server of PostgreSQL says.
    func unintelligible() -> ServerError { close(.unintelligible(server: plan.server)) }

    /// Seconds of a clock that never goes back.
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    // MARK: Listening

    /// Waits until the server notifies, or another thread wakes this.
    ///
    /// - Parameter end: set when it is not to wait any more; the thread that sets it later wakes this.
    /// - Returns: of what other connections have notified.
    func listen(until end: StopFlag) throws(ServerError) -> Set<Ping> {
        while !Task.isCancelled {
            guard let connection else { throw .lost(server: plan.server) }
            guard libpq.PQconsumeInput(connection) == 1, libpq.PQstatus(connection) == CONNECTION_OK else {
                throw lost()
            }
            collectNotifications()
            if !pings.isEmpty {
                defer { pings = [] }
                return pings
            }
            guard !end.isSet, try !watch(for: POLLIN, until: .infinity).isWoken else { return [] }
        }
        return []
    }

    /// Takes what has come, which libpq would keep.
    ///
    /// Others notify at any time, not only while that is waited for.
    private func collectNotifications() {
        while let notification = libpq.PQnotifies(connection) {
            if notification.pointee.be_pid != backend { pings.insert(Ping(notification.pointee.extra)) }
            libpq.PQfreemem(notification)
        }
    }
}
