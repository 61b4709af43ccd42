import FoundationEssentials

/// Keeps a second copy of a document up to date while it is edited.
///
/// A copy follows some seconds after a save; what is saved meanwhile is in the same copy. After a long copy there is a
/// longer pause, so that a large document on a slow stick is not copied without end. Where the folder is missing, or the
/// copy fails, it is tried again until it is there.
@MainActor
public final class SecondCopyKeeper {
    /// Where the copies go.
    public let place: SecondPlace

    private let document: Document
    private let origin: DocumentOrigin
    private let clock: AppClock
    private let othersInUse: @MainActor () -> Set<String>
    private let observers = Observers<SecondCopyEvent>()
    private var observation: Observation?
    /// Whether the copy may be of an earlier state.
    private var isBehind = true
    private var failure: StorageError?
    /// Not begun before this.
    private var nextTime: Date
    private var worker: Task<Void, Never>?
    private var timer: ClockTimer?
    private var isClosing = false

    /// Keeps the copy as long as the keeper is kept; the first one is looked for at once.
    ///
    /// - Parameters:
    ///   - document: whose changes are followed.
    ///   - path: where it is; absolute, without symbolic links.
    ///   - place: where the copies go.
    ///   - clock: says when.
    ///   - othersInUse: the paths of documents that are open, which are left alone.
    public init(
        of document: Document, at path: String, in place: SecondPlace, clock: AppClock = .shared,
        othersInUse: @escaping @MainActor () -> Set<String> = { [] }
    ) {
        self.document = document
        origin = DocumentOrigin(path: path, identity: document.identity)
        self.place = place
        self.clock = clock
        self.othersInUse = othersInUse
        nextTime = clock.now
        observation = document.observe { [weak self] in self?.note($0) }
        look()
    }

    /// Calls `body` when there is something to tell, as long as the returned observation is kept.
    public func observe(_ body: @escaping @MainActor (SecondCopyEvent) -> Void) -> Observation {
        observers.add(body)
    }

    /// Begins no copy any more, and waits for none; to be called before the document is closed.
    public func stop() {
        isClosing = true
        timer = nil
        observation = nil
    }

    /// Returns when no copy is being made.
    func rest() async {
        while let worker { await worker.value }
    }

    /// Brings the copy up to date after the document was closed, if the folder is there.
    public func catchUp() async {
        await rest()
        guard isBehind else { return }
        do throws(StorageError) {
            let outcome = try await DocumentStores.reading(origin.path) { (store) throws(StorageError) in
                try await update { (file, path) throws(StorageError) in
                    try await store.copy(into: file, for: path, progress: nil)
                }
            }
            tell(outcome)
        } catch {
            tell(error)
        }
    }

    private func note(_ event: DocumentEvent) {
        guard case .saveStateChanged = event, document.saveState == .saved else { return }
        isBehind = true
        look()
    }

    private func look() {
        guard worker == nil, isBehind, !isClosing, document.saveState == .saved else { return }
        guard nextTime <= clock.now || nextTime > clock.now + Self.longestPause else {
            if timer == nil {
                timer = clock.at(nextTime) { [weak self] in
                    self?.timer = nil
                    self?.look()
                }
            }
            return
        }
        worker = Task {
            await copy()
            worker = nil
            // What was edited meanwhile, or failed, has its turn after the pause.
            look()
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
            tell(outcome)
        } catch {
            isBehind = true
            nextTime = clock.now + (isMissing(error) ? Self.pauseWhileMissing : Self.pauseAfterFailure)
            tell(error)
        }
    }

    private func update(_ copy: @escaping SecondPlace.Copying) async throws(StorageError) -> SecondPlace.Outcome {
        try await place.update(origin, avoiding: othersInUse(), at: LocalTime(clock.now), copy)
    }

    private func tell(_ outcome: SecondPlace.Outcome) {
        if case .made(let path, let kept?) = outcome { observers.notify(.keptBeside(path: path, kept)) }
        if failure != nil {
            failure = nil
            observers.notify(.goesOn)
        }
    }

    /// Each failure is told once, until it is another one.
    private func tell(_ error: StorageError) {
        // The document was closed.
        guard error != .cancelled, error != .unsupported, error != failure else { return }
        failure = error
        Reports.error("KRK_SC_MK", "no second copy of \(data: document.title): \(error)")
        observers.notify(isMissing(error) ? .isMissing : .failed(error))
    }

    private func isMissing(_ error: StorageError) -> Bool { error == .notFound(path: place.folder) }

    /// In seconds, after a copy that took no time.
    static let usualPause = 5.0
    /// In seconds; a folder that comes back is found as soon.
    static let pauseWhileMissing = 5.0
    /// In seconds.
    static let pauseAfterFailure = 60.0
    /// In seconds.
    private static let longestPause = 600.0
}

/// What there is to tell about second copies.
public enum SecondCopyEvent: Sendable, Hashable {
    /// The folder is not there; copies go on when it is.
    case isMissing
    /// No copy could be made; it is tried again.
    case failed(StorageError)
    /// Copies go on after a failure.
    case goesOn
    /// Where the copy belongs, there was a file that is no earlier copy; it is at the other path now.
    case keptBeside(path: String, String)
}

extension Document {
    /// A text that no other document has; made when it is first asked for, and kept with the document.
    var identity: String {
        if let known = note(named: Self.identityNote) { return known }
        let new = String(UInt64.random(in: .min ... .max), radix: 36)
        keepNote(new, named: Self.identityNote)
        return new
    }

    private static let identityNote = "identity"
}
