import KirokuCore
import KirokuPictures

/// Pictures, in both directions: they are sent before the edits that show them, and fetched when they are needed.
extension SharedDesk {
    // MARK: Sending

    func send(picture commit: QueuedCommit) async throws(ServerError) {
        // In another program's table there is no place for it.
        if isForeign { return try await accept(commit) }
        let (connection, home) = (try open(), try current().home)
        guard let name = commit.picture,
            let bytes = try await stored(await file.pictureHere(named: name))
        else { return try await accept(commit) }
        let most = connection.session.limits.pictureBytes
        guard bytes.count <= most else { throw .pictureTooLarge(megabytes: most >> 20) }
        // The file may come from anywhere, so its word is not taken for it.
        let hash = pictureHash(bytes)
        let same = try await connection.ask("SELECT name FROM \(home).pictures WHERE hash = $1", [hash])
        if let known = same.first?[0] {
            guard known == name else { return try await rename(name, to: known) }
            return try await accept(commit)
        }
        let added = try await connection.ask(
            "SELECT \(home).add_picture($1, $2::bytea)", [name, SharedPictures.hex(bytes)])
        guard added.first?.flag(0) != true else { return try await accept(commit) }
        // Others have another picture of this name.
        try await rename(name, to: try await SharedPictures.unusedName(name, home, connection))
    }

    /// Leaves out a picture that the server refuses, and the edits that show it: these alone, and all others pass.
    func refuse(picture commit: QueuedCommit, _ error: ServerError) async throws(ServerError) {
        let name = commit.picture ?? ""
        let waiting = try await stored(await file.waiting())
        let schema = try await stored(await file.sharedSchema())
        let fields = Set(schema.fields.filter(\.isPicture).map(\.id))
        let sentence = localized(
            "The picture “{picture}” could not be sent. {reason}",
            ["picture": ShownText.short(name), "reason": error.message])
        try await accept(commit)
        // From the last to the first: what is put in place of an earlier edit goes with that.
        for other in waiting.reversed() where other.change.shows(.string(name), in: fields) {
            try await refuse(other.id, sentence)
        }
    }

    private func rename(_ name: String, to new: String) async throws(ServerError) {
        try await stored(await file.rename(picture: name, to: new))
    }

    private func accept(_ commit: QueuedCommit) async throws(ServerError) {
        // It is in no list of the server, so it need not be looked for there.
        try await stored(await file.drop(commit.id))
    }

    // MARK: Fetching

    /// Brings a picture of the document here that is on the server, while the document is kept in step.
    ///
    /// Many may be asked for at once: they come some at a time, in the order in which they were asked for, and what is edited
    /// meanwhile is sent in between. A picture that nobody waits for any more, because the task was cancelled, is left out.
    ///
    /// - Throws: `StorageError.onServer` if the server cannot be reached, `StorageError.wrongOnServer` if it has something else in
    ///   the picture's place, which is asked for again after a while, `StorageError.cancelled`.
    public func bring(picture name: String) async throws(StorageError) {
        guard !isAway else { throw .onServer(picture: name) }
        let number = asked.nextNumber()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                asked.add(AskedPictures.Wait(number: number, continuation: continuation), for: name)
                wishes.note()
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
        let home = SharedLayout.home(of: try await state().document)
        let wanted = try await stored(await file.wanted())
        asked.answerRefused(wanted, at: clock.reading)
        let batch = asked.batch(of: wanted)
        if !batch.isEmpty {
            let begun = asked.begun.flatMap { $0.picture == batch[0] ? $0 : nil }
            let answer = try await SharedPictures.fetch(batch, after: begun, home, connection)
            asked.begun = answer.begun
            if answer.begun == nil {
                try await stored(await file.keep(answer.pictures))
            }
            asked.refuse(answer.wrong, at: clock.reading)
        }
        asked.answerRefused(wanted, at: clock.reading)
        asked.answer(wanted, fetched: asked.begun == nil ? batch : [])
        return true
    }

    /// The same for a copy that another program of this user keeps in step, over a connection that is closed again.
    func fetchAskedAside() async {
        guard !asked.isEmpty else { return }
        do throws(ServerError) {
            let state = try await state()
            guard state.foreign == nil else { return asked.fail() }
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

extension Change {
    /// Whether it puts a value into cells of some fields.
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

/// The pictures that were asked for, and who waits for them.
struct AskedPictures {
    struct Wait {
        let number: Int
        let continuation: CheckedContinuation<Result<Void, StorageError>, Never>
    }

    /// What has come of a large picture so far.
    var begun: BegunPicture?
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
    mutating func answer(_ wanted: [WantedPicture], fetched: [WantedPicture]) {
        let missing = Set(wanted.map(\.name)).subtracting(fetched.map(\.name))
        for name in order where !missing.contains(name) {
            for wait in waits.removeValue(forKey: name) ?? [] { wait.continuation.resume(returning: .success(())) }
        }
        order.removeAll { waits[$0] == nil }
    }

    /// The server cannot be reached.
    mutating func fail() {
        for (name, all) in waits {
            for wait in all { wait.continuation.resume(returning: .failure(.onServer(picture: name))) }
        }
        (waits, order, begun) = ([:], [], nil)
    }
}
