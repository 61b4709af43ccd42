/// The exact form of a text in UTF-16 or UTF-32: which of the two, and its byte order.
struct WideText: Equatable {
    let encoding: TextEncoding
    let isBigEndian: Bool
    /// The size of its byte order mark in bytes; 0 if it has none.
    let markSize: Int

    /// How many bytes of a text without a byte order mark are examined.
    static let sampleSize = 1 << 12

    /// The size of a code unit in bytes.
    var unitSize: Int { encoding == .utf32 ? 4 : 2 }

    /// Detects the form by the byte order mark or by the position of NULs; `nil` if the text seems to be neither.
    init?(_ text: [UInt8]) {
        if let marked = Self(markedText: text) { self = marked } else { self.init(unmarkedText: text[...]) }
    }

    /// Detects the form of a text that is known to be in UTF-16 or UTF-32.
    init(_ text: [UInt8], known encoding: TextEncoding) {
        if let found = Self(text), found.encoding == encoding {
            self = found
        } else {
            self.init(encoding: encoding, isBigEndian: false, markSize: 0)
        }
    }

    private init(encoding: TextEncoding, isBigEndian: Bool, markSize: Int) {
        (self.encoding, self.isBigEndian, self.markSize) = (encoding, isBigEndian, markSize)
    }

    private init?(markedText text: [UInt8]) {
        typealias Mark = TextEncoding.Mark
        // A text in UTF-16 that begins with NUL would look the same, but is not a table.
        if text.starts(with: Mark.utf32LittleEndian) {
            self.init(encoding: .utf32, isBigEndian: false, markSize: 4)
        } else if text.starts(with: Mark.utf32BigEndian) {
            self.init(encoding: .utf32, isBigEndian: true, markSize: 4)
        } else if text.starts(with: Mark.utf16LittleEndian) {
            self.init(encoding: .utf16, isBigEndian: false, markSize: 2)
        } else if text.starts(with: Mark.utf16BigEndian) {
            self.init(encoding: .utf16, isBigEndian: true, markSize: 2)
        } else {
            return nil
        }
    }

    /// Detects the form by NULs: these are the high bytes of ASCII characters, which a table in any language contains.
    ///
    /// UTF-8 may contain NULs, too, but hardly one beside each character; a text without NULs is UTF-8.
    private init?(unmarkedText text: ArraySlice<UInt8>) {
        let sample = text.prefix(Self.sampleSize)
        let zeros = sample.count { $0 == 0 }
        guard zeros > 0, zeros * 20 >= sample.count * 9 || !Self.isUTF8(sample) else { return nil }
        let isPart = text.count > sample.count || sample.count == Self.sampleSize
        for (encoding, size) in [(TextEncoding.utf32, 4), (.utf16, 2)] where isPart || sample.count % size == 0 {
            let count = sample.count / size
            let little = ASCIIUnits(sample, size: size, isBigEndian: false)
            let big = ASCIIUnits(sample, size: size, isBigEndian: true)
            let (found, other) = big.isMoreLikely(than: little) ? (big, little) : (little, big)
            let isEnough =
                size == 4
                ? found.wide == count
                : found.count * 4 >= count || found.count >= 16 && found.count * 20 >= count
                    || found.structure > 1 && other.structure == 0 && found.count * 12 >= count
            if count > 1, found.controls == 0, found.structure >= other.structure, isEnough {
                self.init(encoding: encoding, isBigEndian: found.isBigEndian, markSize: 0)
                return
            }
        }
        return nil
    }

    /// Whether bytes are UTF-8 without control characters other than NUL; the last character may be cut off.
    private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
        let text = bytes.filter { $0 != 0 }
        let invalid = text.withUnsafeBufferPointer { UTF8Check.firstInvalidByte($0) } ?? text.count
        return invalid > text.count - 4 && !TextEncoding.hasControls(text)
    }
}

/// The ASCII characters among the code units of a text in one byte order.
private struct ASCIIUnits {
    let isBigEndian: Bool
    /// How many there are.
    private(set) var count = 0
    /// How many of them separate lines and cells; in the other byte order, these are rare characters.
    private(set) var structure = 0
    /// How many units are control characters that text files do not contain.
    private(set) var controls = 0
    /// How many units may be characters at all: in UTF-32, none is beyond 10FFFF.
    private(set) var wide = 0

    init(_ text: ArraySlice<UInt8>, size: Int, isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
        for place in stride(from: text.startIndex, through: text.endIndex - size, by: size) {
            let unit = text[place..<place + size].reduce(0) { $0 << 8 | UInt32($1) }
            let value = isBigEndian ? unit : size == 4 ? unit.byteSwapped : UInt32(UInt16(unit).byteSwapped)
            wide += value <= 0x10ffff ? 1 : 0
            guard value < 0x80 else { continue }
            switch UInt8(value) {
            case ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab, ASCII.comma, ASCII.semicolon: structure += 1
            case let byte where TextEncoding.hasControls([byte]): controls += 1
            default: break
            }
            count += 1
        }
    }

    /// Whether this is the byte order, rather than the other one.
    func isMoreLikely(than other: Self) -> Bool {
        (controls == 0 ? 1 : 0, structure, count) > (other.controls == 0 ? 1 : 0, other.structure, other.count)
    }
}
