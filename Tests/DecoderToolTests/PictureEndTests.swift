import KirokuPictures
import Testing

@testable import DecoderTool

@Suite("The end of a picture")
struct PictureEndTests {
    /// A segment with a picture of its own, then pixels.
    private let jpeg: [UInt8] =
        [0xff, 0xd8, 0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9, 0xff, 0xff, 0xda, 0, 3, 1, 7, 0xff, 0, 8, 0xff, 0xd9]
    private let png: [UInt8] =
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + [0, 0, 0, 4] + Array("IDATIEND".utf8) + [1, 2, 3, 4]
        + [0, 0, 0, 0] + Array("IEND".utf8)

    @Test("It is found, however the bytes come", arguments: 1...30)
    func pieces(length: Int) {
        for (bytes, start) in [(jpeg, PictureEnd.jpeg(JPEGEnd())), (png, .png(PNGEnd()))] {
            var end = start
            for place in stride(from: 0, to: bytes.count, by: length) {
                #expect(!end.isFound)
                end.take(Array(bytes[place...].prefix(length)))
            }
            #expect(end.isFound)
        }
    }

    @Test("It is not found before it comes")
    func missing() {
        for (bytes, start) in [(jpeg, PictureEnd.jpeg(JPEGEnd())), (png, .png(PNGEnd()))] {
            for length in 0..<bytes.count {
                var end = start
                end.take(Array(bytes.prefix(length)))
                #expect(!end.isFound)
            }
        }
    }

    @Test("Formats that say themselves what is missing have none")
    func others() {
        #expect(PictureEnd(of: .bmp).isFound)
        #expect(PictureEnd(of: nil).isFound)
        #expect(!PictureEnd(of: .jpeg).isFound)
    }
}
