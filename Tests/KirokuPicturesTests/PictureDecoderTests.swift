import FoundationEssentials
import Glibc
import PictureTestSupport
import Testing

@testable import KirokuPictures

@Suite("Decoding pictures")
struct PictureDecoderTests {
    @Test("A picture comes in the size that was asked for", arguments: ["png", "jpeg", "bmp", "tiff"])
    func size(format: String) async throws {
        let fixture = try DecoderFixture()
        let uri = try fixture.put(SamplePicture.bytes(400, 200, format: format), "a." + format)
        let picture = try #require(try await fixture.decode(uri))
        #expect(picture.pixels.size == PixelSize(width: 64, height: 32))
        #expect(picture.originalSize == PixelSize(width: 400, height: 200))
        #expect(picture.corners == [.red, .green, .blue, .white])
        let covering = try await fixture.decode(uri, .covering(width: 100, height: 100))
        #expect(covering?.pixels.size == PixelSize(width: 200, height: 100))
        let whole = try await fixture.decode(uri, .whole(mostPixels: 1_000_000))
        #expect(whole?.pixels.size == PixelSize(width: 400, height: 200))
        let less = try await fixture.decode(uri, .whole(mostPixels: 20_000))
        #expect(less?.pixels.size == PixelSize(width: 200, height: 100))
    }

    @Test("A picture is never enlarged")
    func small() async throws {
        let fixture = try DecoderFixture()
        let uri = try fixture.put(SamplePicture.bytes(30, 20), "a.png")
        #expect(try await fixture.decode(uri)?.pixels.size == PixelSize(width: 30, height: 20))
        let covering = try await fixture.decode(uri, .covering(width: 40, height: 40))
        #expect(covering?.pixels.size == PixelSize(width: 30, height: 20))
    }

    @Test(
        "A photograph is turned as the camera was held",
        arguments: [
            (1, [.red, .green, .blue, .white]), (2, [.green, .red, .white, .blue]), (3, [.white, .blue, .green, .red]),
            (4, [.blue, .white, .red, .green]), (5, [.red, .blue, .green, .white]), (6, [.blue, .red, .white, .green]),
            (7, [.white, .green, .blue, .red]), (8, [.green, .white, .red, .blue]),
        ] as [(Int, [SampleColor])])
    func orientation(number: Int, corners: [SampleColor]) async throws {
        let fixture = try DecoderFixture()
        let bytes = SamplePicture.bytes(400, 200, format: "jpeg", orientation: number)
        let uri = try fixture.put(bytes, "a.jpg")
        let picture = try #require(try await fixture.decode(uri))
        let shown = number < 5 ? PixelSize(width: 400, height: 200) : PixelSize(width: 200, height: 400)
        #expect(picture.originalSize == shown)
        #expect(picture.pixels.size == shown.fitting(in: PixelSize(width: 64, height: 64)))
        #expect(picture.corners == corners)
        // As it is kept in a document.
        let request = DecodeRequest(.bytes(count: bytes.count), .fitting(width: 64, height: 64), .picture)
        #expect(try await fixture.decoder.decode(request, bytes: bytes, urgency: .chosen)?.corners == corners)
    }

    @Test("Bytes that are in no file are decoded, too")
    func bytes() async throws {
        let fixture = try DecoderFixture()
        let bytes = SamplePicture.bytes(400, 200)
        let request = DecodeRequest(.bytes(count: bytes.count), .fitting(width: 64, height: 64), .thumbnail)
        let picture = try await fixture.decoder.decode(request, bytes: bytes, urgency: .chosen)
        #expect(picture?.corners == [.red, .green, .blue, .white])
    }

    @Test("The name does not decide what kind of picture it is")
    func wrongSuffix() async throws {
        let fixture = try DecoderFixture()
        let uri = try fixture.put(SamplePicture.bytes(40, 20), "really.jpg")
        #expect(try await fixture.decode(uri)?.corners == [.red, .green, .blue, .white])
    }

    @Test("The small picture of a camera is there at once, with the black stripes cut off")
    func glimpse() async throws {
        let fixture = try DecoderFixture()
        let small = SamplePicture.bytes(160, 120, [.green, .green, .green, .green], format: "jpeg")
        let bytes = SamplePicture.fromCamera(600, 400, small: small, taken: "2015:05:20 20:24:50")
        let uri = try fixture.put(bytes, "a.jpg")
        let glimpse = try #require(
            try await fixture.decode(uri, .fitting(width: 128, height: 128), .glimpse))
        #expect(!glimpse.isFinal)
        #expect(glimpse.corners == [.green, .green, .green, .green])
        #expect(glimpse.originalSize == PixelSize(width: 600, height: 400))
        #expect(abs(glimpse.pixels.size.width * 2 - glimpse.pixels.size.height * 3) <= 3)
        let without = try fixture.put(SamplePicture.bytes(400, 200), "b.png")
        #expect(try await fixture.decode(without, .fitting(width: 128, height: 128), .glimpse) == nil)
    }
}

@Suite("Pictures that cannot be decoded")
struct HostilePictureTests {
    @Test("Each says what is wrong with it, and costs no more than itself")
    func failures() async throws {
        let fixture = try DecoderFixture()
        let good = try fixture.put(SamplePicture.bytes(40, 20), "good.png")
        let jpeg = SamplePicture.bytes(400, 200, format: "jpeg")
        let png = SamplePicture.bytes(400, 200)
        let files: [(String, [UInt8], DecodeFailure)] = [
            ("zero.jpg", [], .empty),
            ("cut.jpg", Array(jpeg.prefix(jpeg.count / 2)), .cutOff),
            ("cut.png", Array(png.prefix(png.count / 2)), .cutOff),
            ("text.png", Array("This is no picture.".utf8), .unknownFormat),
            ("huge.png", HostilePicture.png(30_000, 30_000), .tooManyPixels(width: 30_000, height: 30_000)),
        ]
        for (name, bytes, failure) in files {
            let uri = try fixture.put(bytes, name)
            #expect(await fixture.failure(uri) == failure)
            #expect(await fixture.failure(good) == nil)
        }
    }

    @Test("What is no file is not opened")
    func noFiles() async throws {
        let fixture = try DecoderFixture()
        mkfifo(fixture.folder.path("fifo.jpg"), 0o600)
        mkdir(fixture.folder.path("folder.jpg"), 0o700)
        #expect(await fixture.failure(fixture.uri("fifo.jpg")) == .notAFile)
        #expect(await fixture.failure(fixture.uri("folder.jpg")) == .notAFile)
        #expect(await fixture.failure(fixture.uri("missing.jpg")) == .gone)
        #expect(await fixture.failure("file:///dev/zero") == .notAFile)
        #expect(await fixture.failure("https://example.org/a.jpg") == .gone)
    }

    @Test("What may not be read says so", .enabled(if: getuid() != 0))
    func notAllowed() async throws {
        let fixture = try DecoderFixture()
        let uri = try fixture.put(SamplePicture.bytes(40, 20), "secret.png")
        chmod(fixture.folder.path("secret.png"), 0)
        #expect(await fixture.failure(uri) == .notAllowed)
    }

    @Test("Of an animation without an end, the first picture is shown")
    func animation() async throws {
        let fixture = try DecoderFixture()
        let uri = try fixture.put(HostilePicture.gif(frames: 200_000), "endless.gif")
        #expect(try await fixture.decode(uri)?.pixels.size == PixelSize(width: 1, height: 1))
    }

    @Test("A text of 500 MB in a PNG file does no harm")
    func textBomb() async throws {
        var limits = DecodeLimits()
        limits.memory = 1 << 29
        let fixture = try DecoderFixture(limits: limits)
        let uri = try fixture.put(HostilePicture.textPNG(500_000_000), "bomb.png")
        _ = await fixture.failure(uri)
        let good = try fixture.put(SamplePicture.bytes(40, 20), "good.png")
        #expect(await fixture.failure(good) == nil)
    }

    @Test("A drawing that says it is huge is drawn in the size that is asked for")
    func drawing() async throws {
        let fixture = try DecoderFixture()
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="2000000000" height="1000000000" viewBox="0 0 2 1">
            <rect width="2" height="1" fill="red"/></svg>
            """
        let uri = try fixture.put(Array(svg.utf8), "huge.svg")
        let failure = await fixture.failure(uri)
        if case .tooManyPixels = failure { return }
        #expect(failure == nil || failure == .endedDecoder)
    }

    @Test("More memory than it may have ends the decoder, and the next picture is decoded by another")
    func memory() async throws {
        var limits = DecodeLimits()
        limits.memory = 300_000_000
        let fixture = try DecoderFixture(limits: limits)
        let uri = try fixture.put(HostilePicture.blackPNG(9_000, 9_000), "large.png")
        #expect(await fixture.failure(uri) == .endedDecoder)
        let good = try fixture.put(SamplePicture.bytes(40, 20), "good.png")
        #expect(await fixture.failure(good) == nil)
    }

    @Test("What is still being written may be whole soon, and is not remembered as broken")
    func unfinished() async throws {
        let fixture = try DecoderFixture()
        let png = SamplePicture.bytes(400, 200)
        let uri = try fixture.put(Array(png.prefix(png.count / 2)), "copy.png", age: 0)
        #expect(await fixture.failure(uri, .thumbnail) == .stillChanging)
        _ = try fixture.put(png, "copy.png", age: 0)
        #expect(await fixture.failure(uri, .thumbnail) == nil)
    }

    @Test(
        "A decoder that does not work is no more than pictures that are not shown",
        arguments: [
            ("/bin/false", .endedDecoder), ("/bin/cat", .endedDecoder),
            ("/nothing/there", .noDecoder(reason: "No such file or directory")),
        ] as [(String, DecodeFailure)])
    func noDecoder(program: String, failure: DecodeFailure) async throws {
        let fixture = try DecoderFixture(program: program)
        let uri = try fixture.put(SamplePicture.bytes(40, 20), "good.png")
        #expect(await fixture.failure(uri) == failure)
    }

    @Test("A decoder that says nothing is given up, and so is one that nobody waits for")
    func silent() async throws {
        let fixture = try DecoderFixture()
        let script = fixture.folder.path("silent")
        // By a shell: a file that this process has open for writing may be so in a decoder that another test starts, too,
        // and cannot be run then.
        #expect(system("printf '#!/bin/sh\\nexec sleep 1000\\n' > '\(script)' && chmod 700 '\(script)'") == 0)
        var limits = DecodeLimits()
        limits.seconds = 1
        let silent = PictureDecoder(thumbnails: nil, program: script, limits: limits, lines: 1)
        let request = DecodeRequest(.file(uri: "file:///x"), .fitting(width: 9, height: 9), .picture)
        await #expect(throws: DecodeFailure.tooSlow) { try await silent.decode(request, urgency: .chosen) }
        limits.seconds = 1_000
        let patient = PictureDecoder(thumbnails: nil, program: script, limits: limits, lines: 1)
        let task = Task { try await patient.decode(request, urgency: .chosen) }
        let second = Task { try await patient.decode(request, urgency: .soon) }
        second.cancel()
        task.cancel()
        await #expect(throws: DecodeFailure.cancelled) { try await second.value }
        await #expect(throws: DecodeFailure.cancelled) { try await task.value }
    }

    @Test("Every failure has a sentence for the user")
    func messages() {
        let failures: [DecodeFailure] = [
            .gone, .notAllowed, .notAFile, .unreadable(reason: "x"), .empty, .unknownFormat, .cutOff,
            .broken(reason: "x"), .stillChanging, .tooManyPixels(width: 1, height: 2), .tooManyBytes, .tooSlow,
            .endedDecoder, .noDecoder(reason: "x"), .cancelled,
        ]
        #expect(Set(failures.map(\.message)).count == failures.count)
        #expect(failures.allSatisfy { !$0.message.isEmpty })
    }
}
