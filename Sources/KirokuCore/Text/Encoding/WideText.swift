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
    private init?(unmarkedText text: ArraySlice<UInt8>) {
        let sample = text.prefix(Self.sampleSize)
        guard sample.contains(0) else { return nil }
        var zeros = [0, 0, 0, 0]
        for (offset, byte) in sample.enumerated() where byte == 0 { zeros[offset & 3] += 1 }
        let quads = sample.count / 4
        if quads > 0, sample.count.isMultiple(of: 4) || sample.count == Self.sampleSize {
            if zeros[3] == quads, zeros[2] * 10 >= quads * 9, zeros[0] == 0 {
                self.init(encoding: .utf32, isBigEndian: false, markSize: 0)
                return
            }
            if zeros[0] == quads, zeros[1] * 10 >= quads * 9, zeros[3] == 0 {
                self.init(encoding: .utf32, isBigEndian: true, markSize: 0)
                return
            }
        }
        let (even, odd) = (zeros[0] + zeros[2], zeros[1] + zeros[3])
        let pairs = sample.count / 2
        let count = max(even, odd)
        guard pairs > 1, sample.count.isMultiple(of: 2), min(even, odd) == 0,
            count * 4 >= pairs || count >= 16 && count * 20 >= pairs
        else {
            return nil
        }
        self.init(encoding: .utf16, isBigEndian: even > 0, markSize: 0)
    }
}
