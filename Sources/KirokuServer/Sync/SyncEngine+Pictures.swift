import KirokuCore
import KirokuPictures

/// Fetching pictures when they are needed.
extension SyncEngine {
    /// Fetches a picture of the document from the server while the document is kept in sync.
    ///
    /// Many may be asked for at once: they come some at a time, in the order in which they were asked for, and what is edited
    /// meanwhile is sent in between. A picture that nobody waits for any more, because the task was cancelled, is left out.
    ///
    /// - Throws: `StorageError.onServer` if the server cannot be reached, `StorageError.wrongOnServer` if it has something else in
    ///   the picture's place, which is asked for again after a while, `StorageError.cancelled`.
    public func fetch(picture name: String) async throws(StorageError) {
        guard !asked.isOffline else { throw .onServer(picture: name) }
        let number = asked.nextNumber()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                asked.add(RequestedPictures.Wait(number: number, continuation: continuation), for: name)
                workSignal.set()
                connection?.session.wake()
            }
        } onCancel: {
            Task { await self.stopWaiting(number) }
        }
        try result.get()
    }

    private func stopWaiting(_ number: Int) { asked.remove(number) }

    /// Fetches some of the pictures that were asked for.
    ///
    /// - Returns: whether there were any.
    @discardableResult
    func fetchAsked(_ connection: SharedConnection) async throws(ServerError) -> Bool {
        guard !asked.isEmpty else { return false }
        let wanted = try await stored(await file.wanted())
        asked.answerRefused(wanted, at: clock.reading)
        let batch = asked.batch(of: wanted)
        if !batch.isEmpty, let home = remote.home {
            let answer = try await SharedPictures.fetch(batch, after: asked.begun(of: batch[0]), home, connection)
            asked.begin(answer.begun)
            if answer.begun == nil {
                try await stored(await file.keep(answer.pictures))
            }
            asked.refuse(answer.wrong, at: clock.reading)
        }
        asked.answerRefused(wanted, at: clock.reading)
        asked.answer(wanted, fetched: batch)
        return true
    }

    /// The same for a copy that another program of this user keeps in sync, over a connection that is closed again.
    func fetchAskedAside() async {
        guard !asked.isEmpty else { return }
        do throws(ServerError) {
            let state = try await file.state()
            guard let home = state.home, SharedLayout.isHome(home) else { return asked.fail() }
            let connection = try await SharedConnection(of: file, state)
            do throws(ServerError) {
                while !Task.isCancelled, try await fetchAsked(connection) {}
            } catch {
                asked.fail()
            }
            await connection.close()
        } catch {
            asked.fail()
        }
    }
}

/// The pictures that were asked for, and who waits for them.
struct RequestedPictures {
    struct Wait {
        let number: Int
        let continuation: CheckedContinuation<Result<Void, StorageError>, Never>
    }

    /// Whether the server could not be reached last, so that none can be fetched.
    private(set) var isOffline = false
    /// What has come of a large picture so far.
    private var begun: BegunPicture?
    private var waits: [String: [Wait]] = [:]
    /// The names, in the order in which they were asked for.
    private var order: [String] = []
    private var lastNumber = 0
    /// Those for which the server had something else, by their hashes; until when they are not asked for again.
    private var refused: [String: ClockReading] = [:]
    /// How long the server is not asked again for a picture for which it has something else.
    private static let pause = Duration.seconds(600)

    var isEmpty: Bool { waits.isEmpty }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func add(_ wait: Wait, for name: String) {
        if waits[name] == nil { order.append(name) }
        waits[name, default: []].append(wait)
    }

    /// One who has stopped waiting; it may be that it has not begun yet, or has its answer.
    mutating func remove(_ number: Int) {
        for (name, all) in waits {
            guard let index = all.firstIndex(where: { $0.number == number }) else { continue }
            all[index].continuation.resume(returning: .failure(.cancelled))
            waits[name]?.remove(at: index)
            if waits[name]?.isEmpty == true { waits[name] = nil }
            break
        }
        order.removeAll { waits[$0] == nil }
    }

    /// What is fetched next.
    func batch(of wanted: [WantedPicture]) -> [WantedPicture] {
        let byName = Dictionary(wanted.map { ($0.name, $0) }) { first, _ in first }
        // One that nobody waits for any more is given up.
        if let begun, waits[begun.picture.name] != nil, byName[begun.picture.name] == begun.picture {
            return [begun.picture]
        }
        return SharedPictures.batch(of: order.lazy.compactMap { byName[$0] })
    }

    /// What has come so far of a picture that is to be fetched.
    func begun(of picture: WantedPicture) -> BegunPicture? { begun.flatMap { $0.picture == picture ? $0 : nil } }

    /// A part of a large picture has come, which is all of the batch; `nil` if all of the batch has.
    mutating func begin(_ part: BegunPicture?) { begun = part }

    /// The server has something else in their place.
    mutating func refuse(_ pictures: [WantedPicture], at now: ClockReading) {
        for picture in pictures { refused[picture.hash] = now + Self.pause }
    }

    /// Answers those who wait for pictures in whose place the server had something else not long ago.
    mutating func answerRefused(_ wanted: [WantedPicture], at now: ClockReading) {
        refused = refused.filter { $0.value > now }
        guard !refused.isEmpty else { return }
        for picture in wanted where refused[picture.hash] != nil {
            for wait in waits.removeValue(forKey: picture.name) ?? [] {
                wait.continuation.resume(returning: .failure(.wrongOnServer(picture: picture.name)))
            }
        }
        order.removeAll { waits[$0] == nil }
    }

    /// Answers those who wait for pictures that have come, or that are not on the server alone.
    ///
    /// - Parameter batch: what was fetched last.
    mutating func answer(_ wanted: [WantedPicture], fetched batch: [WantedPicture]) {
        let fetched = begun == nil ? batch : []
        let missing = Set(wanted.map(\.name)).subtracting(fetched.map(\.name))
        for name in order where !missing.contains(name) {
            for wait in waits.removeValue(forKey: name) ?? [] { wait.continuation.resume(returning: .success(())) }
        }
        order.removeAll { waits[$0] == nil }
    }

    /// The server can be reached.
    mutating func goOnline() { isOffline = false }

    /// The server cannot be reached.
    mutating func goOffline() {
        isOffline = true
        fail()
    }

    /// Those that were asked for cannot be fetched.
    mutating func fail() {
        for (name, all) in waits {
            for wait in all { wait.continuation.resume(returning: .failure(.onServer(picture: name))) }
        }
        (waits, order, begun) = ([:], [], nil)
    }
}
