/// Hashes for finding equal texts: the same for the same text, and almost never for another.
///
/// They depend on random secrets of each run of the program, so no one can prepare texts with the same hash. Sixteen
/// bytes cost one multiplication; `Hasher` takes ten times as long for the short texts of cells.
enum SeededHash {
    private static let secrets = (next(), next(), next())

    private static func next() -> UInt64 { .random(in: .min ... .max) }

    /// The hash of a text.
    @inline(__always)
    static func of(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        let (first, second, _) = secrets
        var hash = first
        var place = 0
        while text.count &- place > 16 {
            hash = folded(word(text, place) ^ second, word(text, place &+ 8) ^ hash)
            place &+= 16
        }
        // The last two words may overlap; with the length, they still distinguish all texts.
        let isLong = text.count &- place >= 8
        let low = isLong ? word(text, place) : ByteWord.load(text, at: place)
        let high = isLong ? word(text, text.count &- 8) : 0
        return finished(folded(low ^ second, high ^ hash), text.count)
    }

    /// Combines two hashes.
    @inline(__always)
    static func of(_ one: Int, _ other: Int) -> Int {
        let (first, second, _) = secrets
        return finished(folded(UInt64(bitPattern: Int64(one)) ^ second, UInt64(bitPattern: Int64(other)) ^ first), 0)
    }

    /// The length is mixed in separately, so that nothing in a text can compensate for it.
    @inline(__always)
    private static func finished(_ hash: UInt64, _ length: Int) -> Int {
        let (first, _, last) = secrets
        return Int(truncatingIfNeeded: folded(hash ^ last, UInt64(truncatingIfNeeded: length) ^ first))
    }

    @inline(__always)
    private static func word(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> UInt64 {
        UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: place, as: UInt64.self)
    }

    /// Both halves of the product, of which every bit depends on all bits of both numbers.
    @inline(__always)
    private static func folded(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let product = one.multipliedFullWidth(by: other)
        return product.high ^ product.low
    }
}
