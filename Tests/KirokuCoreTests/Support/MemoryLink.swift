@testable import KirokuCore

/// A document link that keeps what it is given, fails when told to, and can be held up.
actor MemoryLink: DocumentLink {
    /// What was committed, one batch after the other.
    private(set) var batches: [[StoredChange]] = []
    private(set) var attempts = 0
    private(set) var isClosed = false
    private var errors: [StorageError]
    private var isHeldUp = false
    private var heldUp: CheckedContinuation<Void, Never>?
    private var arrival: CheckedContinuation<Void, Never>?

    /// - Parameter errors: what the first commits throw.
    init(failing errors: [StorageError] = []) {
        self.errors = errors
    }

    func commit(_ changes: [StoredChange]) async throws(StorageError) {
        attempts += 1
        if isHeldUp {
            await withCheckedContinuation { continuation in
                heldUp = continuation
                arrival?.resume()
                arrival = nil
            }
        }
        if !errors.isEmpty { throw errors.removeFirst() }
        batches.append(changes)
    }

    func close() {
        isClosed = true
    }

    /// From now on a commit waits for ``letGo()``.
    func holdUp() {
        isHeldUp = true
    }

    /// Returns when a commit is waiting.
    func waitForCommit() async {
        guard heldUp == nil else { return }
        await withCheckedContinuation { arrival = $0 }
    }

    func letGo() {
        isHeldUp = false
        heldUp?.resume()
        heldUp = nil
    }
}
