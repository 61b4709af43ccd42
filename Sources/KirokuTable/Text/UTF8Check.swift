/// Checks whether bytes are UTF-8, fast enough for whole files.
enum UTF8Check {
    /// The offset of the first invalid bytes; `nil` if there are none.
    ///
    /// ASCII is checked eight bytes at a time, and characters of two and three bytes with one comparison; the standard
    /// library checks those of four.
    static func firstInvalidByte(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        let bytes = UnsafeRawBufferPointer(text)
        var position = 0
        let isValid =
            skipValid(text, &position, to: text.count - 8) { position in
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            }
            // Blanks replace the bytes beyond the end, so a truncated character is invalid.
            && skipValid(text, &position, to: text.count - 1) { ByteWord.load(text, at: $0) }
        return isValid ? nil : position
    }

    /// Moves past all characters that begin at `last` or before; returns false at the first invalid one.
    @inline(__always)
    private static func skipValid(
        _ text: UnsafeBufferPointer<UInt8>, _ position: inout Int, to last: Int, load: (Int) -> UInt64
    ) -> Bool {
        while position <= last {
            let word = load(position)
            let marks = word & 0x8080_8080_8080_8080
            if marks == 0 {
                position += 8
                continue
            }
            position += marks.trailingZeroBitCount >> 3
            while position <= last, text[position] >= 0x80 {
                let length = length(ofCharacterIn: UInt32(truncatingIfNeeded: load(position)))
                if length == 0 || length == 4 && !isCharacter(text[position...].prefix(4)) { return false }
                position += length
            }
        }
        return true
    }

    /// The size of the character that begins with the lowest byte, which is not ASCII; 0 if it is invalid, and 4 if it
    /// still must be validated.
    @inline(__always)
    private static func length(ofCharacterIn word: UInt32) -> Int {
        if word & 0x00c0_c0f0 == 0x0080_80e0 {
            let bits = word & 0x200f
            // Neither an overlong encoding nor a surrogate.
            return bits != 0 && bits != 0x200d ? 3 : 0
        }
        if word & 0xc0e0 == 0x80c0 { return word & 0x1e != 0 ? 2 : 0 }
        return word & 0xf8 == 0xf0 ? 4 : 0
    }

    private static func isCharacter(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        (try? UTF8Span(validating: UnsafeBufferPointer(rebasing: bytes).span)) != nil
    }
}
