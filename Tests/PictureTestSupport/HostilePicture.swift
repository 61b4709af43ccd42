/// Pictures that are made to do harm.
public enum HostilePicture {
    /// A PNG file that says it is so large, with no pixels to speak of.
    public static func png(_ width: Int, _ height: Int) -> [UInt8] {
        mark + chunk("IHDR", header(width, height)) + chunk("IDAT", zeros(1_000)) + chunk("IEND", [])
    }

    /// A PNG file that really has so many pixels, all of them black, in few bytes.
    public static func blackPNG(_ width: Int, _ height: Int) -> [UInt8] {
        mark + chunk("IHDR", header(width, height)) + chunk("IDAT", zeros(height * (width * 4 + 1)))
            + chunk("IEND", [])
    }

    /// A PNG file of one pixel with a text of so many characters, in few bytes.
    public static func textPNG(_ count: Int) -> [UInt8] {
        mark + chunk("IHDR", header(1, 1)) + chunk("zTXt", Array("Comment".utf8) + [0, 0] + zeros(count))
            + chunk("IDAT", zeros(5)) + chunk("IEND", [])
    }

    /// A GIF file with a first picture and so many more.
    public static func gif(frames: Int) -> [UInt8] {
        let frame: [UInt8] =
            [0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
        var bytes = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
        for _ in 0..<frames { bytes += frame }
        return bytes
    }

    private static let mark: [UInt8] = [0x89] + Array("PNG\r\n\u{1a}\n".utf8)

    private static func header(_ width: Int, _ height: Int) -> [UInt8] {
        SamplePicture.big(width, 4) + SamplePicture.big(height, 4) + [8, 6, 0, 0, 0]
    }

    private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(kind.utf8) + data
        return SamplePicture.big(data.count, 4) + content + SamplePicture.big(Int(checksum(content)), 4)
    }

    /// So many zeros as a stream of zlib: one zero, and then again and again "258 bytes like the last one", 13 bits each.
    private static func zeros(_ count: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.bytes = [0x78, 0x01]
        bits.write(0b011, 3)
        let repeats = max(0, count - 1) / 258
        for _ in 0..<(count - repeats * 258) { bits.write(0b00001100, 8) }
        for _ in 0..<repeats {
            bits.write(0b10100011, 8)
            bits.write(0, 5)
        }
        bits.write(0, 7)
        bits.finish()
        // Adler-32 of zeros: the sum of sums counts one for each byte.
        return bits.bytes + SamplePicture.big((count % 65_521) << 16 | 1, 4)
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0 as UInt32) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { start in
        (0..<8).reduce(UInt32(start)) { value, _ in value & 1 == 0 ? value >> 1 : 0xedb8_8320 ^ value >> 1 }
    }
}

/// Writes bits, the lowest of each byte first.
private struct BitWriter {
    var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var count: UInt32 = 0

    mutating func write(_ value: UInt32, _ length: UInt32) {
        pending |= value << count
        count += length
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
    }

    mutating func finish() {
        if count > 0 { write(0, 8 - count) }
    }
}
