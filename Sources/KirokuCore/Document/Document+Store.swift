/// The document's store, for all who read or write more than edits there.
///
/// The document passes each call on to the store that it is in at that moment: a copy may take its place at any time.
extension Document: PictureStore {
    /// The pictures of the document; none if it is kept nowhere.
    public func pictures() async throws(StorageError) -> [StoredPicture] {
        try await saver.store?.pictures() ?? []
    }

    /// A picture of the document; none if it is kept nowhere.
    public func picture(named name: String, atMost limit: Int) async throws(StorageError) -> [UInt8]? {
        try await saver.store?.picture(named: name, atMost: limit)
    }

    /// Keeps a picture; throws ``StorageError/unsupported`` if the document is kept nowhere.
    public func addPicture(
        _ bytes: [UInt8], hash: String, name: String
    ) async throws(StorageError) -> String {
        try await settledStore().addPicture(bytes, hash: hash, name: name)
    }

    /// Takes pictures out; throws ``StorageError/unsupported`` if the document is kept nowhere.
    public func removePictures(named names: [String]) async throws(StorageError) {
        try await settledStore().removePictures(named: names)
    }

    /// Has the store take no more room than it needs; throws ``StorageError/unsupported`` if there is none.
    public func giveSpaceBack() async throws(StorageError) {
        try await settledStore().giveSpaceBack()
    }

    /// Makes a copy of what is saved now, as ``DocumentStore/backUp(to:progress:)`` does.
    public func backUp(to path: String) async throws(StorageError) {
        guard let store = saver.store else { throw .unsupported }
        try await store.backUp(to: path)
    }

    /// Writes a copy of what is saved now into an empty file, as ``DocumentStore/copy(into:for:progress:)`` does.
    func copy(into file: String, for path: String) async throws(StorageError) {
        guard let store = saver.store else { throw .unsupported }
        try await store.copy(into: file, for: path, progress: nil)
    }

    /// The store, once it is certain which one: what was written to the old one while a copy is made would be missing in
    /// the copy.
    private func settledStore() async throws(StorageError) -> any DocumentStore {
        await saver.untilReleased()
        guard let store = saver.store else { throw .unsupported }
        return store
    }
}
