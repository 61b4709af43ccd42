import KirokuCore
import KirokuPictures

/// Fetching pictures when they are needed.
extension SyncEngine {
    /// Fetches a picture of the document from the server while the document is kept in sync.
    ///
    /// Many can be requested at once: they are fetched in batches, in the order of the requests, and edits are sent in
    /// between. A picture that no one waits for any more, because the task was cancelled, is skipped.
    ///
    /// - Throws: `StorageError.onServer` if the server cannot be reached, `StorageError.wrongOnServer` if it has
    ///   something else in the picture's place, which is requested again after a while, `StorageError.cancelled`.
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

    /// Fetches a batch of the requested pictures.
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

    /// Fetches requested pictures of a copy that another program of this user keeps in sync, over a temporary
    /// connection.
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

/// The requested pictures, and who waits for them.
struct RequestedPictures {
    struct Wait {
        let number: Int
        let continuation: CheckedContinuation<Result<Void, StorageError>, Never>
    }

    /// Whether the server could not be reached at the last attempt, so that no pictures can be fetched.
    private(set) var isOffline = false
    /// The part of a large picture fetched so far.
    private var begun: BegunPicture?
    private var waits: [String: [Wait]] = [:]
    /// The names, in the order of the requests.
    private var order: [String] = []
    private var lastNumber = 0
    /// The hashes of pictures for which the server had something else, with the time until which they are not requested
    /// again.
    private var refused: [String: ClockReading] = [:]
    /// The pause before requesting a picture again for which the server has something else.
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

    /// Removes a caller that has stopped waiting; it may not have started waiting yet, or may already have its answer.
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

    /// The next batch to fetch.
    func batch(of wanted: [WantedPicture]) -> [WantedPicture] {
        let byName = Dictionary(wanted.map { ($0.name, $0) }) { first, _ in first }
        // A picture that no one waits for any more is abandoned.
        if let begun, waits[begun.picture.name] != nil, byName[begun.picture.name] == begun.picture {
            return [begun.picture]
        }
        return SharedPictures.batch(of: order.lazy.compactMap { byName[$0] })
    }

    /// The part fetched so far of a picture.
    func begun(of picture: WantedPicture) -> BegunPicture? { begun.flatMap { $0.picture == picture ? $0 : nil } }

    /// Records the part fetched of a large picture, which is a batch of its own; `nil` if the batch is complete.
    mutating func begin(_ part: BegunPicture?) { begun = part }

    /// Records that the server has something else in the place of pictures.
    mutating func refuse(_ pictures: [WantedPicture], at now: ClockReading) {
        for picture in pictures { refused[picture.hash] = now + Self.pause }
    }

    /// Answers callers that wait for pictures in whose place the server recently had something else.
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

    /// Answers callers that wait for pictures that have been fetched, or that were already here.
    ///
    /// - Parameter batch: the last batch fetched.
    mutating func answer(_ wanted: [WantedPicture], fetched batch: [WantedPicture]) {
        let fetched = begun == nil ? batch : []
        let missing = Set(wanted.map(\.name)).subtracting(fetched.map(\.name))
        for name in order where !missing.contains(name) {
            for wait in waits.removeValue(forKey: name) ?? [] { wait.continuation.resume(returning: .success(())) }
        }
        order.removeAll { waits[$0] == nil }
    }

    /// Records that the server can be reached.
    mutating func goOnline() { isOffline = false }

    /// Records that the server cannot be reached.
    mutating func goOffline() {
        isOffline = true
        fail()
    }

    /// Fails all requests, because the pictures cannot be fetched.
    mutating func fail() {
        for (name, all) in waits {
            for wait in all { wait.continuation.resume(returning: .failure(.onServer(picture: name))) }
        }
        (waits, order, begun) = ([:], [], nil)
    }
}
