/// Searches eight bytes of a text at a time, with the first byte in the lowest bits.
///
/// A match sets the high bit of its byte in the result, and no other bit.
enum ByteWord {
    private static let highBits: UInt64 = 0x8080_8080_8080_8080
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// The bytes from `position` on; blanks replace those beyond the end.
    @inline(__always)
    static func load(_ text: UnsafeBufferPointer<UInt8>, at position: Int) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(text)
        let left = text.count - position
        if left >= 8 { return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)) }
        guard left > 0 else { return ones &* 0x20 }
        return lastBytes(bytes, from: position, count: left) | ones &* 0x20 << (left * 8)
    }

    /// One to seven bytes, combined from two or three loads that may overlap.
    @inline(__always)
    private static func lastBytes(_ bytes: UnsafeRawBufferPointer, from position: Int, count: Int) -> UInt64 {
        if count >= 4 {
            let end = position + count - 4
            let low = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
            let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt32.self))
            return UInt64(low) | UInt64(high) << ((count - 4) * 8)
        }
        let middle = count / 2
        return UInt64(bytes[position]) | UInt64(bytes[position + middle]) << (middle * 8)
            | UInt64(bytes[position + count - 1]) << ((count - 1) * 8)
    }

    /// Marks the bytes that equal `byte`.
    @inline(__always)
    static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
        let different = word ^ (ones &* UInt64(byte))
        return ~((different & ~highBits) &+ ~highBits | different) & highBits
    }

    /// Marks the bytes from NUL to CR: tabs, line ends, and a few without a meaning here.
    @inline(__always)
    static func marksUpToReturn(in word: UInt64) -> UInt64 {
        let distance = ones &* UInt64(0x80 - ASCII.carriageReturn - 1)
        return ~((word & ~highBits) &+ distance | word) & highBits
    }

    /// The marks as eight bits, with that of the first byte lowest.
    @inline(__always)
    static func bits(ofMarks marks: UInt64) -> UInt64 {
        // Multiplying moves the eight marks side by side into the highest byte.
        (marks >> 7 &* 0x0102_0408_1020_4080) >> 56
    }
}
