/// Finds the end of the first image in a GIF file.
enum GIFFirstFrame {
    /// The byte that ends a GIF file.
    static let trailer: UInt8 = 0x3b

    /// The number of bytes up to the end of the first image; `nil` if it is not within these bytes.
    static func end(in bytes: [UInt8]) -> Int? {
        var place = 13 + colorTable(bytes, flagsAt: 10)
        while place < bytes.count {
            switch bytes[place] {
            case 0x21:
                guard let end = endOfBlocks(bytes, from: place + 2) else { return nil }
                place = end
            case 0x2c:
                return endOfBlocks(bytes, from: place + 11 + colorTable(bytes, flagsAt: place + 9))
            default: return nil
            }
        }
        return nil
    }

    /// The length of the colour table that these flags announce.
    private static func colorTable(_ bytes: [UInt8], flagsAt place: Int) -> Int {
        guard bytes.indices.contains(place), bytes[place] & 0x80 != 0 else { return 0 }
        return 3 << (Int(bytes[place] & 7) + 1)
    }

    /// The end of the empty block that ends a sequence of blocks; each block is its length and that many bytes.
    private static func endOfBlocks(_ bytes: [UInt8], from start: Int) -> Int? {
        var place = start
        while place < bytes.count {
            let length = Int(bytes[place])
            place += 1 + length
            if length == 0 { return place <= bytes.count ? place : nil }
        }
        return nil
    }
}
