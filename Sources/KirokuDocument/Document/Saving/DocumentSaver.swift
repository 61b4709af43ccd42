import FoundationEssentials

/// Keeps a document and its store at one: commits what is edited, and takes in what others write, one after the other.
///
/// During a commit, new changes are collected for the next one. So the first edit is committed at once, and fast typing
/// causes no more commits than the disk can handle. What has failed is tried again.
///
/// What others have written is taken in between two commits only, so it is always known what of the table is not in the store.
@MainActor
package final class DocumentSaver {
    /// What is done with the store: one thing at a time, by one task.
    private enum Activity {
        case nothing
        /// Something is read, or about to be committed.
        case working
        /// Changes are committed, which are not among the pending ones then.
        case committing
        /// An attempt has failed; the next one begins when the task ends.
        ///
        /// - Parameter isLong: what is in the store cannot be used, and has not been for some attempts.
        case pausing(Task<Void, Never>, isLong: Bool)
    }

    /// Whether anything may be done.
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
    /// Hears when others may have written.
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

    /// Sets the store, which was not known before.
    func start(in store: (any DocumentStore)?) {
        self.store = store
        state = Self.firstState(in: store)
        listen()
    }

    private static func firstState(in store: (any DocumentStore)?) -> SaveState {
        store.map(\.isReadOnly) ?? true ? .readOnly : .saved
    }

    /// Starts to take in what others write.
    func listen() {
        listening?.cancel()
        listening = nil
        guard let store, store.capabilities.contains(.news) else { return }
        let ticks = store.changesFromElsewhere
        listening = Task { [weak self] in
            for await _ in ticks { self?.checkForNews() }
        }
    }

    // MARK: What is to be done

    /// Appends changes to those that are to be saved; ``work()`` commits them.
    func add(_ changes: [DocumentChange]) { unsaved += changes }

    func save(_ changes: [DocumentChange]) {
        add(changes)
        work()
    }

    /// Takes in what others have written, between two commits.
    package func checkForNews() {
        pace.want()
        // What was wrong with the file may have ended.
        if case .pausing(let pause, isLong: true) = activity { pause.cancel() }
        work()
        waitForNews()
    }

    /// Commits what is to be saved, and takes in what others have written, unless that is already under way.
    func work() {
        if state == .saved, hasUnsaved {
            // Whatever keeps the edit from being committed at once, it is not saved yet.
            setState(.saving)
            // It need not wait until what others have written is looked for again.
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

    /// Works when news may be read again, if that has not come yet.
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
                    // What was to be saved may have been left open.
                    if !hasUnsaved, state != .readOnly { setState(.saved) }
                    // That the store can be read does not say that it takes the commit which has failed.
                    if hasUnsaved, failures > 0 { continue }
                } else {
                    try await commit(to: store)
                }
                failures = 0
                if hasUnsaved { setState(.saving) }
            } catch {
                failures += 1
                report(error, after: failures)
                // Another program may be in the middle of putting a file in place.
                await rest(
                    after: error.isOfContents ? failures - 2 : failures, isLong: error.isOfContents && failures > 2)
            }
        }
    }

    /// Commits all that is to be saved; if others have written what concerns the same records, that is taken in first.
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

    /// One second after the first failure, doubled after each further one, up to half a minute.
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

    /// Takes in what others have written; to be called between commits.
    ///
    /// A cell that was also changed here, and not saved yet, keeps the others' value in the document; what was entered
    /// here is open (``Document/conflicts``). It is no step of the history.
    ///
    /// - Returns: whether there was anything.
    /// - Throws: ``StorageError``; nothing has then changed here.
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
            // There may have been edits meanwhile.
            guard document.revision == revision, self.unsaved.count == unsaved.count else { continue }
            self.unsaved = received.unsaved.documentChanges
            document.show(received)
            for commit in received.commits where commit.author == nil { await store.keep(commit) }
            return true
        }
    }

    // MARK: Telling

    /// Says that edits are not saved, or that what is here is no longer in the store at all.
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

// Ending, and going on elsewhere.

extension DocumentSaver {
    /// Tries at once to save what could not be saved.
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

    /// Lets the current commit finish, and commits nothing more until ``release()`` or ``switchStore(to:_:)``; edits are
    /// collected meanwhile.
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

    /// Puts them back in front of newer ones.
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
