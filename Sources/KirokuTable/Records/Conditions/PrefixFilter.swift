/// A fast filter for texts that may contain another one.
///
/// In a text of at most 32 bytes, all positions are compared at once with the first and the last wanted byte. Texts
/// without them are ruled out, several times as fast as by searching each text.
struct PrefixFilter: Sendable {
    private typealias Bytes = SIMD4<UInt64>
    private static var width: Int { MemoryLayout<Bytes>.size }
    private static var lowBits: UInt64 { 0x7f7f_7f7f_7f7f_7f7f }

    private let first: Bytes
    private let last: Bytes
    private let count: Int
    /// Ones for `width` bytes, then zeros for as many: from `width - n` on, a mask for the first `n` positions of a
    /// text.
    private let mask = [UInt8](repeating: .max, count: width) + [UInt8](repeating: 0, count: width)

    /// A filter for these bytes; `nil` if there are none.
    init?(_ wanted: [UInt8]) {
        guard let first = wanted.first, let last = wanted.last else { return nil }
        self.first = Self.bytes(of: first)
        self.last = Self.bytes(of: last)
        count = wanted.count
    }

    /// Whether a hit is certain, because there is nothing between the first and the last byte.
    var isExact: Bool { count <= 2 }

    /// Filters the texts from `start` on, at most 64 of them.
    ///
    /// - Returns: a bit for each text, the first in the lowest: whether it is a hit, and whether it must be tested.
    ///   Empty cells have neither.
    func words(of texts: StringTexts, from start: Int, count: Int) -> (hits: UInt64, undecided: UInt64) {
        // This many bytes are always read from the start of the text, whatever follows it in the block.
        let end = texts.bytes.count &- Self.width &- self.count
        func isDecided(_ place: TextPlace) -> Bool {
            place.isInBlock && place.length <= Self.width && place.offset <= end
        }
        var isAnyUndecided = false
        let hits = mask.withUnsafeBytes { mask in
            MatchWords.word(from: start, count: count) { index in
                let place = texts.places[index]
                guard isDecided(place) else {
                    isAnyUndecided = true
                    return false
                }
                let places = max(0, place.length &- self.count &+ 1)
                return isHit(
                    at: place.offset, in: UnsafeRawBufferPointer(texts.bytes),
                    Self.bytes(of: mask, at: Self.width &- places))
            }
        }
        guard isAnyUndecided else { return (hits, 0) }
        let undecided = MatchWords.word(from: start, count: count) { index in
            !texts.isEmpty(at: index) && !isDecided(texts.places[index])
        }
        return (hits, undecided)
    }

    /// Whether both bytes occur at the right distance at a position in `mask`, counted from `offset`.
    @inline(__always)
    private func isHit(at offset: Int, in bytes: UnsafeRawBufferPointer, _ mask: Bytes) -> Bool {
        let differences =
            (Self.bytes(of: bytes, at: offset) ^ first) | (Self.bytes(of: bytes, at: offset &+ count &- 1) ^ last)
        // The high bit of a byte is 0 where both are equal.
        let others = ((differences & Bytes(repeating: Self.lowBits)) &+ Bytes(repeating: Self.lowBits)) | differences
        let hits = ~others & mask
        return (hits[0] | hits[1] | hits[2] | hits[3]) & ~Self.lowBits != 0
    }

    @inline(__always)
    private static func bytes(of bytes: UnsafeRawBufferPointer, at offset: Int) -> Bytes {
        bytes.loadUnaligned(fromByteOffset: offset, as: Bytes.self)
    }

    private static func bytes(of byte: UInt8) -> Bytes {
        Bytes(repeating: 0x0101_0101_0101_0101 &* UInt64(byte))
    }
}
