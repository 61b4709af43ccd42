import CPostgreSQL
import Dispatch
import Glibc
import KirokuCore

/// A connection to a server, on the one thread that its session works on.
///
/// Nothing here waits but ``wait(for:until:)``, which ends when the task is cancelled. After an error that is not the
/// server's own answer, the connection is closed and cannot be used again.
final class ServerLine {
    private var connection: OpaquePointer?
    private let waker: Waker
    let plan: ConnectionPlan
    let limits: ServerLimits
    /// Whether the task cannot be cancelled: while the server keeps what was written, it would not be known whether it has.
    private var isFinishing = false
    /// What the server has refused last, as a code (SQLSTATE), and the constraint that it would break.
    private(set) var refusalCode = ""
    private(set) var refusalConstraint = ""
    /// The statement that the server has planned.
    private var prepared: String?
    /// Whether another connection has notified since this was last listened for.
    private var isNotified = false
    /// The bytes that have come since the last complete row: more than a row may have means that one is too long.
    private var bytesSinceRow = 0

    /// - Parameter waker: woken when the task is cancelled.
    init(_ plan: ConnectionPlan, _ limits: ServerLimits, _ waker: Waker) {
        self.plan = plan
        self.limits = limits
        self.waker = waker
    }

    deinit {
        if let connection { PQfinish(connection) }
    }

    /// Connects, in as many steps as it takes.
    ///
    /// Only while the name of the server is looked up, it cannot be cancelled.
    func connect() throws(ServerError) {
        guard let started = inEnglish({ ConnectionPlan.start(plan.parameters) }) else {
            throw .unreachable(server: plan.server, reason: "")
        }
        connection = started
        kiroku_ignore_notices(started)
        // With all details, so that the code of an error can be told.
        PQsetErrorVerbosity(started, PQERRORS_VERBOSE)
        let deadline = now() + (plan.timeout ?? limits.connecting)
        // As if it had asked for that: the first step writes.
        var status = PGRES_POLLING_WRITING
        while PQstatus(started) != CONNECTION_BAD {
            switch status {
            case PGRES_POLLING_OK:
                PQsetErrorVerbosity(started, PQERRORS_DEFAULT)
                guard PQsetnonblocking(started, 1) == 0 else { throw close(.lost(server: plan.server)) }
                return
            case PGRES_POLLING_READING: try wait(for: POLLIN, until: deadline)
            case PGRES_POLLING_WRITING: try wait(for: POLLOUT, until: deadline)
            default: throw close(connectionError())
            }
            status = inEnglish { PQconnectPoll(started) }
        }
        throw close(connectionError())
    }

    /// As PostgreSQL numbers its versions: 150018 for 15.18.
    var serverVersion: Int { Int(PQserverVersion(connection)) }

    /// The text of the version: "15.18".
    var versionText: String {
        String(ServerText.shown(PQparameterStatus(connection, "server_version")).prefix { $0 != " " })
    }

    /// In which encoding texts are exchanged: a database without one would refuse to hand out what is not UTF-8.
    var encoding: String {
        PQparameterStatus(connection, "server_encoding").map { String(cString: $0) } == "SQL_ASCII"
            ? "SQL_ASCII" : "UTF8"
    }

    /// Whether the server takes anything more.
    var isOpen: Bool { connection != nil }

    func close() {
        guard let connection else { return }
        PQfinish(connection)
        self.connection = nil
    }

    // MARK: Asking

    /// Sends statements without parameters, and waits for the answer, whose rows are dropped.
    func execute(_ statements: String) throws(ServerError) {
        try send { PQsendQuery($0, statements) }
        try readAnswer()
    }

    /// Has the server keep what was written in the transaction; this cannot be cancelled.
    func commit() throws(ServerError) {
        isFinishing = true
        defer { isFinishing = false }
        try execute("COMMIT")
    }

    /// The rows of a statement, as texts.
    ///
    /// - Parameters:
    ///   - sql: the statement.
    ///   - values: its parameters, as texts.
    func rows(_ sql: String, _ values: [String?] = []) throws(ServerError) -> [ServerRow] {
        try send { connection in
            withTexts(values) { texts in
                PQsendQueryParams(connection, sql, Int32(texts.count), nil, texts, nil, nil, 0)
            }
        }
        return try readRows()
    }

    /// The same for a statement that is asked again and again: the server plans it once.
    func preparedRows(_ sql: String, _ values: [String?]) throws(ServerError) -> [ServerRow] {
        let name = "kiroku_usual"
        if prepared != sql {
            if prepared != nil { try execute("DEALLOCATE \(name)") }
            prepared = nil
            try send { PQsendPrepare($0, name, sql, 0, nil) }
            try readAnswer()
            prepared = sql
        }
        do throws(ServerError) {
            try send { connection in
                withTexts(values) { texts in
                    PQsendQueryPrepared(connection, name, Int32(texts.count), texts, nil, nil, 0)
                }
            }
            return try readRows()
        } catch {
            // The table may have got other columns, for which it must be planned anew.
            if isOpen { try execute("DEALLOCATE \(name)") }
            prepared = nil
            throw error
        }
    }

    private func readRows() throws(ServerError) -> [ServerRow] {
        if let connection { PQsetSingleRowMode(connection) }
        var (rows, bytes): ([ServerRow], Int) = ([], 0)
        try readAnswer(rows: { (result) throws(ServerError) in
            let row = ServerRow(result)
            bytes += row.bytes
            guard rows.count < self.limits.rows, bytes <= self.limits.answerBytes else { throw self.unintelligible() }
            rows.append(row)
        })
        return rows
    }

    /// How many rows a statement has changed.
    func changed(_ statement: ServerStatement) throws(ServerError) -> Int {
        try send { connection in
            withTexts(statement.values) { texts in
                PQsendQueryParams(connection, statement.sql, Int32(texts.count), nil, texts, nil, nil, 0)
            }
        }
        var count = 0
        try readAnswer(counting: { count = $0 })
        return count
    }

    /// What quotes a name in a statement.
    func quoted(_ name: String) -> String {
        guard let connection, let quoted = PQescapeIdentifier(connection, name, name.utf8.count) else {
            // Only a name that is not text of the server's encoding cannot be quoted; nothing has this name then.
            return "\"\""
        }
        defer { PQfreemem(quoted) }
        return String(cString: quoted)
    }

    /// Sends what `COPY … TO STDOUT` writes to `take`, a row at a time.
    ///
    /// - Parameter take: returns false if it wants no more; the connection is closed then.
    func copy(
        _ sql: String, _ take: (UnsafeBufferPointer<UInt8>) throws(ServerError) -> Bool
    ) throws(ServerError) {
        try send { PQsendQuery($0, sql) }
        let deadline = Double.infinity
        guard let result = try nextResult(until: deadline) else { throw unintelligible() }
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COPY_OUT else {
            try check(result)
            throw unintelligible()
        }
        while true {
            var row: UnsafeMutablePointer<CChar>?
            let length = PQgetCopyData(connection, &row, 1)
            if length > 0, let row {
                defer { PQfreemem(row) }
                bytesSinceRow = 0
                guard Int(length) <= limits.recordBytes else { throw tooLong() }
                let bytes = UnsafeRawBufferPointer(start: row, count: Int(length)).bindMemory(to: UInt8.self)
                guard try take(bytes) else {
                    giveUp()
                    return
                }
            } else if length == 0 {
                try consume(until: deadline)
            } else {
                break
            }
        }
        try readAnswer(until: deadline)
    }

    // MARK: Pipelines

    /// Sends many statements without waiting for each, and hands over their answers in order.
    ///
    /// - Parameters:
    ///   - statements: SQL with its parameters.
    ///   - take: called with the number of each statement and how many rows it has changed.
    /// - Throws: ``PipelineError`` with the number of the statement that the server refuses.
    func pipeline(_ statements: [ServerStatement], _ take: (Int, Int) -> Void) throws(PipelineError) {
        let failures: [PipelineError?]
        do throws(ServerError) {
            failures = try pipelines([statements]) { (_, number, result) in
                take(number, Int(String(cString: PQcmdTuples(result))) ?? 0)
            }
        } catch {
            throw PipelineError(error: error, statement: nil)
        }
        if let failure = failures[0] { throw failure }
    }

    /// Sends several lots of statements without waiting for any, each lot carried out as far as one is refused.
    ///
    /// - Parameters:
    ///   - lots: SQL with its parameters.
    ///   - take: called with the number of a lot, that of the statement in it, and its answer or a part of it, unless it was
    ///     refused.
    /// - Returns: for each lot the statement that the server refuses; `nil` if there is none.
    func pipelines(
        _ lots: [[ServerStatement]], _ take: (Int, Int, OpaquePointer) -> Void
    ) throws(ServerError) -> [PipelineError?] {
        guard let connection, PQenterPipelineMode(connection) == 1 else { throw lost() }
        bytesSinceRow = 0
        for lot in lots {
            for statement in lot {
                let isSent = withTexts(statement.values) { texts in
                    PQsendQueryParams(connection, statement.sql, Int32(texts.count), nil, texts, nil, nil, 0)
                }
                guard isSent == 1 else { throw lost() }
            }
            guard PQpipelineSync(connection) == 1 else { throw lost() }
        }
        try flush()
        var failures: [PipelineError?] = []
        for (lot, statements) in lots.enumerated() {
            var failure: PipelineError?
            for number in statements.indices {
                do throws(ServerError) {
                    try readPipelined { result in if failure == nil { take(lot, number, result) } }
                } catch {
                    if !isOpen { throw error }
                    if failure == nil {
                        failure = PipelineError(
                            error: error, statement: number, code: refusalCode, constraint: refusalConstraint)
                    }
                }
            }
            do throws(ServerError) {
                try readEnd()
            } catch {
                if !isOpen { throw error }
                failure =
                    failure
                    ?? PipelineError(
                        error: error, statement: statements.count - 1, code: refusalCode, constraint: refusalConstraint)
            }
            failures.append(failure)
        }
        guard PQexitPipelineMode(connection) == 1 else { throw unintelligible() }
        return failures
    }

    /// The end of a lot, where the server keeps what it has done; it may refuse that as well.
    private func readEnd() throws(ServerError) {
        var failure: ServerError?
        for _ in 0..<3 {
            guard let result = try nextResult(until: now() + limits.answering) else { continue }
            defer { PQclear(result) }
            if PQresultStatus(result) == PGRES_PIPELINE_SYNC {
                if let failure { throw failure }
                return
            }
            do throws(ServerError) {
                try check(result)
            } catch {
                if !isOpen { throw error }
                failure = error
            }
        }
        throw unintelligible()
    }

    /// The answer to one statement of a pipeline.
    private func readPipelined(_ take: (OpaquePointer) -> Void) throws(ServerError) {
        var failure: ServerError?
        var count = 0
        // Each answer ends with nothing. In the first one, rows may come one by one, if that was asked for before.
        while let result = try nextResult(until: now() + limits.answering) {
            defer { PQclear(result) }
            count += 1
            bytesSinceRow = 0
            switch PQresultStatus(result) {
            // Those behind the one that was refused are not carried out.
            case PGRES_PIPELINE_ABORTED: break
            case PGRES_SINGLE_TUPLE: take(result)
            default:
                do throws(ServerError) {
                    try check(result)
                    take(result)
                } catch {
                    if !isOpen { throw error }
                    failure = error
                }
            }
        }
        guard count > 0 else { throw unintelligible() }
        if let failure { throw failure }
    }

    // MARK: Copying in

    /// Writes what `next` gives, a piece at a time, to a statement `COPY … FROM STDIN`.
    ///
    /// - Parameter next: returns `nil` after the last piece.
    func copyIn(_ sql: String, _ next: () throws(ServerError) -> [UInt8]?) throws(ServerError) {
        try send { PQsendQuery($0, sql) }
        let deadline = Double.infinity
        guard let result = try nextResult(until: deadline) else { throw unintelligible() }
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COPY_IN else {
            try check(result)
            throw unintelligible()
        }
        while let piece = try next() {
            try put { connection in
                piece.withUnsafeBytes {
                    PQputCopyData(connection, $0.bindMemory(to: CChar.self).baseAddress, Int32(piece.count))
                }
            }
        }
        try put { PQputCopyEnd($0, nil) }
        try flush()
        try readAnswer(until: deadline)
    }

    private func put(_ body: (OpaquePointer) -> Int32) throws(ServerError) {
        while true {
            guard let connection else { throw .lost(server: plan.server) }
            switch body(connection) {
            case 1: return
            case 0: try flush()
            default: throw lost()
            }
        }
    }

    // MARK: Listening

    /// Waits until the server notifies, somebody wakes this, or the time is over.
    ///
    /// - Parameter seconds: at most so long.
    /// - Returns: whether another connection has notified.
    func listen(for seconds: Double) throws(ServerError) -> Bool {
        let deadline = now() + seconds
        while !Task.isCancelled {
            guard let connection else { throw .lost(server: plan.server) }
            guard PQconsumeInput(connection) == 1, PQstatus(connection) == CONNECTION_OK else { throw lost() }
            noteNotifications()
            if isNotified {
                isNotified = false
                return true
            }
            let left = (deadline - now()) * 1_000
            guard left > 0 else { return false }
            var watched = [
                pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0),
                pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&watched, 2, Int32(min(left + 1, 3_600_000))) < 0, errno != EINTR { throw lost() }
            if watched[1].revents != 0 {
                waker.reset()
                return false
            }
        }
        return false
    }

    /// Takes what has come, which libpq would keep.
    ///
    /// Others notify at any time, not only while that is waited for.
    private func noteNotifications() {
        while let notification = PQnotifies(connection) {
            if notification.pointee.be_pid != backend { isNotified = true }
            PQfreemem(notification)
        }
    }

    // MARK: Which connection it is

    /// The number of the process that serves this connection, as it was told when connecting.
    var backend: Int32 { PQbackendPID(connection) }

    // MARK: Steps

    private func send(_ body: (OpaquePointer) -> Int32) throws(ServerError) {
        guard let connection else { throw .lost(server: plan.server) }
        bytesSinceRow = 0
        guard body(connection) == 1 else { throw lost() }
        try flush()
    }

    /// Sends what is waiting, and reads meanwhile, so that a server that writes as well is never waited for.
    private func flush() throws(ServerError) {
        while true {
            switch PQflush(connection) {
            case 0: return
            case 1:
                let ready = try wait(for: POLLIN | POLLOUT, until: now() + limits.answering)
                if ready & Int16(POLLIN) != 0, PQconsumeInput(connection) == 0 { throw lost() }
            default: throw lost()
            }
        }
    }

    /// Reads all results of a statement; the rows go to `take`, if anybody wants them.
    private func readAnswer(
        until deadline: Double? = nil, counting: ((Int) -> Void)? = nil,
        rows take: ((OpaquePointer) throws(ServerError) -> Void)? = nil
    ) throws(ServerError) {
        let deadline = deadline ?? now() + limits.answering
        var failure: ServerError?
        while let result = try nextResult(until: deadline) {
            defer { PQclear(result) }
            if PQresultStatus(result) == PGRES_SINGLE_TUPLE {
                bytesSinceRow = 0
                try take?(result)
            } else if failure == nil {
                do throws(ServerError) {
                    try check(result)
                    counting?(Int(String(cString: PQcmdTuples(result))) ?? 0)
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
    }

    /// The next result as soon as it is complete; `nil` after the last one.
    private func nextResult(until deadline: Double) throws(ServerError) -> OpaquePointer? {
        guard connection != nil else { throw .lost(server: plan.server) }
        while PQisBusy(connection) == 1 { try consume(until: deadline) }
        return PQgetResult(connection)
    }

    /// Waits for more, and reads it.
    private func consume(until deadline: Double) throws(ServerError) {
        guard connection != nil else { throw .lost(server: plan.server) }
        try wait(for: POLLIN, until: deadline)
        bytesSinceRow += Int(kiroku_readable_bytes(PQsocket(connection)))
        guard PQconsumeInput(connection) == 1 else { throw lost() }
        noteNotifications()
        // Some bytes are counted twice, and those not at all that come while others are read. What libpq takes at a time
        // has a gigabyte at most.
        if bytesSinceRow > limits.recordBytes + limits.recordBytes / 4 { throw tooLong() }
    }

    /// Waits until the socket is ready; returns for what.
    @discardableResult
    private func wait(for events: Int32, until deadline: Double) throws(ServerError) -> Int16 {
        while true {
            if Task.isCancelled, !isFinishing {
                giveUp()
                throw .cancelled
            }
            var watched = [
                pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0),
                pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let left = deadline == .infinity ? -1 : max((deadline - now()) * 1_000, 0)
            let count = poll(&watched, 2, Int32(min(left, 3_600_000)))
            if count < 0, errno != EINTR { throw lost() }
            if watched[1].revents != 0 { waker.reset() }
            if watched[0].revents != 0 { return watched[0].revents }
            if left >= 0, now() >= deadline {
                giveUp()
                throw .noAnswer(server: plan.server)
            }
        }
    }

    /// Closes the connection, and has the server stop what it is doing.
    ///
    /// The server is given two seconds for that; it would notice the closed connection by itself, but later.
    private func giveUp() {
        guard let connection else { return }
        if PQstatus(connection) == CONNECTION_OK, let cancel = PQgetCancel(connection) {
            let done = DispatchSemaphore(value: 0)
            let bits = UInt(bitPattern: cancel)
            DispatchQueue.global().async {
                var complaint = [CChar](repeating: 0, count: 256)
                let cancel = OpaquePointer(bitPattern: bits)
                PQcancel(cancel, &complaint, Int32(complaint.count))
                PQfreeCancel(cancel)
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
    private func check(_ result: OpaquePointer) throws(ServerError) {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return
        case PGRES_FATAL_ERROR: break
        default: throw unintelligible()
        }
        if PQstatus(connection) == CONNECTION_BAD { throw lost() }
        let code = ServerText.shown(kiroku_error_code(result))
        (refusalCode, refusalConstraint) = (code, ServerText.shown(kiroku_error_constraint(result)))
        let text = ServerText.shown(kiroku_error_message(result), without: plan.secrets)
        let detail = ServerText.shown(kiroku_error_detail(result), without: plan.secrets)
        throw ServerError(code: code, reason: detail.isEmpty ? text : "\(text) (\(detail))", server: plan.server)
    }

    private func connectionError() -> ServerError {
        ServerError(
            connecting: ServerText.shown(PQerrorMessage(connection), without: plan.secrets), server: plan.server,
            database: plan.database)
    }

    private func lost() -> ServerError { close(.lost(server: plan.server)) }

    private func tooLong() -> ServerError {
        giveUp()
        return .recordTooLong(megabytes: limits.recordBytes >> 20)
    }

    private func unintelligible() -> ServerError { close(.unintelligible(server: plan.server)) }

    private func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// Has libpq speak English on this thread, so that it can be told what it complains of.
private func inEnglish<Value>(_ body: () -> Value) -> Value {
    let english = newlocale(1 << LC_MESSAGES, "C", nil)
    let before = uselocale(english)
    defer {
        uselocale(before)
        if let english { freelocale(english) }
    }
    return body()
}

/// Texts as C takes them, for the time of a call.
func withTexts<Value>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Value) -> Value {
    let copies: [UnsafePointer<CChar>?] = texts.map { $0.flatMap { strdup($0) }.map { UnsafePointer($0) } }
    defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
    return body(copies)
}
