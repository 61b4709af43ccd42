import CoreTestSupport
import Testing

@testable import KirokuPictures

@Suite("What the first bytes of a picture say")
struct PictureHeaderTests {
    @Test(
        "Format and size",
        arguments: [
            (PictureSamples.png(1_234, 5_678), .png, 1_234, 5_678),
            (PictureSamples.png(30_000, 30_000), .png, 30_000, 30_000),
            (PictureSamples.jpeg(4_032, 3_024), .jpeg, 4_032, 3_024),
            (PictureSamples.jpeg(640, 480, frame: 0xc2), .jpeg, 640, 480),
            (PictureSamples.jpeg(640, 480, orientation: 1, frame: 0xcf), .jpeg, 640, 480),
            (PictureSamples.gif(320, 65_535), .gif, 320, 65_535),
            (PictureSamples.bitmap(640, 480), .bmp, 640, 480),
            (PictureSamples.bitmap(640, -480), .bmp, 640, 480),
            (PictureSamples.bitmap(1, Int(Int32.min)), .bmp, 1, PixelSize.largest),
            (PictureSamples.oldBitmap(640, 480), .bmp, 640, 480),
            (PictureSamples.webp(16_384, 1), .webp, 16_384, 1),
            (PictureSamples.lossyWebP(550, 368), .webp, 550, 368),
            (PictureSamples.losslessWebP(16_384, 9_000), .webp, 16_384, 9_000),
            (PictureSamples.tiff(100_000, 3), .tiff, 100_000, 3),
            (PictureSamples.tiff(100_000, 3, isLittle: false), .tiff, 100_000, 3),
        ] as [([UInt8], PictureFormat, Int, Int)])
    func size(bytes: [UInt8], format: PictureFormat, width: Int, height: Int) throws {
        let header = try #require(PictureHeader(bytes))
        #expect(header.format == format)
        #expect(header.size == PixelSize(width: width, height: height))
        #expect(header.orientation == .upright)
    }

    @Test("Orientation", arguments: PictureOrientation.allCases)
    func orientation(_ orientation: PictureOrientation) {
        let number = orientation.rawValue
        for bytes in [
            PictureSamples.png(30, 20, orientation: number),
            PictureSamples.jpeg(30, 20, orientation: number),
            PictureSamples.jpeg(30, 20, orientation: number, isLittle: false),
            PictureSamples.webp(30, 20, orientation: number),
            PictureSamples.webp(30, 20, orientation: number, hasMark: true),
            PictureSamples.tiff(30, 20, orientation: number),
        ] {
            let header = PictureHeader(bytes)
            #expect(header?.orientation == orientation)
            #expect(header?.size == PixelSize(width: 30, height: 20))
            let shown = number < 5 ? PixelSize(width: 30, height: 20) : PixelSize(width: 20, height: 30)
            #expect(header?.shownSize == shown)
        }
    }

    @Test("An orientation that there is not means upright", arguments: [0, 9, 65_535])
    func wrongOrientation(number: Int) {
        #expect(PictureHeader(PictureSamples.jpeg(3, 2, orientation: number))?.orientation == .upright)
    }

    @Test(
        "Formats without a size",
        arguments: [
            (Array("II*\0".utf8), .tiff), (Array("MM\0*".utf8), .tiff),
            (Array("\0\0\0\u{18}ftypheic".utf8), .heif), (Array("\0\0\0\u{18}ftypavif".utf8), .heif),
            (Array(" \n<svg xmlns=''>".utf8), .svg), (Array("<?xml version='1.0'?><svg>".utf8), .svg),
        ] as [([UInt8], PictureFormat)])
    func formats(bytes: [UInt8], format: PictureFormat) {
        #expect(PictureFormat(bytes) == format)
        #expect(PictureHeader(bytes) == nil)
    }

    @Test(
        "What is no picture",
        arguments: [
            "", "B", "BM", "BMW is a car", "GIF", "<html>", "<?xml version='1.0'?><html>", "RIFF....WAVE", "%PDF-1.7",
            "\0\0\0\u{18}ftypisom",
        ])
    func noPicture(text: String) {
        #expect(PictureFormat(Array(text.utf8)) == nil)
    }

    @Test("An empty size is none")
    func emptySize() {
        #expect(PictureHeader(PictureSamples.png(0, 10)) == nil)
        #expect(PictureHeader(PictureSamples.jpeg(10, 0)) == nil)
        #expect(PictureHeader(PictureSamples.bitmap(-10, 10)) == nil)
    }

    @Test("Cut off anywhere, it says the right size or none", arguments: Self.samples)
    func cutOff(bytes: [UInt8]) throws {
        let whole = try #require(PictureHeader(bytes))
        for length in 0..<bytes.count {
            guard let header = PictureHeader(Array(bytes.prefix(length))) else { continue }
            #expect(header.size == whole.size)
        }
    }

    @Test(
        "Whatever the bytes are, it comes to an end with a size that is possible",
        arguments: 1...20 as ClosedRange<UInt64>)
    func fuzz(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            guard var bytes = Self.samples.randomElement(using: &random) else { return }
            for _ in 0..<Int.random(in: 0...12, using: &random) { change(&bytes, &random) }
            guard let header = PictureHeader(bytes) else { continue }
            #expect((1...PixelSize.largest).contains(header.size.width))
            #expect((1...PixelSize.largest).contains(header.size.height))
        }
    }

    @Test("A megabyte of one byte, or of empty chunks, is soon done with")
    func longAndEmpty() {
        let fill = [UInt8](repeating: 0xff, count: 1 << 20)
        #expect(PictureHeader([0xff, 0xd8] + fill) == nil)
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        #expect(PictureHeader(PictureSamples.webp(3, 2) + zeros)?.orientation == .upright)
        #expect(PictureHeader(PictureSamples.png(3, 2).dropLast(16) + zeros)?.orientation == .upright)
    }

    private func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        guard let place = bytes.indices.randomElement(using: &random) else { return }
        switch Int.random(in: 0...4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0 ... .max, using: &random)
        case 1: bytes[place] = [0, 0xff, 0x7f, 0x80].randomElement(using: &random) ?? 0
        case 2: bytes.removeLast(bytes.count - place)
        case 3: bytes.insert(UInt8.random(in: 0 ... .max, using: &random), at: place)
        default: bytes.remove(at: place)
        }
    }

    private static let samples = [
        PictureSamples.png(30, 20, orientation: 6), PictureSamples.jpeg(30, 20, orientation: 6),
        PictureSamples.jpeg(30, 20, orientation: 3, isLittle: false), PictureSamples.gif(30, 20),
        PictureSamples.bitmap(30, 20), PictureSamples.oldBitmap(30, 20), PictureSamples.webp(30, 20, orientation: 8),
        PictureSamples.lossyWebP(30, 20), PictureSamples.losslessWebP(30, 20),
        PictureSamples.tiff(30, 20, orientation: 6, isLittle: false),
    ]
}
