import FoundationEssentials

/// Hands changes to the document's store in the background, one transaction after the other, and tries again what failed.
///
/// While a commit is under way, new changes gather and go together in the next one. So the first edit is on its way at
/// once, and a fast typist costs no more commits than the disk can take.
@MainActor
final class DocumentSaver {
    private(set) var state: SaveState
    /// Called when ``state`` has changed, except by ``start(in:)``.
    var onStateChange: (() -> Void)?

    /// Where the document is kept: nobody else keeps a reference to it.
    private(set) var store: (any DocumentStore)?
    private let clock: AppClock
    private var isHeld = false
    private var pending: [DocumentChange] = []
    private var worker: Task<Void, Never>?
    private var pause: Task<Void, Never>?
    /// Whether a conversion was cancelled; nothing is handed over then before somebody asks for it.
    private var isStopped = false
    /// Whether the worker has been told to end what it does.
    private var isStopping = false

    init(store: (any DocumentStore)?, clock: AppClock) {
        self.store = store
        self.clock = clock
        state = Self.firstState(in: store)
    }

    /// Hands over to a store that is there only now.
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

    /// Puts changes behind those that are to be saved; ``work()`` hands them over.
    func add(_ changes: [DocumentChange]) {
        pending += changes
    }

    /// Has the commit that is under way end early, if it can.
    func stop() {
        guard let worker else { return }
        isStopping = true
        worker.cancel()
    }

    /// Tries at once to save what could not be saved.
    ///
    /// Returns when nothing is pending, or a commit has failed since the call.
    func finish() async {
        await untilReleased()
        guard state != .readOnly else { return }
        pause?.cancel()
        isStopped = false
        work()
        while worker != nil {
            await progress()
            if case .failed = state { return }
        }
    }

    func close() async {
        await end()
        await store?.close()
    }

    /// Also takes the document away.
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

    /// Lets a commit that is under way end, and hands nothing over until ``release()`` or ``goOn(in:_:)``; what is
    /// edited meanwhile gathers.
    func hold() async {
        isHeld = true
        while worker != nil {
            pause?.cancel()
            await progress()
        }
    }

    /// Returns when nothing is held any more.
    func untilReleased() async {
        while isHeld { await progress() }
    }

    /// Hands over again what has gathered.
    func release() {
        isHeld = false
        wakeWaiters()
        work()
    }

    /// Whether something is being handed over, or about to be tried again.
    var isWorking: Bool { worker != nil }

    /// What has not been saved yet, the oldest first; all of it while it is held.
    var unsaved: [DocumentChange] { pending }

    /// Tells how what has gathered stands with a store that was loaded anew; to be called while it is held.
    func tellAnew() {
        isStopped = false
        tell(pending.isEmpty ? .saved : .saving)
    }

    /// Takes out what has not been saved yet.
    func takePending() -> [DocumentChange] {
        defer { pending = [] }
        return pending
    }

    /// Puts back in front what was taken out.
    func putBack(_ changes: [DocumentChange]) {
        pending = changes + pending
    }

    /// Hands over to another store what has gathered, and what comes; the old one is closed.
    ///
    /// - Parameter tellMove: is called when the new one has taken its place.
    func goOn(in new: any DocumentStore, _ tellMove: () -> Void) async {
        let old = store
        store = new
        isStopped = false
        tellMove()
        tell(Self.firstState(in: new))
        release()
        await old?.close()
    }

    /// Hands over what is to be saved, unless that is under way already.
    func work() {
        guard let store, state != .readOnly, worker == nil, !isHeld, !isStopped, !pending.isEmpty else { return }
        if case .failed = state {} else { tell(.saving) }
        worker = Task {
            await commitAll(to: store)
            worker = nil
            wakeWaiters()
            // It may have been too late to stop it, and there may be more.
            if isStopping {
                isStopping = false
                work()
            }
        }
    }

    private func commitAll(to store: any DocumentStore) async {
        var failures = 0
        while !pending.isEmpty, !Task.isCancelled, !isHeld {
            let batch = pending
            pending = []
            do {
                try await store.commit(batch)
                failures = 0
                if !pending.isEmpty { tell(.saving) }
            } catch {
                pending = batch + pending
                if case .notConverted = error { isStopped = true }
                tell(.failed(error))
                wakeWaiters()
                if isStopped { return }
                failures += 1
                await rest(after: failures)
            }
        }
        if pending.isEmpty { tell(.saved) }
    }

    private func tell(_ new: SaveState) {
        guard new != state else { return }
        state = new
        onStateChange?()
    }

    /// One second after the first failure, twice as long after each further one, half a minute at most.
    private func rest(after failures: Int) async {
        let deadline = clock.now + Double(min(1 << min(failures - 1, 5), 30))
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

/// How the document stands with its store, from the store's own answer.
public enum SaveState: Sendable, Hashable {
    /// Everything that was done is kept, durably.
    case saved
    /// Edits are on their way to the store.
    case saving
    /// The edits are kept in memory and tried again.
    case failed(StorageError)
    /// Nothing can be written there, so edits are refused.
    case readOnly
}
