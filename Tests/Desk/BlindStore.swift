import KirokuCore

/// A store that overwrites whatever others have written: what a document would be without looking for others.
///
/// It shows that the check at the end finds what is lost then.
struct BlindStore: DocumentStore {
    let store: any DocumentStore

    var location: StorageLocation { store.location }
    var capabilities: StoreCapabilities { store.capabilities.subtracting(.news) }
    var changesFromElsewhere: AsyncStream<Void> { AsyncStream { $0.finish() } }

    func commit(_ changes: [DocumentChange]) async throws(StorageError) {
        for _ in 0..<10 {
            do throws(StorageError) {
                return try await store.commit(changes)
            } catch {
                // The store knows then, and the document never does. What cannot be written at all is lost.
                _ = try? await store.news()
            }
        }
    }

    func news() async throws(StorageError) -> StoreNews? { nil }

    func load(
        around place: RecordPlace?, beginning: (@Sendable (PartialDocument) -> Void)?, progress: ProgressHandler?
    ) async throws(StorageError) -> DocumentContents {
        try await store.load(around: place, beginning: beginning, progress: progress)
    }

    func openForReading() async throws(StorageError) { try await store.openForReading() }

    func search<Failure: Error>(
        _ plan: @Sendable (Schema) throws(Failure) -> DocumentSearch
    ) async throws(StorageError) -> Result<FoundRecords, Failure> {
        try await store.search(plan)
    }

    func copy(into file: String, for path: String, progress: ProgressHandler?) async throws(StorageError) {
        try await store.copy(into: file, for: path, progress: progress)
    }

    func pictures() async throws(StorageError) -> [StoredPicture] { try await store.pictures() }

    func picture(named name: String, atMost limit: Int) async throws(StorageError) -> [UInt8]? {
        try await store.picture(named: name, atMost: limit)
    }

    func addPicture(_ bytes: [UInt8], hash: String, name: String) async throws(StorageError) -> String {
        try await store.addPicture(bytes, hash: hash, name: name)
    }

    func removePictures(named names: [String]) async throws(StorageError) {
        try await store.removePictures(named: names)
    }

    func giveSpaceBack() async throws(StorageError) { try await store.giveSpaceBack() }
    func close() async { await store.close() }
    func discard() async { await store.discard() }
}
