/// Several sources as one, distinguished by the prefixes of their albums and references.
public struct JoinedPictures: PictureSource {
    /// A source, with the prefix of its albums and references.
    public typealias Part = (scheme: String, source: any PictureSource)

    private let parts: [Part]

    /// Creates a source of the pictures of all these sources.
    public init(_ parts: [Part]) {
        self.parts = parts
    }

    /// The albums of all sources, each as soon as it is found.
    public func albums() -> AsyncStream<PictureAlbum> {
        AsyncStream { continuation in
            let task = Task {
                await withTaskGroup { group in
                    for part in parts {
                        group.addTask { for await album in part.source.albums() { continuation.yield(album) } }
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The pictures of an album, from the source that has found it.
    public func items(of album: PictureAlbum.ID, details: Bool) -> AsyncThrowingStream<[PictureItem], any Error> {
        guard let source = source(of: album.text) else {
            return AsyncThrowingStream { $0.finish(throwing: PictureError.gone(name: album.text)) }
        }
        return source.items(of: album, details: details)
    }

    /// The picture, from the source that has found it.
    public func item(_ reference: PictureReference) async throws(PictureError) -> PictureItem? {
        try await source(of: reference.text)?.item(reference)
    }

    /// Makes sure that the bytes are here, through the source that has found the picture.
    public func fetch(_ reference: PictureReference) async throws(PictureError) {
        try await source(of: reference.text)?.fetch(reference)
    }

    /// The bytes, from the source that has found the picture.
    public func bytes(of reference: PictureReference, atMost limit: Int) async throws(PictureError) -> [UInt8] {
        guard let source = source(of: reference.text) else { throw .gone(name: reference.text) }
        return try await source.bytes(of: reference, atMost: limit)
    }

    /// The URI from the source that has found the picture.
    public func fileURI(of reference: PictureReference) -> String? {
        source(of: reference.text)?.fileURI(of: reference)
    }

    /// Watches all sources, each for its own albums.
    public func watch(_ albums: [PictureAlbum.ID]) async -> PictureWatch {
        var watches: [PictureWatch] = []
        for part in parts {
            watches.append(await part.source.watch(albums.filter { $0.text.hasPrefix(part.scheme) }))
        }
        let all = watches
        let changes = AsyncStream { continuation in
            let task = Task {
                await withTaskGroup { group in
                    for watch in all {
                        group.addTask { for await change in watch.changes { continuation.yield(change) } }
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
        return PictureWatch(changes: changes, isComplete: all.allSatisfy(\.isComplete)) {
            for watch in all { await watch.checkAgain() }
        }
    }

    private func source(of text: String) -> (any PictureSource)? {
        parts.first { text.hasPrefix($0.scheme) }?.source
    }
}
