import KirokuCore

/// What happens to the calls of a memory store: they fail when told to, can be held up, and are remembered.
public actor StoreScript {
    /// What was committed, one batch after the other.
    public private(set) var batches: [[DocumentChange]] = []
    /// How often a commit was begun, those included that failed.
    public private(set) var attempts = 0
    /// How often a copy was begun, those included that failed.
    public private(set) var copies = 0
    /// Whether the document has given the store free.
    public private(set) var isClosed = false
    private var commitErrors: [StorageError]
    private var copyErrors: [StorageError] = []
    private var commitGate = Gate()
    private var copyGate = Gate()

    /// - Parameter errors: what the first commits throw.
    public init(failing errors: [StorageError] = []) {
        commitErrors = errors
    }

    /// A store that goes by this script.
    public nonisolated func store(
        of contents: DocumentContents, name: String = "Memory",
        capabilities: StoreCapabilities = [.edits, .history, .pictures, .copies, .news]
    ) -> MemoryStore {
        MemoryStore(contents, name: name, capabilities: capabilities) { call throws(StorageError) in
            try await self.intercept(call)
        }
    }

    private func intercept(_ call: MemoryStore.Call) async throws(StorageError) {
        switch call {
        case .commit(let changes):
            attempts += 1
            if commitGate.isClosed { await withCheckedContinuation { commitGate.hold($0) } }
            if !commitErrors.isEmpty { throw commitErrors.removeFirst() }
            batches.append(changes)
        case .copy:
            copies += 1
            if copyGate.isClosed { await withCheckedContinuation { copyGate.hold($0) } }
            if !copyErrors.isEmpty { throw copyErrors.removeFirst() }
        case .close: isClosed = true
        case .load, .pictures: break
        }
    }

    /// Has the next commits throw these.
    public func fail(with errors: [StorageError]) {
        commitErrors = errors
    }

    /// Has the next copies throw these.
    public func failCopies(with errors: [StorageError]) {
        copyErrors = errors
    }

    /// From now on a commit waits for ``letGo()``.
    public func holdUp() {
        commitGate.isClosed = true
    }

    /// From now on a copy waits for ``letGoCopies()``.
    public func holdUpCopies() {
        copyGate.isClosed = true
    }

    /// Returns when a commit is waiting.
    public func waitForCommit() async {
        guard commitGate.held == nil else { return }
        await withCheckedContinuation { commitGate.arrival = $0 }
    }

    /// Lets the commit that waits go on, and those after it.
    public func letGo() {
        commitGate.open()
    }

    /// Lets the copy that waits go on, and those after it.
    public func letGoCopies() {
        copyGate.open()
    }

    private struct Gate {
        var isClosed = false
        var held: CheckedContinuation<Void, Never>?
        var arrival: CheckedContinuation<Void, Never>?

        mutating func hold(_ continuation: CheckedContinuation<Void, Never>) {
            held = continuation
            arrival?.resume()
            arrival = nil
        }

        mutating func open() {
            isClosed = false
            held?.resume()
            held = nil
        }
    }
}

extension Document {
    /// A document in memory, where what happens to its edits goes by a script.
    public convenience init(
        title: String, inMemory contents: DocumentContents, _ script: StoreScript = StoreScript(),
        clock: AppClock = .shared
    ) {
        self.init(title: title, contents: contents, store: script.store(of: contents), clock: clock)
    }
}
