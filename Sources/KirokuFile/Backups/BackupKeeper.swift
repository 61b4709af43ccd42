import FoundationEssentials

/// Makes backups of a document while it is edited.
///
/// When a change is saved and the last backup is older than the policy's interval, the keeper makes a backup. If the
/// last one is newer, it waits until the interval is over. It takes the time of the last backup from that backup's
/// name, so earlier runs of the program count, too.
@MainActor
public final class BackupKeeper {
    /// How often backups are made, and how many are kept; can be changed at any time.
    public var policy: BackupPolicy {
        didSet {
            retryTime = nil
            startIfDue()
        }
    }
    /// The last backup that this keeper has made.
    public private(set) var lastBackup: Backup?
    /// Why the last attempt failed; `nil` if it succeeded.
    public private(set) var failure: StorageError?

    private let document: Document
    private let folder: BackupFolder
    private let clock: AppClock
    private let observers = Observers<BackupEvent>()
    private var observation: Observation?
    /// Whether there are changes that no backup contains.
    private var hasChanges = false
    /// When the last backup was made, by this keeper or in an earlier run.
    private var lastTime: Date?
    private var isLastTimeKnown = false
    /// After a failure, no new attempt is made before this time.
    private var retryTime: Date?
    private var worker: Task<Void, Never>?
    private var timer: ClockTimer?

    /// Makes backups as long as the keeper exists.
    ///
    /// - Parameters:
    ///   - document: the document to back up.
    ///   - folder: where the backups go.
    ///   - policy: how often backups are made, and how many are kept.
    ///   - clock: measures the interval, and gives the backups their names.
    public init(
        of document: Document, in folder: BackupFolder, policy: BackupPolicy = .usual, clock: AppClock = .shared
    ) {
        self.document = document
        self.folder = folder
        self.policy = policy
        self.clock = clock
        observation = document.observe { [weak self] in self?.handle($0) }
    }

    /// Calls `body` after every attempt, for as long as the caller keeps the returned observation.
    public func observe(_ body: @escaping @MainActor (BackupEvent) -> Void) -> Observation {
        observers.add(body)
    }

    /// Waits until no backup is being made.
    ///
    /// Call this before closing the document, which would cancel a backup.
    public func finish() async {
        while let worker { await worker.value }
    }

    private func handle(_ event: DocumentEvent) {
        switch event {
        case .tableChanged, .changedByOthers: hasChanges = true
        case .saveStateChanged: startIfDue()
        case .checksChanged, .historyChanged, .leftAsItWas, .moved, .conflictsChanged: break
        }
    }

    /// Makes a backup if one is due.
    private func startIfDue() {
        guard worker == nil, isBehind else { return }
        worker = Task {
            await makeBackups()
            worker = nil
        }
    }

    /// Whether there are changes to back up, all of them saved in the file.
    private var isBehind: Bool { hasChanges && document.saveState == .saved }

    /// Repeats, because the document may change in the meantime, and the policy may allow the next backup at once.
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
        timer = clock.at(time) { [weak self] in self?.startIfDue() }
    }

    /// Ignores backups with a time in the future, after which the clock was set back.
    private func findLastTime() async {
        let now = clock.now
        lastTime = await Self.backups(in: folder).map(\.time.date).last { $0 <= now }
        isLastTimeKnown = true
    }

    /// The backups, or none if the folder cannot be read; at worst, this leads to one backup too many.
    @concurrent
    private static func backups(in folder: BackupFolder) async -> [Backup] {
        (try? folder.backups()) ?? []
    }

    /// In seconds.
    private static let pauseAfterFailure = 60.0
}

/// The outcome of an attempt to make a backup.
public enum BackupEvent: Sendable, Hashable {
    /// The backup is complete, and safely on the disk.
    case made(Backup)
    /// No backup was made; the next attempt follows in a minute.
    case failed(StorageError)
}
