import CoreTestSupport
import FoundationEssentials
import Glibc
import KirokuCore

@testable import KirokuPictures

/// A folder of files to look for pictures in.
struct PictureFolder {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    var path: String { folder.path }

    /// Makes files, and the folders they are in; a name that ends in a slash is a folder.
    func make(_ names: String..., contents: [UInt8] = [1, 2, 3]) throws {
        for name in names {
            if let slash = name.lastIndex(of: "/") { try Folder.make(folder.path(String(name[..<slash]))) }
            if !name.hasSuffix("/") { try write(Data(contents), to: folder.path(name)) }
        }
    }

    func link(_ name: String, to target: String) throws {
        guard symlink(target, folder.path(name)) == 0 else { throw SystemError.last }
    }

    func source(depth: Int = PictureFolders.usualDepth, watchLimit: Int = 100) -> PictureFolders {
        PictureFolders([.init(path: path, depth: depth)], names: .usual, watchLimit: watchLimit)
    }

    /// The identifier of the album that a folder is.
    func album(_ name: String = "") -> PictureAlbum.ID { PictureAlbum.ID(text: reference(name).text) }

    func reference(_ name: String) -> PictureReference {
        PictureReference(text: DiskPath(Array(folder.path(name).utf8))?.uri ?? "")
    }
}

extension PictureSource {
    /// All albums, by their names.
    func counts() async -> [String: Int] {
        var counts: [String: Int] = [:]
        for await album in albums() { counts[album.name] = album.count }
        return counts
    }

    /// The names of all items, in order.
    func names(in album: PictureAlbum.ID, details: Bool = false) async throws -> [String] {
        var names: [String] = []
        for try await items in items(of: album, details: details) { names += items.map(\.name) }
        return names.sorted()
    }
}
