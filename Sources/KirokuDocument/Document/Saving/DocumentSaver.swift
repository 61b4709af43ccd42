import FoundationEssentials

/// Keeps a document and its store in sync: commits edits, and takes in what others write, one after the other.
///
/// During a commit, new changes are collected for the next one. So the first edit is committed at once, and fast typing
/// causes no more commits than the disk can handle. Failed commits are retried.
///
/// What others have written is taken in only between two commits, so it is always known which changes are not in the
/// store.
@MainActor
package final class DocumentSaver {
    /// What the saver does with the store: one thing at a time, in one task.
    private enum Activity {
        case nothing
        /// Reading, or about to commit.
        case working
        /// Committing changes, which are not in ``unsaved`` meanwhile.
        case committing
        /// An attempt has failed; the next one begins when the task ends.
        ///
        /// - Parameter isLong: the contents of the store are unusable, and have been for several attempts.
        case pausing(Task<Void, Never>, isLong: Bool)
    }

    /// Whether the saver may work.
    private enum Gate { case open, held, closed }

    private(set) var state: SaveState
    /// The document's store; nothing else holds a reference to it.
    package private(set) var store: (any DocumentStore)?
    weak var document: (any SavedDocument)?
    private let clock: AppClock
    /// The unsaved changes, the oldest first; complete while commits are held back.
    private(set) var unsaved: [DocumentChange] = []
    private var activity = Activity.nothing
    private var gate = Gate.open
    private var pace = NewsPace()
    private var reader = NewsReader()
    /// Listens for writes by others.
    private var listening: Task<Void, Never>?
    /// Waits until news may be read again.
    private var untilNews: Task<Void, Never>?
    private let waiters = Waiters()

    init(store: (any DocumentStore)?, clock: AppClock) {
        self.store = store
        self.clock = clock
        state = Self.firstState(in: store)
    }

    deinit { listening?.cancel() }

    /// Sets the store, which was unknown until now.
    func start(in store: (any DocumentStore)?) {
        self.store = store
        state = Self.firstState(in: store)
        listen()
    }

    private static func firstState(in store: (any DocumentStore)?) -> SaveState {
        store.map(\.isReadOnly) ?? true ? .readOnly : .saved
    }

    /// Starts taking in what others write.
    func listen() {
        listening?.cancel()
        listening = nil
        guard let store, store.capabilities.contains(.news) else { return }
        let ticks = store.changesFromElsewhere
        listening = Task { [weak self] in
            for await _ in ticks { self?.checkForNews() }
        }
    }

    // MARK: Work

    /// Appends changes to the unsaved ones; ``work()`` commits them.
    func add(_ changes: [DocumentChange]) { unsaved += changes }

    func save(_ changes: [DocumentChange]) {
        add(changes)
        work()
    }

    /// Takes in what others have written, between two commits.
    package func checkForNews() {
        pace.want()
        // The file may be usable again.
        if case .pausing(let pause, isLong: true) = activity { pause.cancel() }
        work()
        waitForNews()
    }

    /// Commits the unsaved changes, and takes in what others have written, unless it is already doing so.
    func work() {
        if state == .saved, hasUnsaved {
            // The edit is not saved yet, even if it cannot be committed at once.
            setState(.saving)
            // A commit need not wait for the next attempt to read what others have written.
            endPause()
        }
        guard let store, case .nothing = activity, gate == .open, hasWork else { return }
        activity = .working
        Task {
            await workOff(store)
            activity = .nothing
            waiters.wake()
            waitForNews()
        }
    }

    /// Whether a commit is running or about to be retried.
    var isWorking: Bool { if case .nothing = activity { false } else { true } }

    private var isCommitting: Bool { if case .committing = activity { true } else { false } }

    private var hasUnsaved: Bool { state != .readOnly && (isCommitting || !unsaved.isEmpty) }

    private var hasWork: Bool { pace.isDue(at: clock.reading) || hasUnsaved }

    private var hasFailed: Bool { if case .failed = state { true } else { false } }

    /// Schedules ``work()`` for when news may be read again, if that time is still to come.
    private func waitForNews() {
        guard let time = pace.pending(at: clock.reading), !isWorking, untilNews == nil else { return }
        untilNews = Task { [weak self, clock] in
            try? await clock.sleep(until: time)
            self?.untilNews = nil
            self?.work()
        }
    }

    private func workOff(_ store: any DocumentStore) async {
        var failures = 0
        while hasWork, gate == .open {
            do throws(StorageError) {
                if pace.isDue(at: clock.reading) {
                    try await read()
                    // The unsaved edits may have become open edits.
                    if !hasUnsaved, state != .readOnly { setState(.saved) }
                    // A store that can be read may still refuse the commit that has failed.
                    if hasUnsaved, failures > 0 { continue }
                } else {
                    try await commit(to: store)
                }
                failures = 0
                if hasUnsaved { setState(.saving) }
            } catch {
                failures += 1
                report(error, after: failures)
                // Another program may just be replacing the file.
                await rest(
                    after: error.isOfContents ? failures - 2 : failures, isLong: error.isOfContents && failures > 2)
            }
        }
    }

    /// Commits all unsaved changes; if others have written to the same records, their changes are taken in first.
    private func commit(to store: any DocumentStore) async throws(StorageError) {
        let batch = unsaved
        (unsaved, activity) = ([], .committing)
        do throws(StorageError) {
            try await store.commit(batch)
            activity = .working
            if unsaved.isEmpty { setState(.saved) }
            waiters.wake()
        } catch {
            activity = .working
            unsaved = batch + unsaved
            guard error.isOfContents, try await receive() else { throw error }
        }
    }

    /// Pauses for one second after the first failure, doubled after each further one, up to 30 seconds.
    private func rest(after failures: Int, isLong: Bool) async {
        let deadline = clock.now + (failures > 0 ? Double(min(1 << min(failures - 1, 5), 30)) : 0.25)
        let pause = Task { [clock] in _ = try? await clock.sleep(until: deadline) }
        activity = .pausing(pause, isLong: isLong)
        await pause.value
        activity = .working
    }

    private func endPause() {
        if case .pausing(let pause, _) = activity { pause.cancel() }
    }

    // MARK: News

    private func read() async throws(StorageError) {
        pace.begin()
        let start = clock.reading
        _ = try await receive()
        let now = clock.reading
        pace.end(after: now - start, at: now)
    }

    /// Takes in what others have written; must be called between commits.
    ///
    /// A cell that was also changed here, and not saved yet, gets the others' value in the document; the value entered
    /// here becomes an open edit (``Document/conflicts``). This is not a step of the history.
    ///
    /// - Returns: whether there was any news.
    /// - Throws: ``StorageError``; nothing has changed here then.
    func receive() async throws(StorageError) -> Bool {
        guard let store, let document else { return false }
        let place = store.location
        defer { if store.location != place { document.follow(from: place) } }
        guard var news = try await reader.news(of: store) else { return false }
        while true {
            let (unsaved, revision) = (unsaved, document.revision)
            guard let received = await ReceivedNews.made(of: news, mine: document.table, unsaved: unsaved) else {
                Reports.error("KRK_DC_NW", "what others have written does not apply; all of it is read")
                news = try await reader.contents(of: store)
                continue
            }
            // There may have been edits in the meantime.
            guard document.revision == revision, self.unsaved.count == unsaved.count else { continue }
            self.unsaved = received.unsaved.documentChanges
            document.show(received)
            for commit in received.commits where commit.author == nil { await store.keep(commit) }
            return true
        }
    }

    // MARK: Reporting

    /// Reports that edits are not saved, or that the store no longer has the contents shown here.
    private func report(_ error: StorageError, after failures: Int) {
        if !hasUnsaved || error.isOfContents { pace.want() }
        defer { if hasFailed { waiters.wake() } }
        guard error.isOfContents ? failures > 1 : hasUnsaved, state != .readOnly else { return }
        setState(.failed(error))
    }

    private func setState(_ new: SaveState) {
        guard new != state else { return }
        state = new
        document?.saveStateChanged()
    }
}

// Closing, and switching to another store.

extension DocumentSaver {
    /// Retries at once to save what could not be saved.
    ///
    /// Returns when nothing is unsaved, or a commit has failed since the call.
    package func finish() async {
        await untilReleased()
        endPause()
        work()
        while isWorking, hasUnsaved || hasFailed {
            await waiters.wait()
            if hasFailed { return }
        }
    }

    package func close() async {
        await end()
        await store?.close()
    }

    /// Also deletes the document.
    package func discard() async {
        await end()
        await store?.discard()
    }

    private func end() async {
        await finish()
        gate = .closed
        endPause()
    }

    /// Lets the current commit finish, and holds back further ones until ``release()`` or ``switchStore(to:_:)``; edits
    /// are collected meanwhile.
    package func hold() async {
        if gate == .open { gate = .held }
        while isWorking {
            endPause()
            await waiters.wait()
        }
    }

    /// Returns when commits are no longer held back.
    func untilReleased() async {
        while gate == .held { await waiters.wait() }
    }

    /// Resumes committing.
    package func release() {
        if gate == .held { gate = .open }
        waiters.wake()
        work()
    }

    /// Removes the unsaved changes.
    package func takeUnsaved() -> [DocumentChange] {
        defer { unsaved = [] }
        return unsaved
    }

    /// Puts changes back, before newer ones.
    package func requeue(_ changes: [DocumentChange]) {
        unsaved = changes + unsaved
    }

    /// Continues with another store, which gets all unsaved and later changes; the old one is closed.
    ///
    /// - Parameter onMove: called when the new store has replaced the old one.
    package func switchStore(to new: any DocumentStore, _ onMove: () -> Void) async {
        let old = store
        (store, reader) = (new, NewsReader())
        listen()
        onMove()
        setState(Self.firstState(in: new))
        release()
        await old?.close()
    }
}
