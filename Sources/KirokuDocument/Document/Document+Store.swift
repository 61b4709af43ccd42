/// The document's store, for everything apart from edits.
///
/// The document passes each call on to its current store, as a copy may replace it at any time.
extension Document: PictureStore {
    /// The pictures of the document; none if the document has no store.
    public func pictures() async throws(StorageError) -> [StoredPicture] {
        try await saver.store?.pictures() ?? []
    }

    /// A picture of the document; none if the document has no store.
    ///
    /// A picture on a server is fetched first.
    public func picture(named name: String, atMost limit: Int) async throws(StorageError) -> [UInt8]? {
        do throws(StorageError) {
            return try await saver.store?.picture(named: name, atMost: limit)
        } catch {
            guard case .onServer = error, let fetchPicture else { throw error }
            try await fetchPicture(name)
            return try await saver.store?.picture(named: name, atMost: limit)
        }
    }

    /// Fetches a picture from a server.
    public func fetch(pictureNamed name: String) async throws(StorageError) {
        do throws(StorageError) {
            try await saver.store?.fetch(pictureNamed: name)
        } catch {
            guard case .onServer = error, let fetchPicture else { throw error }
            try await fetchPicture(name)
        }
    }

    /// Keeps a picture; throws ``StorageError/unsupported`` if the document has no store.
    public func addPicture(
        _ bytes: [UInt8], hash: String, name: String
    ) async throws(StorageError) -> String {
        try await settledStore().addPicture(bytes, hash: hash, name: name)
    }

    /// Removes pictures; throws ``StorageError/unsupported`` if the document has no store.
    public func removePictures(named names: [String]) async throws(StorageError) {
        try await settledStore().removePictures(named: names)
    }

    /// Makes the store release unused space; throws ``StorageError/unsupported`` if there is none.
    public func giveSpaceBack() async throws(StorageError) {
        try await settledStore().giveSpaceBack()
    }

    /// Writes a copy of what is currently saved into an empty file, as ``DocumentStore/copy(into:for:progress:)`` does.
    package func copy(into file: String, for path: String) async throws(StorageError) {
        guard let store = saver.store else { throw .unsupported }
        try await store.copy(into: file, for: path, progress: nil)
    }

    /// The store, after a pending switch: anything written to the old store during a copy would be missing in the copy.
    private func settledStore() async throws(StorageError) -> any DocumentStore {
        await saver.untilReleased()
        guard let store = saver.store else { throw .unsupported }
        return store
    }
}
