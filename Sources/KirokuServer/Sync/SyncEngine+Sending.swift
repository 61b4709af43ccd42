import FoundationEssentials
import KirokuCore

/// Sending pending edits.
extension SyncEngine {
    /// How many edits are sent before waiting for the answers.
    private static let batch = 100
    /// How often an edit is retried if its base has changed or its records are locked.
    private static let attempts = 8

    /// - Parameter isInformed: whether changes by others have been read.
    /// - Returns: whether anything was sent.
    func send(isInformed: Bool, _ exchange: inout Exchange) async throws(ServerError) -> Bool {
        var (sentAny, isInformed) = (false, isInformed)
        // The number of edits, if sending takes more than a moment.
        var all: Int?
        // Consecutive failures; an edit that is merged with changes of others gets a new identity each time.
        var failures = 0
        // Whether the values can be read that others have put in place of those that an edit replaces.
        var isReadable = true
        var held: Set<String> = []
        var others = OthersEdits()
        // The number up to which nothing can be sent now.
        var passed: Int64 = 0
        while true {
            let (limit, start) = (Self.batch + held.count, passed)
            let found = try await stored(await file.waiting(atMost: limit, after: start))
            let waiting = found.filter { !others.hold($0) && !held.contains($0.id) }
            guard let first = waiting.first else {
                guard let last = found.last else { break }
                passed = last.number
                continue
            }
            if first.picture != nil {
                do throws(ServerError) {
                    try await remote.send(picture: first, exchange)
                } catch {
                    guard error.isRefusal else { throw error }
                    // If nothing may be read any more, this throws, and no edit is given up.
                    if !isInformed { try await receive(.news, &exchange) }
                    isInformed = true
                    try await refuse(picture: first, error, &exchange)
                }
                continue
            }
            let commits = Array(waiting.prefix { $0.picture == nil })
            let outcome = try await remote.send(commits, &exchange)
            exchange.report.sent += outcome.accepted.count
            if !outcome.accepted.isEmpty { (sentAny, failures) = (true, 0) }
            if commits.count >= Self.batch, all == nil { all = exchange.report.sent + (try await waitingCount()) }
            if let all { exchange.progress(min(Double(exchange.report.sent) / Double(max(all, 1)), 1)) }
            held.formUnion(outcome.held)
            guard let failure = outcome.failure else { continue }
            failures += 1
            switch failure.kind {
            case .changed where failures < Self.attempts && isReadable:
                isReadable = try await receive(failures < 3 ? .news : .differences(by: nil), &exchange)
            case .changed:
                // The server has values that cannot be read, such as invalid text.
                try await exchange.refuse(
                    failure.commit, localized("Someone else has changed the same thing in the meantime."))
                failures = 0
            case .busy:
                guard failures < Self.attempts else { throw .busy }
                try? await clock.sleep(for: .milliseconds(20 << failures))
            case .otherDesk:
                // The file has been copied, and the copy has sent an edit with this number.
                try await stored(await file.takeNewDesk(isSettled: true))
            case .refused where !isInformed:
                // Fields may have changed meanwhile; and if nothing may be read any more, this throws, and no edit is
                // given up.
                try await receive(.news, &exchange)
                isInformed = true
            case .refused(let sentence):
                try await exchange.refuse(failure.commit, sentence)
                failures = 0
            case .notNow(let error): throw error
            }
        }
        exchange.report.ofOthers = try await countOthersWaiting()
        return sentAny
    }

    /// Leaves out a picture that the server refuses, and the edits that show it, so that all others can be sent.
    private func refuse(
        picture commit: QueuedCommit, _ error: ServerError, _ exchange: inout Exchange
    ) async throws(ServerError) {
        let name = commit.picture ?? ""
        let waiting = try await stored(await file.waiting())
        let schema = try await stored(await file.sharedSchema())
        let fields = Set(schema.fields.filter(\.isPicture).map(\.id))
        let sentence = localized(
            "The picture “{picture}” could not be sent. {reason}",
            ["picture": ShownText.short(name), "reason": error.message])
        try await stored(await file.drop(commit.id))
        // From last to first, because later edits may replace values of earlier ones.
        for other in waiting.reversed() where other.change.shows(.string(name), in: fields) {
            try await exchange.refuse(other.id, sentence)
        }
    }

    /// Notifies the others, who would otherwise notice later.
    func wakeOthers(_ ping: Ping) async throws(ServerError) {
        guard let connection, let home = remote.home else { return }
        let statements = [
            ServerStatement(sql: "SELECT pg_catalog.set_config('synchronous_commit', 'off', true)", values: []),
            ServerStatement(sql: "NOTIFY \(home), '\(ping.rawValue)'", values: []),
        ]
        _ = try await connection.session.line { (line) throws(ServerError) in
            try line.pipelines([statements]) { _, _, _ in }
        }
    }
}

extension Change {
    /// Whether the change puts a value into cells of some fields.
    fileprivate func shows(_ value: CellValue, in fields: Set<FieldID>) -> Bool {
        func isShown(_ records: RecordTable) -> Bool {
            records.schema.fields.indices.contains { field in
                fields.contains(records.schema[field].id)
                    && (0..<records.count).contains { records[$0, field] == value }
            }
        }
        return switch self {
        case .setCells(let cells): cells.contains { $0.value == value && fields.contains($0.field) }
        case .insertRecords(let records): isShown(records)
        case .changeFields(let change):
            change.inserted.contains { contents in
                contents.definition.isPicture && contents.records.indices.contains { contents.value(at: $0) == value }
            }
        case .sequence(let changes): changes.contains { $0.shows(value, in: fields) }
        case .deleteRecords, .setPlaces: false
        }
    }
}
