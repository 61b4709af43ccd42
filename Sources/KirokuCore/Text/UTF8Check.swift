/// Tells whether bytes are UTF-8, at the speed that whole files need.
enum UTF8Check {
    /// Where the first bytes begin that are not UTF-8; `nil` if there are none.
    ///
    /// Runs of ASCII are told eight bytes at a time, and characters of two and three bytes by one comparison; the
    /// standard library decides about the rest.
    static func firstInvalidByte(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        let bytes = UnsafeRawBufferPointer(text)
        var position = 0
        while position + 8 <= text.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let marks = word & 0x8080_8080_8080_8080
            if marks == 0 {
                position += 8
                continue
            }
            position += marks.trailingZeroBitCount >> 3
            while position + 4 <= text.count, text[position] >= 0x80 {
                let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
                let length = length(ofCharacterIn: word)
                if length == 4, invalidByte(text, position..<position + 4) != nil { return position }
                if length == 0 { return invalidByte(text, position..<position + 4) }
                position += length
            }
        }
        return invalidByte(text, position..<text.count)
    }

    /// The number of bytes of the character that begins in the lowest byte, which is not ASCII; 4 is a guess, and 0
    /// says that it is none.
    @inline(__always)
    private static func length(ofCharacterIn word: UInt32) -> Int {
        if word & 0x00c0_c0f0 == 0x0080_80e0 {
            let bits = word & 0x200f
            // Neither a longer form of a character that needs two bytes, nor half of a pair.
            return bits != 0 && bits != 0x200d ? 3 : 0
        }
        if word & 0xc0e0 == 0x80c0 { return word & 0x1e != 0 ? 2 : 0 }
        return word & 0xf8 == 0xf0 ? 4 : 0
    }

    private static func invalidByte(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        do {
            _ = try UTF8Span(validating: UnsafeBufferPointer(rebasing: text[range]).span)
            return nil
        } catch {
            return range.lowerBound + error.byteOffsets.lowerBound
        }
    }
}
