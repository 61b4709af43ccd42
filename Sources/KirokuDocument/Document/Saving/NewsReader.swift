/// Reads what others have written to a store.
@MainActor
final class NewsReader {
    /// Whether the store must be read as a whole.
    private var mustReadAll = false

    /// - Returns: `nil` if there is nothing new.
    func news(of store: any DocumentStore) async throws(StorageError) -> StoreNews? {
        mustReadAll ? try await contents(of: store) : try await store.news()
    }

    /// The complete contents; if reading them fails, the next call of ``news(of:)`` reads them.
    func contents(of store: any DocumentStore) async throws(StorageError) -> StoreNews {
        mustReadAll = true
        let contents = try await store.load()
        mustReadAll = false
        return .contents(contents)
    }
}
