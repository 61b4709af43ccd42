import FoundationEssentials
import Glibc
import KirokuCore
import PictureTestSupport
import Testing

@testable import KirokuPictures

@Suite("The shared thumbnails")
struct ThumbnailTests {
    private let sizing = DecodeRequest.Sizing.fitting(width: 96, height: 96)

    @Test("Names are those that the specification gives as its example")
    func name() {
        let folder = ThumbnailFolder(path: "/home/aiko/.cache/thumbnails")
        #expect(
            folder.path(of: "file:///home" + "/jens/photos/me.png", .normal)
                == "/home/aiko/.cache/thumbnails/normal/c6ee772d9e49320e97ec29a7eb5b1697.png")
    }

    @Test("What was decoded is kept for all programs, as the specification asks for")
    func written() async throws {
        let fixture = try DecoderFixture()
        let uri = try fixture.put(SamplePicture.bytes(600, 300, format: "jpeg"), "a.jpg")
        let picture = try #require(try await fixture.decode(uri, sizing, .thumbnail))
        #expect(picture.pixels.size == PixelSize(width: 96, height: 48))
        let path = fixture.thumbnails.path(of: uri, .large)
        let kept = "file://" + path
        // The next answer comes after the thumbnail of the last one is written.
        #expect(try await fixture.decode(kept, .whole(mostPixels: 1_000_000))?.pixels.size.width == 256)
        let png = String(try Data(contentsOf: URL(filePath: path)).map { Character(Unicode.Scalar($0)) })
        for text in ["Thumb::URI\0\(uri)", "Thumb::MTime\0", "Thumb::Image::Width\0600", "Software\0Kiroku"] {
            #expect(png.contains(text))
        }
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(stat(fixture.thumbnails.path + "/large", &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.thumbnails.path + "/large").count == 1)
    }

    @Test("What another program has kept is shown, in whatever size it is", arguments: ThumbnailFolder.Size.allCases)
    func read(size: ThumbnailFolder.Size) async throws {
        let fixture = try DecoderFixture()
        let uri = try fixture.put(SamplePicture.bytes(600, 300), "a.png")
        try put(SampleThumbnail(uri: uri, side: size.side), at: fixture.thumbnails.path(of: uri, size), fixture)
        let picture = try #require(try await fixture.decode(uri, sizing, .glimpse))
        #expect(picture.corners == [.white, .white, .white, .white])
        #expect(picture.isFinal)
        #expect(picture.pixels.size == PixelSize(width: 96, height: 96))
    }

    @Test("A thumbnail of an earlier picture, of another file, or a damaged one is made anew")
    func stale() async throws {
        let fixture = try DecoderFixture()
        let uri = try fixture.put(SamplePicture.bytes(600, 300), "a.png")
        let path = fixture.thumbnails.path(of: uri, .large)
        for change in ["time", "file", "damage"] {
            var thumbnail = SampleThumbnail(uri: uri, side: 256)
            if change == "time" { thumbnail.age = 1 }
            if change == "file" { thumbnail.uri = "file:///other.png" }
            try put(thumbnail, at: path, fixture)
            if change == "damage" { truncate(path, 300) }
            #expect(try await fixture.decode(uri, sizing, .glimpse) == nil)
            let made = try await fixture.decode(uri, sizing, .thumbnail)
            #expect(made?.corners == [.red, .green, .blue, .white])
            // The next answer comes after the thumbnail of this one is written.
            _ = try await fixture.decode(uri, sizing, .picture)
        }
    }

    @Test("What could not be decoded is not tried again before it changes")
    func failure() async throws {
        let fixture = try DecoderFixture()
        let uri = try fixture.put(Array("no picture".utf8), "a.png")
        #expect(await fixture.failure(uri, .thumbnail) == .unknownFormat)
        #expect(FileManager.default.fileExists(atPath: fixture.thumbnails.failurePath(of: uri)))
        // The same time of change: it is taken for the same file.
        let date = try FileManager.default.attributesOfItem(atPath: fixture.folder.path("a.png"))[.modificationDate]
        _ = try fixture.put(SamplePicture.bytes(600, 300), "a.png")
        try FileManager.default.setAttributes(
            [.modificationDate: #require(date)], ofItemAtPath: fixture.folder.path("a.png"))
        #expect(await fixture.failure(uri, .thumbnail) == .unknownFormat)
        #expect(await fixture.failure(uri, .picture) == nil)
        try fixture.setAge(500, "a.png")
        #expect(await fixture.failure(uri, .thumbnail) == nil)
    }

    @Test("What ended the decoder is noted, too")
    func crash() async throws {
        var limits = DecodeLimits()
        limits.memory = 300_000_000
        let fixture = try DecoderFixture(limits: limits)
        let uri = try fixture.put(HostilePicture.blackPNG(9_000, 9_000), "large.png")
        #expect(await fixture.failure(uri, .thumbnail) == .endedDecoder)
        #expect(FileManager.default.fileExists(atPath: fixture.thumbnails.failurePath(of: uri)))
        #expect(await fixture.failure(uri, .glimpse) == .endedDecoder)
    }

    @Test("Where thumbnails cannot be kept, pictures are shown all the same")
    func unwritable() async throws {
        let fixture = try DecoderFixture()
        try FileManager.default.createDirectory(
            atPath: fixture.folder.path("cache"), withIntermediateDirectories: true)
        try Data("a file".utf8).write(to: URL(filePath: fixture.thumbnails.path))
        let uri = try fixture.put(SamplePicture.bytes(600, 300), "a.png")
        #expect(await fixture.failure(uri, .thumbnail) == nil)
        #expect(await fixture.failure(uri, .thumbnail) == nil)
    }

    private func put(_ thumbnail: SampleThumbnail, at path: String, _ fixture: DecoderFixture) throws {
        try Folder.make(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
        var status = stat()
        #expect(stat(fixture.folder.path("a.png"), &status) == 0)
        let texts = [
            "Thumb::URI": thumbnail.uri, "Thumb::MTime": String(status.st_mtim.tv_sec + thumbnail.age),
            "Software": "another program",
        ]
        let colors = [SampleColor](repeating: .white, count: 4)
        try Data(SamplePicture.bytes(thumbnail.side, thumbnail.side, colors, texts: texts)).write(
            to: URL(filePath: path))
    }
}

/// A thumbnail as another program writes it: all white.
private struct SampleThumbnail {
    var uri: String
    var side: Int
    var age = 0
}
