import FoundationEssentials
import Glibc
import Synchronization

@testable import KirokuCore

/// Counts from 0.
final class NextNumber: Sendable {
    private let next = Mutex(0)

    func take() -> Int {
        next.withLock { number in
            defer { number += 1 }
            return number
        }
    }
}

/// A backup source that writes files of one line, fails when told to, and can be held up.
actor FakeBackupSource: BackupSource {
    /// The paths of the backups that were made.
    private(set) var paths: [String] = []
    /// How often a backup was begun, those included that failed.
    private(set) var attempts = 0
    private var errors: [StorageError]
    private var isHeldUp = false
    private var heldUp: CheckedContinuation<Void, Never>?

    init(failing errors: [StorageError] = []) {
        self.errors = errors
    }

    func backUp(to path: String) async throws(StorageError) {
        attempts += 1
        if isHeldUp { await withCheckedContinuation { heldUp = $0 } }
        if !errors.isEmpty { throw errors.removeFirst() }
        guard access(path, F_OK) != 0 else { throw .alreadyExists(path: path) }
        try AtomicFile.write(Array("\(attempts)\n".utf8), to: path)
        paths.append(path)
    }

    /// From now on a backup waits for ``letGo()``.
    func holdUp() {
        isHeldUp = true
    }

    /// Lets the backup that waits go on, and those after it.
    func letGo() {
        isHeldUp = false
        heldUp?.resume()
        heldUp = nil
    }
}
