import KirokuCore

/// A table that is looked at in its server, as views show it: it holds the records around what is in sight, and others
/// come as they are wanted.
///
/// Nothing of it can be edited. All that waits for the server does so elsewhere.
@MainActor
public final class LookedRows {
    /// What is looked at, and in which order.
    public private(set) var request = LookRequest()
    /// What the user has asked for, until it is ``request`` or given up; whoever asks for more goes on from that.
    public var coming: LookRequest { asked ?? request }
    /// What was asked for and has not come yet.
    public var asked: LookRequest?
    /// What is known of the table.
    public private(set) var facts: LookFacts
    /// What the server expected of the request.
    public private(set) var estimate: LookEstimate
    /// Why records that are wanted do not come, though those that have come stay; `nil` if nothing is wrong.
    public private(set) var failure: ServerError?
    /// A number that changes with what is held.
    public private(set) var revision = 0
    /// Called when ``failure`` or ``countIsExact`` may have changed.
    public var onChange: (() -> Void)?
    /// Called when something is being read, so that ``isAwaiting`` is true.
    public var onAwaiting: (() -> Void)?
    /// Called when the user wants another order.
    public var onOrder: ((LookOrder) -> Void)?

    let look: ServerLook
    let observers = Observers<DocumentEvent>()
    private(set) var pages: HeldPages
    /// The keys of the first and the last record, as far as they have been seen.
    private var ends: (first: LookKey?, last: LookKey?) = (nil, nil)
    private var generation = 1
    private var wanted = 0..<0
    private var task: Task<Void, Never>?
    /// The keys of rows that were held when they were selected.
    var noted: [Int: LookKey] = [:]
    var widths: [FieldID: Int] = [:]
    var lines = 1

    /// Connects, and reads the first records.
    public static func open(_ address: ServerAddress) async throws(ServerError) -> LookedRows {
        let look = ServerLook(address)
        do throws(ServerError) {
            let facts = try await look.facts()
            let request = LookRequest()
            let estimate = try await look.estimate(request)
            return LookedRows(look, facts, estimate, try await look.page(request))
        } catch {
            await look.close()
            throw error
        }
    }

    private init(_ look: ServerLook, _ facts: LookFacts, _ estimate: LookEstimate, _ page: LookPage) {
        (self.look, self.facts, self.estimate) = (look, facts, estimate)
        pages = HeldPages(page, count: estimate.count, generation: 1)
        noteEnds(page)
    }

    /// How many of the records that are held are not here as a whole, because cells of them are too long.
    public var shortenedCount: Int { pages.shortened.count }

    /// Where the table is.
    public var address: ServerAddress { look.address }

    /// Ends the connection; what is here stays.
    public func close() async {
        task?.cancel()
        await look.close()
    }

    // MARK: Rows that are wanted

    /// Reads what is in sight and not here.
    public func want(rows: Range<Int>) {
        wanted = rows
        goOn()
    }

    /// Asks again for what could not be read.
    public func tryAgain() {
        failure = nil
        onChange?()
        goOn()
    }

    /// Whether rows in sight are still to come.
    public var isAwaiting: Bool { failure == nil && (task != nil || pages.step(for: wanted) != nil) }

    /// Reads one thing after another until all that is in sight is here.
    private func goOn() {
        guard task == nil, failure == nil, let step = pages.step(for: wanted) else { return }
        let (look, request, ends, count) = (look, request, ends, pages.count)
        let generation = generation
        task = Task { [weak self] in
            let result: Result<Read, ServerError>
            do throws(ServerError) {
                result = .success(try await Self.read(step, look, request, ends, count: count))
            } catch {
                result = .failure(error)
            }
            guard let self, generation == self.generation else { return }
            task = nil
            take(result, step)
        }
        onAwaiting?()
    }

    /// What was read for a step.
    private struct Read: Sendable {
        var page: LookPage?
        var around: (before: LookPage, after: LookPage)?
        var ends: (first: LookKey?, last: LookKey?)
    }

    private static func read(
        _ step: HeldPages.Step, _ look: ServerLook, _ request: LookRequest, _ ends: (first: LookKey?, last: LookKey?),
        count: Int
    ) async throws(ServerError) -> Read {
        var read = Read(ends: ends)
        switch step {
        case .backward(let key): read.page = try await look.page(request, from: key, forward: false)
        case .forward(let key): read.page = try await look.page(request, from: key)
        case .start:
            read.page = try await look.page(request)
            read.ends.first = read.page?.keys.first
        case .end:
            read.page = try await look.page(request, forward: false)
            read.ends.last = read.page?.keys.last
        case .jump(let row):
            // The values between the two ends are what statistics are about.
            if ends.first == nil { read.ends.first = try await look.page(request, limit: 1).keys.first }
            if ends.last == nil { read.ends.last = try await look.page(request, forward: false, limit: 1).keys.last }
            read.around = try await look.pages(request, at: Double(row) / Double(max(count, 1)), ends: read.ends)
        }
        return read
    }

    private func take(_ result: Result<Read, ServerError>, _ step: HeldPages.Step) {
        switch result {
        case .failure(let error):
            failure = error
            onChange?()
        case .success(let read):
            ends = read.ends
            switch step {
            case .backward, .forward:
                if let page = read.page { pages.add(page, forward: step.isForward) }
            case .start:
                generation += 1
                if let page = read.page { pages = HeldPages(page, count: pages.count, generation: generation) }
            case .end:
                generation += 1
                if let page = read.page { pages.jump(toEnd: page, generation: generation) }
            case .jump(let row):
                generation += 1
                if let around = read.around { pages.jump(to: around, row: row, generation: generation) }
            }
            tell()
            goOn()
        }
    }

    private func tell() {
        revision += 1
        let moved = pages.moved
        if moved != 0 {
            noted = Dictionary(uniqueKeysWithValues: noted.map { ($0 + moved, $1) })
            wanted = wanted.lowerBound + moved..<wanted.upperBound + moved
        }
        observers.notify(.tableChanged(.everything))
        onChange?()
    }

    private func noteEnds(_ page: LookPage) {
        ends = (page.keys.first, page.isLast ? page.keys.last : nil)
    }

    // MARK: Other records

    /// What the server expects of another request.
    public func estimate(_ request: LookRequest) async throws(ServerError) -> LookEstimate {
        try await look.estimate(request)
    }

    /// Shows other records, or another order, when their first page has come; until then, or if that fails or is cancelled,
    /// the present ones stay.
    public func show(_ new: LookRequest, _ estimate: LookEstimate) async throws(ServerError) {
        stopReading()
        let page = try await look.page(new)
        begin(new, estimate, page)
    }

    /// Gives up what is being read; what is here stays.
    public func stopReading() {
        guard let task else { return }
        task.cancel()
        stop()
    }

    private func begin(_ new: LookRequest, _ estimate: LookEstimate, _ page: LookPage) {
        stop()
        (request, self.estimate) = (new, estimate)
        noteEnds(page)
        noted = [:]
        wanted = 0..<0
        pages = HeldPages(page, count: estimate.count, generation: generation)
        failure = nil
        tell()
    }

    /// Gives up what is being read.
    private func stop() {
        generation += 1
        task = nil
    }

    /// Reads the records in sight again as they are now, and what else is known of the table.
    public func reload() async throws(ServerError) {
        let facts = try await look.facts()
        let estimate = try await look.estimate(request)
        let row = min(max(wanted.lowerBound, pages.rows.lowerBound), pages.rows.upperBound - 1)
        let key = facts.schema == self.facts.schema && row > 0 ? pages.key(ofRow: row) : nil
        guard let key else {
            let page = try await look.page(request)
            self.facts = facts
            return begin(request, estimate, page)
        }
        let around = try await look.pages(request, around: key)
        stop()
        (self.facts, self.estimate, failure) = (facts, estimate, nil)
        pages.renew(around, row: row, count: estimate.count, generation: generation)
        tell()
        goOn()
    }
}

extension HeldPages.Step {
    fileprivate var isForward: Bool { if case .forward = self { true } else { false } }
}
