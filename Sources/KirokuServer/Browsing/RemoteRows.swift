import KirokuCore

/// A table that is browsed on its server, as a model for views: it holds the records around the visible ones, and loads
/// others on demand.
///
/// It cannot be edited. It never blocks: all waiting for the server is done elsewhere.
@MainActor
public final class RemoteRows {
    /// Which records are browsed, and in which order.
    public private(set) var request = BrowseRequest()
    /// The pending request; later requests build on it.
    public var coming: BrowseRequest { asked ?? request }
    /// The requested records that have not arrived yet.
    public var asked: BrowseRequest?
    /// The properties of the table.
    public private(set) var facts: RemoteTableInfo
    /// The server's estimate for the request.
    public private(set) var estimate: BrowseEstimate
    /// Why wanted records cannot be loaded; `nil` if nothing is wrong.
    ///
    /// Records already loaded stay.
    public private(set) var failure: ServerError?
    /// A number that changes with the held records.
    public private(set) var revision = 0
    /// Called when ``failure`` or ``countIsExact`` may have changed.
    public var onChange: (() -> Void)?
    /// Called when something is being read, so that ``isAwaiting`` is true.
    public var onAwaiting: (() -> Void)?
    /// Called when the user wants another order.
    public var onOrder: ((BrowseOrder) -> Void)?

    let browser: RemoteBrowser
    let observers = Observers<DocumentEvent>()
    private(set) var pages: HeldPages
    /// The keys of the first and the last record, if they have been read.
    private var ends: (first: BrowseKey?, last: BrowseKey?) = (nil, nil)
    private var generation = 1
    private var wanted = 0..<0
    private var task: Task<Void, Never>?
    /// The keys of rows that were held when they were selected.
    var remembered: [Int: BrowseKey] = [:]
    var widths: [FieldID: Int] = [:]
    var lines = 1

    /// Connects, and reads the first records.
    public static func open(_ address: ServerAddress) async throws(ServerError) -> RemoteRows {
        let browser = RemoteBrowser(address)
        do throws(ServerError) {
            let facts = try await browser.facts()
            let request = BrowseRequest()
            let estimate = try await browser.estimate(request)
            return RemoteRows(browser, facts, estimate, try await browser.page(request))
        } catch {
            await browser.close()
            throw error
        }
    }

    private init(_ browser: RemoteBrowser, _ facts: RemoteTableInfo, _ estimate: BrowseEstimate, _ page: BrowsePage) {
        (self.browser, self.facts, self.estimate) = (browser, facts, estimate)
        pages = HeldPages(page, count: estimate.count, generation: 1)
        updateEnds(page)
    }

    /// How many of the held records are incomplete, because some cells are too long.
    public var shortenedCount: Int { pages.shortened.count }

    /// The address of the table.
    public var address: ServerAddress { browser.address }

    /// Closes the connection; the records in memory stay.
    public func close() async {
        task?.cancel()
        await browser.close()
    }

    // MARK: Wanted rows

    /// Loads the visible rows that are not in memory.
    public func want(rows: Range<Int>) {
        wanted = rows
        readNext()
    }

    /// Retries what could not be read.
    public func tryAgain() {
        failure = nil
        onChange?()
        readNext()
    }

    /// Whether visible rows are still to be loaded.
    public var isAwaiting: Bool { failure == nil && (task != nil || pages.step(for: wanted) != nil) }

    /// Reads step by step until all visible rows are in memory.
    private func readNext() {
        guard task == nil, failure == nil, let step = pages.step(for: wanted) else { return }
        let (browser, request, ends, count) = (browser, request, ends, pages.count)
        let generation = generation
        task = Task { [weak self] in
            let result: Result<Read, ServerError>
            do throws(ServerError) {
                result = .success(try await Self.read(step, browser, request, ends, count: count))
            } catch {
                result = .failure(error)
            }
            guard let self, generation == self.generation else { return }
            task = nil
            take(result, step)
        }
        onAwaiting?()
    }

    /// The result of reading for a step.
    private struct Read: Sendable {
        var page: BrowsePage?
        var around: (before: BrowsePage, after: BrowsePage)?
        var ends: (first: BrowseKey?, last: BrowseKey?)
    }

    private static func read(
        _ step: HeldPages.Step, _ browser: RemoteBrowser, _ request: BrowseRequest,
        _ ends: (first: BrowseKey?, last: BrowseKey?),
        count: Int
    ) async throws(ServerError) -> Read {
        var read = Read(ends: ends)
        switch step {
        case .backward(let key): read.page = try await browser.page(request, from: key, forward: false)
        case .forward(let key): read.page = try await browser.page(request, from: key)
        case .start:
            read.page = try await browser.page(request)
            read.ends.first = read.page?.keys.first
        case .end:
            read.page = try await browser.page(request, forward: false)
            read.ends.last = read.page?.keys.last
        case .jump(let row):
            // Statistics cover the values between the two ends.
            if ends.first == nil { read.ends.first = try await browser.page(request, limit: 1).keys.first }
            if ends.last == nil { read.ends.last = try await browser.page(request, forward: false, limit: 1).keys.last }
            read.around = try await browser.pages(request, at: Double(row) / Double(max(count, 1)), ends: read.ends)
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
            notifyChanges()
            readNext()
        }
    }

    private func notifyChanges() {
        revision += 1
        let moved = pages.moved
        if moved != 0 {
            remembered = Dictionary(uniqueKeysWithValues: remembered.map { ($0 + moved, $1) })
            wanted = wanted.lowerBound + moved..<wanted.upperBound + moved
        }
        observers.notify(.tableChanged(.everything))
        onChange?()
    }

    private func updateEnds(_ page: BrowsePage) {
        ends = (page.keys.first, page.isLast ? page.keys.last : nil)
    }

    // MARK: Other records

    /// The server's estimate for another request.
    public func estimate(_ request: BrowseRequest) async throws(ServerError) -> BrowseEstimate {
        try await browser.estimate(request)
    }

    /// Shows other records, or another order, when their first page has arrived; until then, or if that fails or is
    /// cancelled, the present ones stay.
    public func show(_ new: BrowseRequest, _ estimate: BrowseEstimate) async throws(ServerError) {
        stopReading()
        let page = try await browser.page(new)
        begin(new, estimate, page)
    }

    /// Stops reading; the records in memory stay.
    public func stopReading() {
        guard let task else { return }
        task.cancel()
        stop()
    }

    private func begin(_ new: BrowseRequest, _ estimate: BrowseEstimate, _ page: BrowsePage) {
        stop()
        (request, self.estimate) = (new, estimate)
        updateEnds(page)
        remembered = [:]
        wanted = 0..<0
        pages = HeldPages(page, count: estimate.count, generation: generation)
        failure = nil
        notifyChanges()
    }

    /// Stops reading.
    private func stop() {
        generation += 1
        task = nil
    }

    /// Reads the visible records and the properties of the table again.
    public func reload() async throws(ServerError) {
        let facts = try await browser.facts()
        let estimate = try await browser.estimate(request)
        let row = min(max(wanted.lowerBound, pages.rows.lowerBound), pages.rows.upperBound - 1)
        let key = facts.schema == self.facts.schema && row > 0 ? pages.key(ofRow: row) : nil
        guard let key else {
            let page = try await browser.page(request)
            self.facts = facts
            return begin(request, estimate, page)
        }
        let around = try await browser.pages(request, around: key)
        stop()
        (self.facts, self.estimate, failure) = (facts, estimate, nil)
        pages.renew(around, row: row, count: estimate.count, generation: generation)
        notifyChanges()
        readNext()
    }
}

extension HeldPages.Step {
    fileprivate var isForward: Bool { if case .forward = self { true } else { false } }
}
