/// The document's file, for all who read or write more than edits there.
///
/// The document is the only one that keeps a reference to it: a copy may take its place at any time.
extension Document: PictureStore, BackupSource {
    /// The pictures in the file; none for a document that is in no file.
    public func pictures() async throws(StorageError) -> [StoredPicture] {
        try await file?.pictures() ?? []
    }

    /// A picture in the file; none in a document that is in no file.
    public func picture(named name: String, atMost limit: Int) async throws(StorageError) -> [UInt8]? {
        try await file?.picture(named: name, atMost: limit)
    }

    /// Keeps a picture in the file; throws ``StorageError/unsupported`` if there is none.
    public func addPicture(
        _ bytes: [UInt8], hash: String, name: String
    ) async throws(StorageError) -> String {
        try await settledFile().addPicture(bytes, hash: hash, name: name)
    }

    /// Takes pictures out of the file; throws ``StorageError/unsupported`` if there is none.
    public func removePictures(named names: [String]) async throws(StorageError) {
        try await settledFile().removePictures(named: names)
    }

    /// Makes the file as small as it can be; throws ``StorageError/unsupported`` if there is none.
    public func giveSpaceBack() async throws(StorageError) {
        try await settledFile().giveSpaceBack()
    }

    /// Makes a copy of what is in the file; throws ``StorageError/unsupported`` if there is none.
    public func backUp(to path: String) async throws(StorageError) {
        guard let file else { throw .unsupported }
        try await file.backUp(to: path)
    }

    /// The file, once it is certain which one: what was written to the old one while a copy is made would be missing in
    /// the copy.
    private func settledFile() async throws(StorageError) -> CardFile {
        await saver.untilReleased()
        guard let file else { throw .unsupported }
        return file
    }
}
