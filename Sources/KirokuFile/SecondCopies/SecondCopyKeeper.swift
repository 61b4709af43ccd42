import FoundationEssentials

/// Keeps a second copy of a document up to date while it is edited.
///
/// A copy is made a few seconds after a save, and includes everything saved until then. The pause grows with the time
/// that a copy takes, so that a large document on a slow stick is not copied incessantly. If the folder is missing or a
/// copy fails, the keeper tries again until it succeeds.
@MainActor
public final class SecondCopyKeeper {
    /// The folder for the copies.
    public let place: SecondCopyFolder

    private let document: Document
    private let origin: DocumentOrigin
    private let clock: AppClock
    private let othersInUse: @MainActor () -> Set<String>
    private let observers = Observers<SecondCopyEvent>()
    private var observation: Observation?
    /// Whether the copy may be outdated.
    private var isBehind = true
    private var failure: StorageError?
    /// No copy begins before this time.
    private var nextTime: Date
    private var worker: Task<Void, Never>?
    private var timer: ClockTimer?
    private var isClosing = false

    /// Keeps the copy up to date as long as the keeper exists; it checks for the first copy at once.
    ///
    /// - Parameters:
    ///   - document: the document to copy.
    ///   - path: the absolute path of the document, without symbolic links.
    ///   - place: the folder for the copies.
    ///   - clock: measures the pauses between copies.
    ///   - othersInUse: the paths of open documents, which no copy may replace.
    public init(
        of document: Document, at path: String, in place: SecondCopyFolder, clock: AppClock = .shared,
        othersInUse: @escaping @MainActor () -> Set<String> = { [] }
    ) {
        self.document = document
        origin = DocumentOrigin(path: path, identity: document.identity)
        self.place = place
        self.clock = clock
        self.othersInUse = othersInUse
        nextTime = clock.now
        observation = document.observe { [weak self] in self?.handle($0) }
        startIfDue()
    }

    /// Calls `body` with events, as long as the caller keeps the returned observation.
    public func observe(_ body: @escaping @MainActor (SecondCopyEvent) -> Void) -> Observation {
        observers.add(body)
    }

    /// Stops making copies, without waiting for one that is being made; call this before closing the document.
    public func stop() {
        isClosing = true
        timer = nil
        observation = nil
    }

    /// Waits until no copy is being made.
    func rest() async {
        while let worker { await worker.value }
    }

    /// Brings the copy up to date after the document is closed, if the folder exists.
    public func catchUp() async {
        await rest()
        guard isBehind else { return }
        do throws(StorageError) {
            let outcome = try await DocumentStores.reading(origin.path) { (store) throws(StorageError) in
                try await update { (file, path) throws(StorageError) in
                    try await store.copy(into: file, for: path, progress: nil)
                }
            }
            report(outcome)
        } catch {
            report(error)
        }
    }

    private func handle(_ event: DocumentEvent) {
        guard case .saveStateChanged = event, document.saveState == .saved else { return }
        isBehind = true
        startIfDue()
    }

    private func startIfDue() {
        guard worker == nil, isBehind, !isClosing, document.saveState == .saved else { return }
        guard nextTime <= clock.now || nextTime > clock.now + Self.longestPause else {
            if timer == nil {
                timer = clock.at(nextTime) { [weak self] in
                    self?.timer = nil
                    self?.startIfDue()
                }
            }
            return
        }
        worker = Task {
            await copy()
            worker = nil
            // Edits made in the meantime, and failed copies, follow after the pause.
            startIfDue()
        }
    }

    private func copy() async {
        isBehind = false
        let start = clock.now
        do throws(StorageError) {
            let outcome = try await update { [document] (file, path) throws(StorageError) in
                try await document.copy(into: file, for: path)
            }
            nextTime =
                clock.now + min(Self.usualPause + 10 * max(clock.now.timeIntervalSince(start), 0), Self.longestPause)
            report(outcome)
        } catch {
            isBehind = true
            nextTime = clock.now + (isMissing(error) ? Self.pauseWhileMissing : Self.pauseAfterFailure)
            report(error)
        }
    }

    private func update(_ copy: @escaping SecondCopyFolder.Copying) async throws(StorageError)
        -> SecondCopyFolder.Outcome
    {
        try await place.update(origin, avoiding: othersInUse(), at: LocalTime(clock.now), copy)
    }

    private func report(_ outcome: SecondCopyFolder.Outcome) {
        if case .made(let path, let kept?) = outcome { observers.notify(.keptBeside(path: path, kept)) }
        if failure != nil {
            failure = nil
            observers.notify(.resumed)
        }
    }

    /// Reports a failure unless it is the same as the last one.
    private func report(_ error: StorageError) {
        // The document was closed.
        guard error != .cancelled, error != .unsupported, error != failure else { return }
        failure = error
        Reports.error("KRK_SC_MK", "no second copy of \(data: document.title): \(error)")
        observers.notify(isMissing(error) ? .isMissing : .failed(error))
    }

    private func isMissing(_ error: StorageError) -> Bool { error == .notFound(path: place.folder) }

    /// In seconds, after a copy that took no time.
    static let usualPause = 5.0
    /// In seconds; a folder that reappears is noticed within this time.
    static let pauseWhileMissing = 5.0
    /// In seconds.
    static let pauseAfterFailure = 60.0
    /// In seconds.
    private static let longestPause = 600.0
}

/// What happened to second copies.
public enum SecondCopyEvent: Sendable, Hashable {
    /// The folder does not exist; copies resume when it does.
    case isMissing
    /// No copy could be made; the keeper tries again.
    case failed(StorageError)
    /// Copies have resumed after a failure.
    case resumed
    /// A file at the first path was not an earlier copy, so it was renamed to the second.
    case keptBeside(path: String, String)
}

extension Document {
    /// A text that no other document has; created on first use, and kept with the document.
    var identity: String {
        if let known = note(named: Self.identityNote) { return known }
        let new = String(UInt64.random(in: .min ... .max), radix: 36)
        keepNote(new, named: Self.identityNote)
        return new
    }

    private static let identityNote = "identity"
}
