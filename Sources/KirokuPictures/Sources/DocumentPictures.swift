import KirokuCore

/// The pictures in a document, in two albums: all pictures, and those that no card shows.
public struct DocumentPictures: PictureSource {
    /// The prefix of references and albums of this source.
    public static let scheme = "document:"
    private static let all = PictureAlbum.ID(text: scheme + "all")
    private static let unused = PictureAlbum.ID(text: scheme + "unused")
    private static let picturePrefix = scheme + "picture/"

    private let store: any PictureStore
    private let usedNames: @Sendable () async -> Set<String>

    /// Creates a source of a document's pictures.
    ///
    /// - Parameters:
    ///   - store: the document.
    ///   - usedNames: returns the texts of the cells that show pictures.
    public init(store: any PictureStore, usedNames: @escaping @Sendable () async -> Set<String>) {
        self.store = store
        self.usedNames = usedNames
    }

    /// The reference to the picture with a name.
    public static func reference(to name: String) -> PictureReference {
        PictureReference(text: picturePrefix + name)
    }

    /// The name of the picture that a reference leads to; `nil` if the reference belongs to another source.
    public static func name(of reference: PictureReference) -> String? {
        guard reference.text.hasPrefix(picturePrefix) else { return nil }
        return String(reference.text.dropFirst(picturePrefix.count))
    }

    /// “In this document”, and “Not used in any record”; albums without pictures are left out.
    public func albums() -> AsyncStream<PictureAlbum> {
        AsyncStream { continuation in
            let task = Task {
                for (id, name) in [
                    (Self.all, localized("In this document")), (Self.unused, localized("Not used in any record")),
                ] {
                    let count = await (try? pictures(of: id))?.count ?? 0
                    guard count > 0 else { continue }
                    continuation.yield(PictureAlbum(id: id, name: name, count: count, comesFirst: true))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The pictures of an album, with their sizes in bytes.
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

    /// The picture that a reference leads to; `nil` if it is gone.
    public func item(_ reference: PictureReference) async throws(PictureError) -> PictureItem? {
        guard let name = Self.name(of: reference) else { return nil }
        return try await pictures(of: Self.all).first { $0.name == name }.map(Self.item)
    }

    /// Brings it from the server of a shared document.
    public func fetch(_ reference: PictureReference) async throws(PictureError) {
        guard let name = Self.name(of: reference) else { return }
        do throws(StorageError) {
            try await store.fetch(pictureNamed: name)
        } catch {
            throw error.whileReading(picture: name)
        }
    }

    /// The bytes as they were put into the document.
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

    /// A watch that finds changes only through ``PictureWatch/checkAgain()``, as a document does not announce them.
    public func watch(_ albums: [PictureAlbum.ID]) async -> PictureWatch {
        let (changes, continuation) = AsyncStream.makeStream(
            of: PictureChange.self, bufferingPolicy: .bufferingNewest(3))
        let seen = SeenPictures()
        await seen.update(from: self)
        return PictureWatch(changes: changes, isComplete: false) { [self] in
            guard await seen.update(from: self) else { return }
            continuation.yield(.albums)
            for album in [Self.all, Self.unused] { continuation.yield(.items(of: album)) }
        }
    }

    /// The names of all pictures, and those of the pictures that no card shows.
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
        // A picture that is only on the server takes no room here, and others may use it.
        return pictures.filter { $0.isHere && !used.contains($0.name) }
    }

    private static func item(_ picture: StoredPicture) -> PictureItem {
        PictureItem(reference: reference(to: picture.name), name: picture.name, byteCount: picture.byteCount)
    }
}

/// The names of a document's pictures at the last look.
private actor SeenPictures {
    private var names: [[String]] = []

    /// Returns whether the names have changed since the last look.
    @discardableResult
    func update(from source: DocumentPictures) async -> Bool {
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
        case .onServer: .onServer(name: name)
        case .wrongOnServer:
            .unreadable(name: name, reason: localized("the server has a different picture instead"))
        default: .unreadable(name: name, reason: message)
        }
    }
}
