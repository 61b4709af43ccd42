/// Copies pictures from one document to another, for cells that are taken over.
public enum PictureTaking {
    /// Copies those of these pictures that are not in the other document yet.
    ///
    /// - Parameters:
    ///   - names: what they are called where they come from; a name without a picture is left out.
    ///   - source: where they come from.
    ///   - store: where they go to; each is durable there once it is copied.
    /// - Returns: the names of those that are called something else there, as another picture has their name.
    /// - Throws: ``StorageError``; pictures that are already copied stay.
    @concurrent
    public static func copy(
        _ names: Set<String>, from source: any PictureStore, into store: any PictureStore
    ) async throws(StorageError) -> [String: String] {
        guard !names.isEmpty else { return [:] }
        let known = Dictionary(try await store.pictures().map { ($0.name, $0.hash) }) { first, _ in first }
        var renamed: [String: String] = [:]
        for picture in try await source.pictures() where names.contains(picture.name) {
            guard known[picture.name] != picture.hash else { continue }
            if Task.isCancelled { throw .cancelled }
            guard let bytes = try await source.picture(named: picture.name, atMost: picture.byteCount) else { continue }
            let name = try await store.addPicture(bytes, hash: picture.hash, name: picture.name)
            if name != picture.name { renamed[picture.name] = name }
        }
        return renamed
    }
}
