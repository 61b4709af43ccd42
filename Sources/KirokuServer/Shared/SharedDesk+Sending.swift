import FoundationEssentials
import KirokuCore

/// Sending what waits.
extension SharedDesk {
    /// How many edits are sent before the answers are waited for.
    private static let batch = 100
    /// How often an edit is tried again whose base has changed, or whose records are locked.
    private static let attempts = 8

    /// - Parameter isInformed: whether what others have changed is known.
    /// - Returns: whether anything was sent.
    func send(isInformed: Bool) async throws(ServerError) -> Bool {
        var (sentAny, isInformed) = (false, isInformed)
        // How many there are, if it takes more than a moment.
        var all: Int?
        // In a row; an edit that is laid over what others have changed goes by another name each time.
        var failures = 0
        // Whether it can be found out what others have put in place of what an edit was made over.
        var isReadable = true
        var held: Set<String> = []
        var others = OthersEdits()
        // Up to which number nothing can be sent now.
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
                    try await send(picture: first)
                } catch {
                    guard error.isRefusal else { throw error }
                    // Where nothing may be read any more, nothing is given up either.
                    if !isInformed { try await withinLimits { () async throws(ServerError) in try await receive() } }
                    isInformed = true
                    try await refuse(picture: first, error)
                }
                continue
            }
            let commits = waiting.prefix { $0.picture == nil }
            let outcome = try await isForeign ? sendForeign(commits) : send(commits)
            if !outcome.accepted.isEmpty { (sentAny, failures) = (true, 0) }
            if commits.count >= Self.batch, all == nil { all = report.sent + (try await waitingCount()) }
            if let all { progress(min(Double(report.sent) / Double(max(all, 1)), 1)) }
            held.formUnion(outcome.held)
            guard let failure = outcome.failure else { continue }
            failures += 1
            switch failure.kind {
            case .changed where failures < Self.attempts && isReadable:
                isReadable = try await withinLimits { () async throws(ServerError) in
                    try await failures < 3 ? receive() : receiveAll()
                }
            case .changed:
                // The server has something else there than can be read, such as what is no text.
                try await refuse(failure.commit, localized("Somebody else has changed the same meanwhile."))
                failures = 0
            case .busy:
                guard failures < Self.attempts else { throw .busy }
                try? await clock.sleep(for: .milliseconds(20 << failures))
            case .otherDesk:
                // The file has been copied, and the copy has sent something under this number.
                try await takeNewDesk(isSettled: true)
            case .refused where !isInformed:
                // Fields may have changed meanwhile, and where nothing may be read any more, nothing is given up either.
                try await withinLimits { () async throws(ServerError) in try await receive() }
                isInformed = true
            case .refused(let sentence):
                try await refuse(failure.commit, sentence)
                failures = 0
            case .notNow(let error): throw error
            }
        }
        try await countOthersEdits()
        return sentAny
    }

    /// Counts the edits of others that wait for the user to say whether they are sent.
    private func countOthersEdits() async throws(ServerError) {
        othersWaiting = try await waitingCount() == 0 ? 0 : WaitingEdits(try await stored(await file.waiting())).count
        report.ofOthers = othersWaiting
    }

    func refuse(_ id: String, _ sentence: String) async throws(ServerError) {
        let count = try await stored(await file.refuse([id], sentence, by: .server))
        report.refused += 1
        report.toDecide += count
    }

    /// What has become of edits that were sent.
    struct Outcome {
        var accepted: [String] = []
        var failure: (commit: String, kind: SharedFailure)?
        /// Those that wait on, for something to be entered.
        var held: [String] = []
    }

    private func send(_ commits: some Collection<QueuedCommit>) async throws(ServerError) -> Outcome {
        let (state, connection) = (try await state(), try open())
        var layout = try current()
        if state.backend != connection.backend { try await note { $0.backend = connection.backend } }
        var (lots, sent): ([[ServerStatement]], [QueuedCommit]) = ([], [])
        var outcome = Outcome()
        for commit in commits where layout.version == (try current()).version {
            do throws(SharedRefusal) {
                let prepared = try SharedCommit(commit, layout, desk: state.desk, after: sent.last?.id)
                lots.append(connection.preamble + prepared.statements)
                sent.append(commit)
                layout.version = prepared.version
            } catch {
                guard sent.isEmpty else { break }
                outcome.failure = (commit.id, .refused(error.sentence))
                return outcome
            }
        }
        let statements = lots
        let failures = try await connection.session.line { (line) throws(ServerError) in
            try line.pipelines(statements) { _, _, _ in }
        }
        for (commit, failure) in zip(sent, failures) {
            guard let failure, !SharedFailure.isKnown(failure) else {
                outcome.accepted.append(commit.id)
                continue
            }
            outcome.failure = outcome.failure ?? (commit.id, SharedFailure(failure, of: layout))
        }
        let accepted = outcome.accepted
        if !accepted.isEmpty {
            report.sent += accepted.count
            let isOfFields = layout.version != (try current()).version && accepted.last == sent.last?.id
            if isOfFields { self.layout = try await self.layout(layout.home, connection, state) }
            let version = try current().version
            try await note(accepted: accepted) {
                $0.contact = AppClock.shared.now
                if isOfFields { $0.fields = version }
            }
        }
        return outcome
    }

    /// Has others look at once; they would look by themselves, but later.
    func wakeOthers(_ ping: Ping) async throws(ServerError) {
        let (connection, home) = (try open(), try current().home)
        let statements = [
            ServerStatement(sql: "SELECT pg_catalog.set_config('synchronous_commit', 'off', true)", values: []),
            ServerStatement(sql: "NOTIFY \(home), '\(ping.rawValue)'", values: []),
        ]
        _ = try await connection.session.line { (line) throws(ServerError) in
            try line.pipelines([statements]) { _, _, _ in }
        }
    }
}
