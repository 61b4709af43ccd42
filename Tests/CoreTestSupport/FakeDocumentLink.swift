import KirokuCore

/// A document link that keeps what it is given, fails when told to, and can be held up.
public actor FakeDocumentLink: DocumentLink {
    /// What was committed, one batch after the other.
    public private(set) var batches: [[DocumentChange]] = []
    /// How often a commit was begun, those included that failed.
    public private(set) var attempts = 0
    /// Whether the document has given the link free.
    public private(set) var isClosed = false
    private var errors: [StorageError]
    private var isHeldUp = false
    private var heldUp: CheckedContinuation<Void, Never>?
    private var arrival: CheckedContinuation<Void, Never>?

    /// - Parameter errors: what the first commits throw.
    public init(failing errors: [StorageError] = []) {
        self.errors = errors
    }

    /// Has the next commits throw these.
    public func fail(with errors: [StorageError]) {
        self.errors = errors
    }

    /// Keeps the changes, or throws the next of the errors.
    public func commit(_ changes: [DocumentChange]) async throws(StorageError) {
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

    /// Remembers that it was called.
    public func close() {
        isClosed = true
    }

    /// From now on a commit waits for ``letGo()``.
    public func holdUp() {
        isHeldUp = true
    }

    /// Returns when a commit is waiting.
    public func waitForCommit() async {
        guard heldUp == nil else { return }
        await withCheckedContinuation { arrival = $0 }
    }

    /// Lets the commit that waits go on, and those after it.
    public func letGo() {
        isHeldUp = false
        heldUp?.resume()
        heldUp = nil
    }
}
