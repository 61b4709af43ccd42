import FoundationEssentials
import Glibc
import KirokuCore

/// Picture files anywhere on this machine, by their `file:` URIs, such as those dropped on a window; in no album.
public struct LoosePictures: PictureSource {
    /// Creates a source of any files.
    public init() {}

    /// The reference to the file with a URI.
    public static func reference(to uri: String) -> PictureReference { PictureReference(text: uri) }

    /// The name of the file with a URI; the URI itself if it is not of this machine.
    public static func name(of uri: String) -> String { DiskPath(uri: uri)?.name ?? uri }

    /// Always empty.
    public func albums() -> AsyncStream<PictureAlbum> { AsyncStream { $0.finish() } }

    /// Always fails, as there are no albums.
    public func items(of album: PictureAlbum.ID, details: Bool) -> AsyncThrowingStream<[PictureItem], any Error> {
        AsyncThrowingStream { $0.finish(throwing: PictureError.gone(name: album.text)) }
    }

    /// The file; `nil` if it is gone.
    public func item(_ reference: PictureReference) async throws(PictureError) -> PictureItem? {
        guard let path = DiskPath(uri: reference.text) else { return nil }
        return await BlockingIO.run { Self.item(path, reference) }
    }

    /// The bytes of the file.
    public func bytes(of reference: PictureReference, atMost limit: Int) async throws(PictureError) -> [UInt8] {
        guard let file = DiskPath(uri: reference.text), let folder = file.folder else {
            throw .gone(name: reference.text)
        }
        // The folder source can read safely whatever kind of file this is.
        return try await PictureFolders([.init(path: folder, depth: 0)]).bytes(of: reference, atMost: limit)
    }

    /// The URI itself.
    public func fileURI(of reference: PictureReference) -> String? {
        reference.text.hasPrefix("file:") ? reference.text : nil
    }

    /// The picture at a path; `nil` if it is gone, or is not a regular file.
    static func item(_ path: DiskPath, _ reference: PictureReference) -> PictureItem? {
        var status = stat()
        guard stat(path.terminated, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let changed = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
        return PictureItem(
            reference: reference, name: path.name, changed: Date(timeIntervalSince1970: changed),
            byteCount: Int(status.st_size))
    }
}

extension DiskPath {
    /// The folder that the file is in, as text; `nil` if it is not valid text.
    fileprivate var folder: String? {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return String(validating: bytes.prefix(max(slash, 1)), as: UTF8.self)
    }
}
