import FoundationEssentials
import KirokuCore

extension SyncEngine {
    /// The minimum interval between two syncs: without it, many copies that wake each other would do nothing else.
    private static let leastPause = Duration.milliseconds(75)

    /// Keeps the document in sync until the task is cancelled.
    ///
    /// Edits are sent as soon as they are saved. Changes by others are read when the server notifies, and by polling.
    /// While the server cannot be reached, it retries. If another program does the same for this file, this one only
    /// waits until it stops. If a copy of this file is kept in sync as well, it gets an identity of its own on the
    /// server.
    ///
    /// - Parameters:
    ///   - folder: the folder for the leases of this user's programs.
    ///   - report: called whenever the status has changed.
    public func run(leaseFolder folder: String, _ report: @escaping @Sendable (SyncStatus) -> Void) async {
        let listening = Task { [file] in
            for await _ in file.changesFromElsewhere {
                workSignal.set()
                self.connection?.session.wake()
            }
        }
        defer {
            listening.cancel()
            asked.goOffline()
        }
        var status = StatusReport(report)
        while !Task.isCancelled {
            guard let leases = await leases(in: folder) else {
                await status.setConnection(.unknown, self)
                workSignal.take()
                await fetchAskedAside()
                await workSignal.wait(.seconds(5), by: clock)
                continue
            }
            await run(&status)
            await leave()
            // Keeps the leases until here: a release build would otherwise release them earlier.
            withExtendedLifetime(leases) {}
        }
    }

    /// Leases the document's file, and its identity on the server.
    ///
    /// If the identity is held but the file is not, another file is a copy of this one, or the reverse.
    ///
    /// - Returns: `nil` if another program keeps the file in sync.
    private func leases(in folder: String) async -> [SharingLease]? {
        guard let state = try? await file.state(),
            case .isOurs(let lease) = SharingLease.take(fileAt: file.path, in: folder)
        else { return nil }
        switch SharingLease.take(state.desk, in: folder) {
        case .isOurs(let name): return [lease, name]
        case .isUnavailable: return [lease]
        case .isHeld: break
        }
        guard (try? await file.takeNewDesk(isSettled: false)) != nil, let state = try? await file.state() else {
            return nil
        }
        notices.isCopy = true
        guard case .isOurs(let name) = SharingLease.take(state.desk, in: folder) else { return [lease] }
        return [lease, name]
    }

    private func run(_ status: inout StatusReport) async {
        var failures = 0
        while !Task.isCancelled {
            workSignal.take()
            do throws(SyncError) {
                await status.countWaiting(self)
                _ = try await sync(sparingPolls: true)
                failures = 0
                asked.goOnline()
                presence.wantOthers()
                await status.setConnection(.online, self)
                if await rest(&status) { continue }
                try await pause(&status)
            } catch {
                failures += 1
                asked.goOffline()
                await status.setOffline(error, self)
                let rest = clock.reading + .seconds(min(1 << min(failures - 1, 5), 30))
                // Count edits made meanwhile.
                while !Task.isCancelled, clock.reading < rest {
                    await workSignal.wait(rest - clock.reading, by: clock)
                    workSignal.take()
                    await status.countWaiting(self)
                }
            }
        }
    }

    /// Whether to skip reading the table now, because that is expensive for the server and was done recently.
    ///
    /// Edits name the values that they replace, so nothing needs to be read before sending.
    func skipsPoll() async throws(ServerError) -> Bool {
        guard pace.spares(after: await remote.lastPoll, at: clock.reading) else { return false }
        return try await file.state().cursor != nil
    }

    /// Returns after the minimum interval, or with `true` as soon as there is something to send.
    private func rest(_ status: inout StatusReport) async -> Bool {
        let end = clock.reading + Self.leastPause
        while !Task.isCancelled, clock.reading < end {
            await workSignal.wait(end - clock.reading, by: clock)
            if workSignal.take(), await status.countWaiting(self) > 0 { return true }
        }
        return false
    }

    /// Returns when it is time to poll, or there is something to send.
    private func pause(_ status: inout StatusReport) async throws(SyncError) {
        let end = pace.next(after: await remote.lastPoll, at: clock.reading)
        while !Task.isCancelled {
            if workSignal.take() {
                // Most of these notifications are about writes by this program itself.
                if await status.countWaiting(self) > 0 { return }
                continue
            }
            do throws(ServerError) {
                try await updatePresence()
                await status.countWaiting(self)
                let left = end - clock.reading
                guard left > .zero, let connection else { return }
                let isFetching = try await fetchAsked(connection)
                let wait = isFetching ? .zero : presence.due(at: clock.reading).map { min($0, left) } ?? left
                let pings = try await connection.session.listen(for: wait, by: clock)
                if pings.contains(.people) { presence.wantOthers() }
                if pings.contains(.changes) { return }
            } catch {
                throw SyncError(error)
            }
        }
    }
}

/// Reports the status of the document when it has changed.
private struct StatusReport {
    private var reported: SyncStatus?
    private var current = SyncStatus()
    private let report: @Sendable (SyncStatus) -> Void

    init(_ report: @escaping @Sendable (SyncStatus) -> Void) {
        self.report = report
    }

    mutating func setConnection(_ connection: SyncStatus.Connection, _ engine: isolated SyncEngine) async {
        current.connection = connection
        (current.asksForPassword, current.asksForConsent) = (false, false)
        await countWaiting(engine)
    }

    mutating func setOffline(_ error: SyncError, _ engine: isolated SyncEngine) async {
        var since = AppClock.shared.now
        if case .offline(let before, _) = current.connection { since = before }
        current.connection = .offline(since: since, reason: error.message)
        (current.asksForPassword, current.asksForConsent) = (error.asksForPassword, error.asksForConsent)
        await countWaiting(engine)
    }

    /// Counts the pending edits.
    @discardableResult
    mutating func countWaiting(_ engine: isolated SyncEngine) async -> Int {
        (current.isPolled, current.notice) = (engine.remote.isPolled, await engine.shownNotice)
        if let waiting = try? await engine.file.waitingCount() { current.waiting = waiting }
        // Some may have been decided on since they were counted.
        current.ofOthers = min(engine.othersWaiting, current.waiting)
        current.people = if case .online = current.connection { engine.presence.others } else { [] }
        if reported != current {
            reported = current
            report(current)
        }
        return current.waiting
    }
}
