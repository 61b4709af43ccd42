/// The beginnings of pictures, as the formats lay them down.
enum PictureSamples {
    static func png(_ width: Int, _ height: Int, orientation: Int? = nil) -> [UInt8] {
        var bytes: [UInt8] = [0x89] + Array("PNG\r\n\u{1a}\n".utf8)
        bytes += big(13, 4) + Array("IHDR".utf8) + big(width, 4) + big(height, 4) + [8, 6, 0, 0, 0] + big(0, 4)
        if let orientation {
            let data = exif(orientation, isLittle: false)
            bytes += big(data.count, 4) + Array("eXIf".utf8) + data + big(0, 4)
        }
        return bytes + big(4, 4) + Array("IDAT".utf8) + big(0, 4) + big(0, 4)
    }

    static func jpeg(_ width: Int, _ height: Int, orientation: Int? = nil, isLittle: Bool = true, frame: UInt8 = 0xc0)
        -> [UInt8]
    {
        var bytes: [UInt8] =
            [0xff, 0xd8, 0xff, 0xe0] + big(16, 2) + Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0]
        if let orientation {
            let data = Array("Exif\0\0".utf8) + exif(orientation, isLittle: isLittle)
            bytes += [0xff, 0xe1] + big(data.count + 2, 2) + data
        }
        bytes += [0xff, 0xff, 0xdb] + big(4, 2) + [0, 0]
        return bytes + [0xff, frame] + big(11, 2) + [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0]
    }

    static func gif(_ width: Int, _ height: Int) -> [UInt8] {
        Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0, 0, 0]
    }

    static func bitmap(_ width: Int, _ height: Int) -> [UInt8] {
        Array("BM".utf8) + little(54, 4) + little(0, 4) + little(54, 4) + little(40, 4) + little(width, 4)
            + little(height, 4) + little(1, 2) + little(24, 2)
    }

    static func oldBitmap(_ width: Int, _ height: Int) -> [UInt8] {
        Array("BM".utf8) + little(26, 4) + little(0, 4) + little(26, 4) + little(12, 4) + little(width, 2)
            + little(height, 2)
    }

    static func webp(_ width: Int, _ height: Int, orientation: Int? = nil, hasMark: Bool = false) -> [UInt8] {
        var bytes = riff("VP8X", little(0, 4) + little(width - 1, 3) + little(height - 1, 3))
        bytes += Array("ALPH".utf8) + little(3, 4) + [1, 2, 3, 0]
        if let orientation {
            let data = (hasMark ? Array("Exif\0\0".utf8) : []) + exif(orientation, isLittle: true)
            bytes += Array("EXIF".utf8) + little(data.count, 4) + data
        }
        return bytes
    }

    static func lossyWebP(_ width: Int, _ height: Int) -> [UInt8] {
        riff("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a] + little(width, 2) + little(height, 2))
    }

    static func losslessWebP(_ width: Int, _ height: Int) -> [UInt8] {
        riff("VP8L", [0x2f] + little((width - 1) | (height - 1) << 14, 4))
    }

    private static func riff(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + little(100, 4) + Array("WEBP".utf8) + Array(kind.utf8) + little(data.count, 4) + data
    }

    static func tiff(_ width: Int, _ height: Int, orientation: Int = 1, isLittle: Bool = true) -> [UInt8] {
        directory([(0x0100, 4, width), (0x0101, 3, height), (0x0112, 3, orientation)], isLittle: isLittle)
    }

    /// One entry before the orientation, and one after it.
    private static func exif(_ orientation: Int, isLittle: Bool) -> [UInt8] {
        directory([(0x0100, 3, 7), (0x0112, 3, orientation), (0x0115, 3, 3)], isLittle: isLittle)
    }

    private static func directory(_ entries: [(tag: Int, type: Int, value: Int)], isLittle: Bool) -> [UInt8] {
        func number(_ value: Int, _ length: Int) -> [UInt8] { isLittle ? little(value, length) : big(value, length) }
        var bytes = (isLittle ? Array("II*\0".utf8) : Array("MM\0*".utf8)) + number(8, 4) + number(entries.count, 2)
        for entry in entries {
            bytes += number(entry.tag, 2) + number(entry.type, 2) + number(1, 4)
            bytes += entry.type == 4 ? number(entry.value, 4) : number(entry.value, 2) + [0, 0]
        }
        return bytes + number(0, 4)
    }

    private static func big(_ number: Int, _ length: Int) -> [UInt8] { little(number, length).reversed() }

    private static func little(_ number: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
