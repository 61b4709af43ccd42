import FoundationEssentials

/// Commits changes to the document's store in the background, one transaction after another, and retries failed ones.
///
/// During a commit, new changes are collected for the next one. So the first edit is committed at once, and fast typing
/// causes no more commits than the disk can handle.
@MainActor
final class DocumentSaver {
    private(set) var state: SaveState
    /// Called when ``state`` has changed, except by ``start(in:)``.
    var onStateChange: (() -> Void)?

    /// Takes in what others have written, and says whether there was anything; called between commits only.
    var receiveNews: (() async throws(StorageError) -> Bool)?

    /// The document's store; nothing else holds a reference to it.
    private(set) var store: (any DocumentStore)?
    private let clock: AppClock
    private var isHeld = false
    private var pending: [DocumentChange] = []
    /// Whether a commit is under way; its changes are then not among the pending ones.
    private var isCommitting = false
    /// Whether others may have written.
    private var hasNews = false
    /// When to look for that again at the earliest: a program that writes all the time must not keep this one at it.
    private var nextLook: ClockReading?
    private var untilNextLook: Task<Void, Never>?
    private var worker: Task<Void, Never>?
    private var pause: Task<Void, Never>?
    /// Whether what is in the store cannot be used, and has not been for some attempts.
    private var isLongWrong = false

    init(store: (any DocumentStore)?, clock: AppClock) {
        self.store = store
        self.clock = clock
        state = Self.firstState(in: store)
    }

    /// Sets the store, which was not known before.
    func start(in store: (any DocumentStore)?) {
        self.store = store
        state = Self.firstState(in: store)
    }

    private static func firstState(in store: (any DocumentStore)?) -> SaveState {
        store.map(\.isReadOnly) ?? true ? .readOnly : .saved
    }

    func save(_ changes: [DocumentChange]) {
        add(changes)
        work()
    }

    /// Takes in what others have written, between two commits.
    func lookForNews() {
        hasNews = true
        // What was wrong with the file may have ended.
        if isLongWrong { pause?.cancel() }
        work()
        waitForNextLook()
    }

    /// Appends changes to those that are to be saved; ``work()`` commits them.
    func add(_ changes: [DocumentChange]) {
        pending += changes
    }

    /// Tries at once to save what could not be saved.
    ///
    /// Returns when nothing is pending, or a commit has failed since the call.
    func finish() async {
        await untilReleased()
        pause?.cancel()
        work()
        while worker != nil, hasUnsaved || hasFailed {
            await progress()
            if hasFailed { return }
        }
    }

    func close() async {
        await end()
        await store?.close()
    }

    /// Also deletes the document.
    func discard() async {
        await end()
        await store?.discard()
    }

    private func end() async {
        await finish()
        worker?.cancel()
        pause?.cancel()
    }

    // MARK: Going on elsewhere

    /// Lets the current commit finish, and commits nothing more until ``release()`` or ``goOn(in:_:)``; edits are
    /// collected meanwhile.
    func hold() async {
        isHeld = true
        while worker != nil {
            pause?.cancel()
            await progress()
        }
    }

    /// Returns when commits are no longer held back.
    func untilReleased() async {
        while isHeld { await progress() }
    }

    /// Resumes committing.
    func release() {
        isHeld = false
        wakeWaiters()
        work()
    }

    /// Whether a commit is running or about to be retried.
    var isWorking: Bool { worker != nil }

    /// The unsaved changes, the oldest first; complete while commits are held back.
    var unsaved: [DocumentChange] { pending }

    /// Removes the unsaved changes.
    func takePending() -> [DocumentChange] {
        defer { pending = [] }
        return pending
    }

    /// Puts them back in front of newer ones.
    func putBack(_ changes: [DocumentChange]) {
        pending = changes + pending
    }

    /// Continues with another store, which gets all unsaved and later changes; the old one is closed.
    ///
    /// - Parameter tellMove: called when the new store has replaced the old one.
    func goOn(in new: any DocumentStore, _ tellMove: () -> Void) async {
        let old = store
        store = new
        tellMove()
        tell(Self.firstState(in: new))
        release()
        await old?.close()
    }

    /// Commits what is to be saved, and takes in what others have written, unless that is already under way.
    func work() {
        if state == .saved, hasUnsaved {
            // Whatever keeps the edit from being committed at once, it is not saved yet.
            tell(.saving)
            // It need not wait until what others have written is looked for again.
            pause?.cancel()
        }
        guard let store, worker == nil, !isHeld, hasWork else { return }
        worker = Task {
            await workOff(store)
            worker = nil
            wakeWaiters()
            waitForNextLook()
        }
    }

    private var hasUnsaved: Bool { state != .readOnly && (isCommitting || !pending.isEmpty) }

    private var hasWork: Bool { isTimeToLook || hasUnsaved }

    private var isTimeToLook: Bool { hasNews && nextLook.map { $0 <= clock.reading } ?? true }

    /// Looks for news, unless the next time for that has not come yet.
    private func waitForNextLook() {
        guard hasNews, let nextLook, worker == nil, untilNextLook == nil else { return }
        untilNextLook = Task { [weak self, clock] in
            try? await clock.sleep(until: nextLook)
            self?.untilNextLook = nil
            self?.work()
        }
    }

    /// Looks for news; what takes long is not done again before as much time has passed.
    private func look() async throws(StorageError) {
        hasNews = false
        let start = clock.reading
        _ = try await receiveNews?()
        nextLook = Self.pause(after: clock.reading - start).map { clock.reading + $0 }
    }

    /// How long to wait after a look that took this long, which the machine may have slept through; `nil` for not at all.
    static func pause(after look: Duration) -> Duration? {
        look > .milliseconds(20) ? min(look, .seconds(10)) : nil
    }

    private var hasFailed: Bool { if case .failed = state { true } else { false } }

    private func workOff(_ store: any DocumentStore) async {
        var failures = 0
        while hasWork, !Task.isCancelled, !isHeld {
            do throws(StorageError) {
                if isTimeToLook {
                    try await look()
                    // What was to be saved may have been left out.
                    if !hasUnsaved, state != .readOnly { tell(.saved) }
                    // That the store can be read does not say that it takes the commit which has failed.
                    if hasUnsaved, failures > 0 { continue }
                } else {
                    try await commit(to: store)
                }
                (failures, isLongWrong) = (0, false)
                if hasUnsaved { tell(.saving) }
            } catch {
                failures += 1
                tell(error, after: failures)
                isLongWrong = error.isOfContents && failures > 2
                // Another program may be in the middle of putting a file in place.
                await rest(after: error.isOfContents ? failures - 2 : failures)
            }
        }
    }

    /// Commits all that is pending; if others have written what concerns the same records, that is taken in first.
    private func commit(to store: any DocumentStore) async throws(StorageError) {
        let batch = pending
        pending = []
        isCommitting = true
        do throws(StorageError) {
            try await store.commit(batch)
            isCommitting = false
            if pending.isEmpty { tell(.saved) }
            wakeWaiters()
        } catch {
            isCommitting = false
            pending = batch + pending
            guard error.isOfContents, let receiveNews, try await receiveNews() else { throw error }
        }
    }

    /// Says that edits are not saved, or that what is here is no longer in the store at all.
    private func tell(_ error: StorageError, after failures: Int) {
        if !hasUnsaved || error.isOfContents { hasNews = true }
        defer { if hasFailed { wakeWaiters() } }
        guard error.isOfContents ? failures > 1 : hasUnsaved, state != .readOnly else { return }
        tell(.failed(error))
    }

    private func tell(_ new: SaveState) {
        guard new != state else { return }
        state = new
        onStateChange?()
    }

    /// One second after the first failure, doubled after each further one, up to half a minute.
    private func rest(after failures: Int) async {
        let deadline = clock.now + (failures > 0 ? Double(min(1 << min(failures - 1, 5), 30)) : 0.25)
        let pause = Task { [clock] in _ = try? await clock.sleep(until: deadline) }
        self.pause = pause
        await pause.value
    }

    // MARK: Waiting

    private var waiters: [CheckedContinuation<Void, Never>] = []

    private func progress() async {
        await withCheckedContinuation { waiters.append($0) }
    }

    private func wakeWaiters() {
        let woken = waiters
        waiters = []
        for waiter in woken { waiter.resume() }
    }
}

/// How far the document is saved, as its store reports.
public enum SaveState: Sendable, Hashable {
    /// All edits are durably saved.
    case saved
    /// Edits are being saved.
    case saving
    /// Saving failed; the edits are kept in memory and retried.
    case failed(StorageError)
    /// The store cannot be written to, so edits are refused.
    case readOnly
}
