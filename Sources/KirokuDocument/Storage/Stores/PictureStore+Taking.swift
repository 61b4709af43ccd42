/// Copying the pictures of another document, for cells that come from there.
extension PictureStore {
    /// The pictures of another store that this one does not have, and those whose names belong to other pictures here.
    package func missingPictures(
        of other: any PictureStore
    ) async throws(StorageError) -> (missing: [StoredPicture], others: [StoredPicture]) {
        let known = Dictionary(try await pictures().map { ($0.name, $0.hash) }) { first, _ in first }
        let different = try await other.pictures().filter { known[$0.name] != $0.hash }
        return (different.filter { known[$0.name] == nil }, different.filter { known[$0.name] != nil })
    }

    /// The names of the pictures of another store, among `names`, that this one does not have.
    public func pictureNames(
        missing names: Set<String>, of other: any PictureStore
    ) async throws(StorageError) -> Set<String> {
        let (missing, others) = try await missingPictures(of: other)
        return names.intersection((missing + others).map(\.name))
    }

    /// Keeps the pictures of another store that this one does not have, under their names.
    ///
    /// - Returns: the names that belong to other pictures here; these stay.
    /// - Throws: ``StorageError``; pictures that are already copied stay.
    package func takePictures(of other: any PictureStore) async throws(StorageError) -> [String] {
        let (missing, others) = try await missingPictures(of: other)
        _ = try await take(missing, from: other)
        return others.map(\.name)
    }

    /// Keeps those of the named pictures of another store that this one does not have.
    ///
    /// - Parameters:
    ///   - names: their names there; a name without a picture is left out.
    ///   - other: where they come from.
    /// - Returns: the new names of pictures whose names belong to other pictures here.
    /// - Throws: ``StorageError``; pictures that are already copied stay.
    @concurrent
    public func takePictures(
        named names: Set<String>, of other: any PictureStore
    ) async throws(StorageError) -> [String: String] {
        guard !names.isEmpty else { return [:] }
        let (missing, others) = try await missingPictures(of: other)
        return try await take((missing + others).filter { names.contains($0.name) }, from: other)
    }

    /// - Returns: the new names of pictures that got one.
    private func take(
        _ pictures: [StoredPicture], from other: any PictureStore
    ) async throws(StorageError) -> [String: String] {
        var renamed: [String: String] = [:]
        for picture in pictures {
            if Task.isCancelled { throw .cancelled }
            guard let bytes = try await other.picture(named: picture.name, atMost: picture.byteCount) else { continue }
            let name = try await addPicture(bytes, hash: picture.hash, name: picture.name)
            if name != picture.name { renamed[picture.name] = name }
        }
        return renamed
    }
}
