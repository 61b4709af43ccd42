import CPixbuf
import FoundationEssentials
import Glibc
import KirokuCore
import KirokuPictures

/// A thumbnail to store for all programs.
struct Thumbnail {
    let picture: LoadedPicture
    let uri: String
    let stamp: FileInput.Stamp
}

/// Reads and writes the shared thumbnails by the freedesktop specification.
struct ThumbnailStore {
    /// The size that current file managers look for first.
    static let size = ThumbnailFolder.Size.large

    let folder: ThumbnailFolder
    let limits: DecodeLimits

    /// A thumbnail of the file in its current state, at least as large as requested; `nil` if there is none.
    ///
    /// A thumbnail of another file or time counts as missing, and so does one that is damaged or too large.
    func thumbnail(of uri: String, _ stamp: FileInput.Stamp, _ sizing: DecodeRequest.Sizing) -> DecodedPicture? {
        guard case .fitting(let width, let height) = sizing else { return nil }
        for size in ThumbnailFolder.Size.allCases where size.side >= max(width, height) {
            guard let loaded = load(folder.path(of: uri, size), uri, stamp, mostPixels: size.side * size.side)
            else { continue }
            var original: PixelSize?
            if let width = loaded.option(Self.key("Image::Width")).flatMap({ Int($0) }),
                let height = loaded.option(Self.key("Image::Height")).flatMap({ Int($0) })
            {
                original = PixelSize(width: width, height: height)
            }
            return loaded.scaled(to: sizing.size(of: loaded.size)).decoded(original: original, isFinal: true)
        }
        return nil
    }

    /// Why this program could not decode the file; `nil` if it has not tried, or the file has changed since.
    func failure(of uri: String, _ stamp: FileInput.Stamp) -> DecodeFailure? {
        guard let note = load(folder.failurePath(of: uri), uri, stamp, mostPixels: 1), note.size.count == 1,
            let text = note.option(Self.failureKey)
        else { return nil }
        return try? JSONDecoder().decode(DecodeFailure.self, from: Data(text.utf8))
    }

    /// Stores a thumbnail; if that fails, it is made again next time.
    func keep(_ thumbnail: Thumbnail) {
        guard !isOwn(thumbnail.uri) else { return }
        let side = Self.size.side
        let loaded = thumbnail.picture
        let sizing = DecodeRequest.Sizing.fitting(width: side, height: side)
        var texts = Self.texts(thumbnail.uri, thumbnail.stamp)
        texts[Self.key("Image::Width")] = String(loaded.originalSize.width)
        texts[Self.key("Image::Height")] = String(loaded.originalSize.height)
        write(loaded.scaled(to: sizing.size(of: loaded.size)), texts, to: folder.path(of: thumbnail.uri, Self.size))
    }

    /// Records that the file cannot be decoded in its current state.
    func keep(_ failure: DecodeFailure, of uri: String, _ stamp: FileInput.Stamp) {
        guard !isOwn(uri), let json = try? JSONEncoder().encode(failure),
            let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 1, 8, 1, 1)
        else { return }
        gdk_pixbuf_fill(pixbuf, 0)
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        var texts = Self.texts(uri, stamp)
        // Only ASCII characters are allowed there.
        texts[Self.failureKey] =
            String(decoding: json, as: UTF8.self).unicodeScalars.allSatisfy(\.isASCII)
            ? String(decoding: json, as: UTF8.self) : Self.anyFailure
        let picture = LoadedPicture(retaining: pixbuf, originalSize: PixelSize(width: 1, height: 1))
        write(picture, texts, to: folder.failurePath(of: uri))
    }

    // MARK: Files

    private func load(
        _ path: String, _ uri: String, _ stamp: FileInput.Stamp, mostPixels: Int
    ) -> LoadedPicture? {
        var limits = limits
        limits.mostPixels = mostPixels
        guard let path = DiskPath(Array(path.utf8)), let input = try? FileInput(path, limit: 1 << 23),
            let loaded = try? PictureLoading(input, limits: limits).load(.whole(mostPixels: mostPixels)),
            loaded.option(Self.key("URI")) == uri,
            loaded.option(Self.key("MTime")).flatMap({ Int($0) }) == stamp.seconds
        else { return nil }
        return loaded
    }

    /// Writes a file that only the user can read, first under another name, so that other programs see all of it or
    /// none.
    private func write(_ picture: LoadedPicture, _ texts: [String: String], to path: String) {
        guard let bytes = Self.png(picture, texts), let slash = path.lastIndex(of: "/"),
            (try? Folder.make(String(path[..<slash]))) != nil
        else { return }
        AtomicFile.keep(bytes, at: path)
    }

    private static func png(_ picture: LoadedPicture, _ texts: [String: String]) -> [UInt8]? {
        var keys: [UnsafeMutablePointer<CChar>?] = texts.keys.map { strdup($0) } + [strdup("compression"), nil]
        var values: [UnsafeMutablePointer<CChar>?] = texts.keys.map { strdup(texts[$0] ?? "") } + [strdup("3"), nil]
        defer { for text in keys + values { free(text) } }
        var buffer: UnsafeMutablePointer<CChar>?
        var count: gsize = 0
        guard gdk_pixbuf_save_to_bufferv(picture.pixbuf, &buffer, &count, "png", &keys, &values, nil) != 0,
            let buffer
        else { return nil }
        defer { g_free(buffer) }
        return Array(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
    }

    private static func texts(_ uri: String, _ stamp: FileInput.Stamp) -> [String: String] {
        [
            key("URI"): uri, key("MTime"): String(stamp.seconds), key("Size"): String(stamp.size),
            "tEXt::Software": "Kiroku",
        ]
    }

    /// Whether the file is itself a thumbnail, of which no thumbnail is stored.
    private func isOwn(_ uri: String) -> Bool {
        guard let path = DiskPath(uri: uri), let folder = DiskPath(Array(folder.path.utf8)) else { return true }
        return path.isIn(folder)
    }

    private static func key(_ name: String) -> String { "tEXt::Thumb::" + name }
    private static let failureKey = "tEXt::Kiroku::Failure"
    private static let anyFailure = #"{"endedDecoder":{}}"#
}
