import CPostgreSQL
import Dispatch
import Glibc
import KirokuCore

/// The low level of a connection to a server: bytes and results.
///
/// Only ``wait(for:until:)``, which ends when the task is cancelled, and ``listen(until:)`` wait. After an error other
/// than the server's own answer, the connection is closed and cannot be used again.
final class ServerWire {
    private(set) var connection: OpaquePointer?
    private let waker: Waker
    let plan: ConnectionPlan
    let limits: ServerLimits
    /// Whether cancelling is disabled: during a COMMIT, it would leave the outcome unknown.
    var isFinishing = false
    /// The last refusal of the server, as a code (SQLSTATE), and the constraint that would be violated.
    private(set) var refusalCode = ""
    private(set) var refusalConstraint: ServerConstraint?
    /// Notifications of other connections since the last call of ``listen(until:)``.
    private var pings: Set<Ping> = []
    /// The bytes received since the last complete row, for detecting a row that is too long.
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

    /// Connects, in as many steps as necessary.
    ///
    /// A password is sent only to a server that has proved its identity: by a certificate for its name, or as a trusted
    /// program on this machine. To any other server with an encrypted connection, it is sent only in a form that the
    /// server can neither read nor pass on.
    ///
    /// It cannot be cancelled while the server's name is being resolved.
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
        // By default, libpq writes the server's notices to standard error.
        _ = libpq.PQsetNoticeReceiver(started, { _, _ in }, nil)
        // Verbose, so that messages contain the error code.
        _ = libpq.PQsetErrorVerbosity(started, PQERRORS_VERBOSE)
        let deadline = now() + (plan.timeout ?? limits.connecting)
        // The first step writes, as libpq documents.
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
            // At this point the peer is known, and no password has been sent yet.
            if passwords != .none, !plan.namesPeer, !LocalPeer.isTrusted(libpq.PQsocket(started)) {
                close()
                return try connectToStranger()
            }
            status = inEnglish { libpq.PQconnectPoll(started) }
        }
        throw close(connectionError())
    }

    /// Connects to a local socket of another user's program, without sending a password.
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

    /// Queues something with libpq, and sends it.
    func send(_ body: (OpaquePointer) -> Int32) throws(ServerError) {
        guard let connection else { throw .lost(server: plan.server) }
        bytesSinceRow = 0
        guard body(connection) == 1 else { throw lost() }
        try flush()
    }

    /// Sends queued data, and reads meanwhile, so that both sides never wait for each other.
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

    /// Queues data with libpq, as soon as there is room for it.
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

    /// Called when a complete row has been received.
    func finishRow() { bytesSinceRow = 0 }

    /// The next result as soon as it is complete; `nil` after the last one.
    func nextResult(until deadline: Double) throws(ServerError) -> OpaquePointer? {
        guard connection != nil else { throw .lost(server: plan.server) }
        while libpq.PQisBusy(connection) == 1 { try consume(until: deadline) }
        return libpq.PQgetResult(connection)
    }

    /// Waits for more data, and reads it.
    func consume(until deadline: Double) throws(ServerError) {
        guard connection != nil else { throw .lost(server: plan.server) }
        try wait(for: POLLIN, until: deadline)
        bytesSinceRow += Int(kiroku_readable_bytes(libpq.PQsocket(connection)))
        guard libpq.PQconsumeInput(connection) == 1 else { throw lost() }
        collectNotifications()
        // This is approximate: some bytes are counted twice, and some that arrive while others are read are not
        // counted. libpq reads at most a gigabyte at a time.
        if bytesSinceRow > limits.lineBytes + limits.lineBytes / 4 { throw tooLong() }
    }

    /// Waits until the socket is ready, and returns for what.
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

    /// Waits until the socket is ready, another thread wakes this one, or the time is over; returns what the socket is
    /// ready for.
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

    /// Closes the connection, and asks the server to cancel its work.
    ///
    /// The request may take up to two seconds; the server would notice the closed connection anyway, but later.
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

    /// Throws if the server has refused a statement; the connection stays usable.
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

    /// The error for a lost connection.
    func lost() -> ServerError { close(.lost(server: plan.server)) }

    /// The error for a row that exceeds the size limit.
    func tooLong() -> ServerError {
        giveUp()
        return .recordTooLong(megabytes: limits.recordBytes >> 20)
    }

    /// The error for an answer that exceeds the limits.
    func tooMuch() -> ServerError {
        giveUp()
        return .tooMuchAtOnce(server: plan.server)
    }

    /// The error for an answer that no PostgreSQL server sends.
    func unintelligible() -> ServerError { close(.unintelligible(server: plan.server)) }

    /// Seconds of a clock that never goes back.
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    // MARK: Listening

    /// Waits until the server notifies, or another thread wakes this one.
    ///
    /// - Parameter end: set to stop waiting; the thread that sets it also wakes this one.
    /// - Returns: the notifications of other connections.
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

    /// Collects received notifications, which libpq would otherwise keep.
    ///
    /// Notifications arrive at any time, not only while waiting for them.
    private func collectNotifications() {
        while let notification = libpq.PQnotifies(connection) {
            if notification.pointee.be_pid != backend { pings.insert(Ping(notification.pointee.extra)) }
            libpq.PQfreemem(notification)
        }
    }
}
