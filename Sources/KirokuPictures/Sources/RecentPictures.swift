import CGLib
import Glibc
import KirokuCore

/// An album of the pictures that were used last in any program of the desktop.
public struct RecentPictures: PictureSource {
    /// The prefix of references and albums of this source.
    public static let scheme = "recent:"
    /// The maximum number of pictures that count as recent.
    private static let most = 500
    private static let album = PictureAlbum.ID(text: scheme)

    private let path: String

    /// Creates a source of the pictures in the desktop's list of recent files.
    ///
    /// - Parameter path: the path of the list, which is `recently-used.xbel` in the user's data folder.
    public init(path: String) {
        self.path = path
    }

    /// “Recently used”; no album if there are no pictures.
    public func albums() -> AsyncStream<PictureAlbum> {
        AsyncStream { continuation in
            Task {
                let count = await list().count
                if count > 0 {
                    continuation.yield(
                        PictureAlbum(
                            id: Self.album, name: localized("Recently used"), count: count, comesFirst: true))
                }
                continuation.finish()
            }
        }
    }

    /// The pictures that still exist.
    public func items(of album: PictureAlbum.ID, details: Bool) -> AsyncThrowingStream<[PictureItem], any Error> {
        AsyncThrowingStream { continuation in
            Task {
                if album == Self.album {
                    continuation.yield(await list())
                    continuation.finish()
                } else {
                    continuation.finish(throwing: PictureError.gone(name: album.text))
                }
            }
        }
    }

    /// The picture; `nil` if it is gone.
    public func item(_ reference: PictureReference) async throws(PictureError) -> PictureItem? {
        guard let uri = fileURI(of: reference) else { return nil }
        return await BlockingIO.run { Self.item(uri) }
    }

    /// The bytes of the file.
    public func bytes(of reference: PictureReference, atMost limit: Int) async throws(PictureError) -> [UInt8] {
        guard let uri = fileURI(of: reference) else { throw .gone(name: reference.text) }
        return try await LoosePictures().bytes(of: LoosePictures.reference(to: uri), atMost: limit)
    }

    /// The file's own URI.
    public func fileURI(of reference: PictureReference) -> String? {
        guard reference.text.hasPrefix(Self.scheme + "file:") else { return nil }
        return String(reference.text.dropFirst(Self.scheme.count))
    }

    /// Reads the list in the background, as its disk, or a picture's, may not answer.
    private func list() async -> [PictureItem] {
        await BlockingIO.run { [path] in Self.read(path) }
    }

    private static func read(_ path: String) -> [PictureItem] {
        guard let file = g_bookmark_file_new() else { return [] }
        defer { g_bookmark_file_free(file) }
        var count: gsize = 0
        guard g_bookmark_file_load_from_file(file, path, nil) != 0, let uris = g_bookmark_file_get_uris(file, &count)
        else { return [] }
        defer { g_strfreev(uris) }
        var items: [PictureItem] = []
        // The newest are at the end.
        for index in (0..<Int(count)).reversed() where items.count < most {
            guard let uri = uris[index], let type = g_bookmark_file_get_mime_type(file, uri, nil) else { continue }
            defer { g_free(type) }
            guard strncmp(type, "image/", 6) == 0, let item = item(String(cString: uri)) else { continue }
            items.append(item)
        }
        return items
    }

    /// The picture with this URI; `nil` if it is gone, or is not a file of this machine.
    private static func item(_ uri: String) -> PictureItem? {
        DiskPath(uri: uri).flatMap { LoosePictures.item($0, PictureReference(text: scheme + uri)) }
    }
}
