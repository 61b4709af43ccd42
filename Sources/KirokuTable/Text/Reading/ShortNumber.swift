/// Reads short numbers, which are the most frequent in tables, all at once instead of character by character.
///
/// Other numbers are left to ``PlainNumber``; where both can read a text, they agree. After each text, eight more bytes
/// must be readable, whatever they are.
enum ShortNumber {
    private static let zeros: UInt64 = 0x3030_3030_3030_3030

    /// Reads a whole number as ``PlainNumber/int(_:)`` does.
    @inline(__always)
    static func int(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let start = text.baseAddress else { return nil }
        let isNegative = start[0] == ASCII.minus
        let count = text.count &- (isNegative ? 1 : 0)
        guard count >= 1, count <= 8, let magnitude = digits(word(start + (isNegative ? 1 : 0)), count: count) else {
            return PlainNumber.int(text)
        }
        if start[isNegative ? 1 : 0] == ASCII.zero { return count == 1 && !isNegative ? 0 : nil }
        return isNegative ? 0 &- Int(magnitude) : Int(magnitude)
    }

    /// Reads a number with a point, digits on both sides of it, and at most eight characters after its sign.
    @inline(__always)
    static func float(_ text: UnsafeBufferPointer<UInt8>) -> (value: Double, decimals: Decimals)? {
        guard let (magnitude, decimals, isNegative) = parts(text) else { return nil }
        // Both are exact, so the single operation rounds to the nearest Double.
        let value = Double(magnitude) / PowersOfTen.doubles[decimals]
        return (
            isNegative ? -value : value,
            Decimals(
                count: decimals, endsInZero: decimals > 1 && text[text.count &- 1] == ASCII.zero,
                form: FloatForm(decimals: UInt8(truncatingIfNeeded: decimals)))
        )
    }

    /// Reads an exact number as ``DecimalNumber/init(plain:)`` does.
    @inline(__always)
    static func decimal(_ text: UnsafeBufferPointer<UInt8>) -> DecimalNumber? {
        guard let (magnitude, decimals, isNegative) = parts(text), magnitude > 0 || !isNegative else {
            return DecimalNumber(plain: text)
        }
        let coefficient = isNegative ? 0 &- Int(magnitude) : Int(magnitude)
        return DecimalNumber(unchecked: Int128(coefficient), places: UInt8(truncatingIfNeeded: decimals))
    }

    /// The digits as a whole number, for a number with a point, digits on both sides of it, and at most eight
    /// characters after its sign.
    @inline(__always)
    private static func parts(
        _ text: UnsafeBufferPointer<UInt8>
    ) -> (magnitude: UInt64, decimals: Int, isNegative: Bool)? {
        guard let start = text.baseAddress else { return nil }
        let isNegative = start[0] == ASCII.minus
        let count = text.count &- (isNegative ? 1 : 0)
        guard count >= 3, count <= 8 else { return nil }
        let first = start + (isNegative ? 1 : 0)
        let word = word(first)
        let points = ByteWord.marks(of: ASCII.point, in: word)
        let place = points.trailingZeroBitCount >> 3
        let decimals = count &- place &- 1
        guard place >= 1, decimals >= 1, place == 1 || first[0] != ASCII.zero else { return nil }
        // Moves the digits after the point next to those before it; a second point is not a digit.
        let before: UInt64 = 1 &<< UInt64(8 &* place) &- 1
        let joined = word & before | word >> 8 & ~before
        return digits(joined, count: count &- 1).map { ($0, decimals, isNegative) }
    }

    @inline(__always)
    private static func word(_ start: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    }

    /// The number whose 1 to 8 digits are the lowest `count` bytes; `nil` if one is not a digit.
    @inline(__always)
    private static func digits(_ word: UInt64, count: Int) -> UInt64? {
        // Adds leading zeros.
        let shift = UInt64(64 &- 8 &* count)
        var value = (word &<< shift) ^ (zeros &<< shift)
        if (value &+ 0x7676_7676_7676_7676 | value) & 0x8080_8080_8080_8080 != 0 { return nil }
        // Combines digits into pairs, then fours, then eight.
        value = (value &* 10 &+ value >> 8) & 0x00ff_00ff_00ff_00ff
        value = (value &* 100 &+ value >> 16) & 0x0000_ffff_0000_ffff
        return (value &* 10_000 &+ value >> 32) & 0xffff_ffff
    }
}
