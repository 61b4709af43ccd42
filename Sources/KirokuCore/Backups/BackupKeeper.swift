import FoundationEssentials

/// Makes backups of a document while it is edited.
///
/// Whenever a change is saved and the last backup is older than the policy's interval, a backup follows. A change that
/// comes too early for that is backed up when the interval is over, by the clock. The time of the last backup is known
/// from its name, so it is remembered from one run to the next.
@MainActor
public final class BackupKeeper {
    /// How often, and how many are kept; can be changed at any time.
    public var policy: BackupPolicy {
        didSet {
            retryTime = nil
            look()
        }
    }
    /// The last backup that was made by this keeper.
    public private(set) var lastBackup: Backup?
    /// Why the last attempt failed; `nil` if it did not.
    public private(set) var failure: StorageError?

    private let document: Document
    private let folder: BackupFolder
    private let clock: AppClock
    private let observers = Observers<BackupEvent>()
    private var observation: Observation?
    /// Whether something was changed of which there is no backup.
    private var hasChanges = false
    /// When the last backup was made, by this keeper or in an earlier run.
    private var lastTime: Date?
    private var isLastTimeKnown = false
    /// Not tried again before this, after a failure.
    private var retryTime: Date?
    private var worker: Task<Void, Never>?
    private var timer: ClockTimer?

    /// Keeps backups as long as the keeper is kept.
    ///
    /// - Parameters:
    ///   - document: whose changes are followed.
    ///   - folder: where the backups are put.
    ///   - policy: how often, and how many are kept.
    ///   - clock: says when; also in the backups' names.
    public init(
        of document: Document, in folder: BackupFolder, policy: BackupPolicy = .usual, clock: AppClock = .shared
    ) {
        self.document = document
        self.folder = folder
        self.policy = policy
        self.clock = clock
        observation = document.observe { [weak self] in self?.note($0) }
    }

    /// Calls `body` after every attempt, as long as the returned observation is kept.
    public func observe(_ body: @escaping @MainActor (BackupEvent) -> Void) -> Observation {
        observers.add(body)
    }

    /// Returns when no backup is being made.
    ///
    /// To be called before the document is closed, which would break it off.
    public func finish() async {
        while let worker { await worker.value }
    }

    private func note(_ event: DocumentEvent) {
        switch event {
        case .tableChanged: hasChanges = true
        case .saveStateChanged: look()
        case .historyChanged, .leftAsItWas, .moved: break
        }
    }

    /// Makes a backup if one is due.
    private func look() {
        guard worker == nil, isBehind else { return }
        worker = Task {
            await makeBackups()
            worker = nil
        }
    }

    /// Whether there is something to back up, and it is in the file.
    private var isBehind: Bool { hasChanges && document.saveState == .saved }

    /// What is changed meanwhile is backed up, too, if the policy wants that so soon.
    private func makeBackups() async {
        if !isLastTimeKnown { await findLastTime() }
        while isBehind {
            let now = clock.now
            if let next = nextTime(now: now) { return wait(until: next) }
            hasChanges = false
            do {
                let backup = try await folder.add(at: LocalTime(now), keeping: policy.count) {
                    [document] (path) throws(StorageError) in try await document.backUp(to: path)
                }
                lastTime = now
                lastBackup = backup
                failure = nil
                observers.notify(.made(backup))
            } catch {
                hasChanges = true
                // The document was closed.
                if error == .cancelled || error == .unsupported { return }
                retryTime = now + Self.pauseAfterFailure
                failure = error
                Reports.error("KRK_BU_MK", "no backup of \(data: document.title): \(error)")
                observers.notify(.failed(error))
            }
        }
    }

    /// When the next backup may be made; `nil` for at once.
    private func nextTime(now: Date) -> Date? {
        if let retryTime, retryTime > now, retryTime <= now + Self.pauseAfterFailure { return retryTime }
        return policy.nextBackup(after: lastTime, now: now)
    }

    private func wait(until time: Date) {
        timer = clock.at(time) { [weak self] in self?.look() }
    }

    /// Backups that bear a later time than now are from a clock that was moved.
    private func findLastTime() async {
        let now = clock.now
        lastTime = await Self.backups(in: folder).map(\.time.date).last { $0 <= now }
        isLastTimeKnown = true
    }

    /// Without any if the folder cannot be read: then there may be one backup too many.
    @concurrent
    private static func backups(in folder: BackupFolder) async -> [Backup] {
        (try? folder.backups()) ?? []
    }

    /// In seconds.
    private static let pauseAfterFailure = 60.0
}

/// What became of an attempt to make a backup.
public enum BackupEvent: Sendable, Hashable {
    /// A copy was made; it is complete and durable.
    case made(Backup)
    /// The document is as it was; it is tried again after a minute.
    case failed(StorageError)
}
