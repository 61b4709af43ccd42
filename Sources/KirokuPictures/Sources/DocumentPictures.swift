import KirokuCore

/// The pictures that are kept in a document, as albums: all of them, and those that no card shows.
public struct DocumentPictures: PictureSource {
    /// What references and albums of this source begin with.
    public static let scheme = "document:"
    private static let all = PictureAlbum.ID(text: scheme + "all")
    private static let unused = PictureAlbum.ID(text: scheme + "unused")
    private static let picturePrefix = scheme + "picture/"

    private let store: any PictureStore
    private let usedNames: @Sendable () async -> Set<String>

    /// The pictures of a document.
    ///
    /// - Parameters:
    ///   - store: where they are kept.
    ///   - usedNames: the texts of the cells that show pictures.
    public init(store: any PictureStore, usedNames: @escaping @Sendable () async -> Set<String>) {
        self.store = store
        self.usedNames = usedNames
    }

    /// What leads to the picture of a name.
    public static func reference(to name: String) -> PictureReference {
        PictureReference(text: picturePrefix + name)
    }

    /// The name of the picture that a reference leads to, or `nil` if it is one of another source.
    public static func name(of reference: PictureReference) -> String? {
        guard reference.text.hasPrefix(picturePrefix) else { return nil }
        return String(reference.text.dropFirst(picturePrefix.count))
    }

    /// "In this document", and "Not used in any record" if there are such pictures.
    public func albums() -> AsyncStream<PictureAlbum> {
        AsyncStream { continuation in
            let task = Task {
                for (id, name) in [
                    (Self.all, localized("In this document")), (Self.unused, localized("Not used in any record")),
                ] {
                    let count = await (try? pictures(of: id))?.count ?? 0
                    if count > 0 { continuation.yield(PictureAlbum(id: id, name: name, count: count)) }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The pictures of one of the albums, with their sizes.
    public func items(of album: PictureAlbum.ID, details: Bool) -> AsyncThrowingStream<[PictureItem], any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    let items = try await pictures(of: album).map(Self.item)
                    if !items.isEmpty { continuation.yield(items) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The picture of that name, if it is still there.
    public func item(_ reference: PictureReference) async throws(PictureError) -> PictureItem? {
        guard let name = Self.name(of: reference) else { return nil }
        return try await pictures(of: Self.all).first { $0.name == name }.map(Self.item)
    }

    /// The bytes that were put into the document.
    public func bytes(of reference: PictureReference, atMost limit: Int) async throws(PictureError) -> [UInt8] {
        guard let name = Self.name(of: reference) else { throw .gone(name: reference.text) }
        let bytes: [UInt8]?
        do throws(StorageError) {
            bytes = try await store.picture(named: name, atMost: limit)
        } catch {
            throw error.whileReading(picture: name)
        }
        guard let bytes else { throw .gone(name: name) }
        return bytes
    }

    /// Nothing tells of what happens in a document, so changes are found by looking again.
    public func watch(_ albums: [PictureAlbum.ID]) async -> PictureWatch {
        let (changes, continuation) = AsyncStream.makeStream(
            of: PictureChange.self, bufferingPolicy: .bufferingNewest(3))
        let seen = SeenPictures()
        await seen.look(at: self)
        return PictureWatch(changes: changes, isComplete: false) { [self] in
            guard await seen.look(at: self) else { return }
            continuation.yield(.albums)
            for album in [Self.all, Self.unused] { continuation.yield(.items(of: album)) }
        }
    }

    /// The names of all pictures, and of those that no card shows.
    fileprivate var names: [[String]] {
        get async {
            var names: [[String]] = []
            for album in [Self.all, Self.unused] {
                names.append(await (try? pictures(of: album))?.map(\.name) ?? [])
            }
            return names
        }
    }

    private func pictures(of album: PictureAlbum.ID) async throws(PictureError) -> [StoredPicture] {
        guard album == Self.all || album == Self.unused else { throw .gone(name: album.text) }
        let pictures: [StoredPicture]
        do throws(StorageError) {
            pictures = try await store.pictures()
        } catch {
            throw error.whileReading(picture: localized("In this document"))
        }
        guard album == Self.unused, !pictures.isEmpty else { return pictures }
        let used = await usedNames()
        return pictures.filter { !used.contains($0.name) }
    }

    private static func item(_ picture: StoredPicture) -> PictureItem {
        PictureItem(reference: reference(to: picture.name), name: picture.name, byteCount: picture.byteCount)
    }
}

/// What was in a document when it was looked at last.
private actor SeenPictures {
    private var names: [[String]] = []

    /// Returns whether it is something else now.
    @discardableResult
    func look(at source: DocumentPictures) async -> Bool {
        let found = await source.names
        defer { names = found }
        return found != names
    }
}

extension StorageError {
    fileprivate func whileReading(picture name: String) -> PictureError {
        switch self {
        case .tooLarge: .tooLarge(name: name)
        case .cancelled: .cancelled
        default: .unreadable(name: name, reason: message)
        }
    }
}
