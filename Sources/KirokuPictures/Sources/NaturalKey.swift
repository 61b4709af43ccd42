/// Orders names as people count: “picture2” before “picture10”, in upper or lower case.
///
/// ```swift
/// items.sort { $0.key < $1.key }  // with a key made once for each name
/// ```
///
/// A sequence of digits, even full-width ones, is compared as one number of any length; everything else is compared in
/// lower case, in the order of Unicode. Names that differ only in case or in leading zeros are adjacent, always in the
/// same order: two keys are equal only if the names are, byte by byte.
public struct NaturalKey: Sendable, Comparable {
    /// The name that the key is for.
    public let name: String
    private let bytes: [UInt8]

    /// Creates the key of a name.
    public init(_ name: String) {
        self.name = name
        bytes = Self.bytes(of: name)
    }

    /// Whether one name comes before the other.
    public static func < (one: NaturalKey, other: NaturalKey) -> Bool {
        if one.bytes != other.bytes { return one.bytes.lexicographicallyPrecedes(other.bytes) }
        return one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }

    /// Whether the names are the same, byte by byte.
    public static func == (one: NaturalKey, other: NaturalKey) -> Bool {
        one.name.utf8.elementsEqual(other.name.utf8)
    }

    /// Bytes with the same order as the names, except for case and leading zeros.
    private static func bytes(of name: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(name.utf8.count + 8)
        var number: [UInt8] = []
        for scalar in name.lowercased().unicodeScalars {
            if let digit = digit(scalar) {
                number.append(digit)
            } else {
                close(&number, into: &bytes)
                bytes.append(contentsOf: scalar.utf8)
            }
        }
        close(&number, into: &bytes)
        return bytes
    }

    /// Writes a number as a “0”, the count of its digits, and the digits, so that a number with fewer digits is less.
    ///
    /// The “0” places numbers where digits are among other characters.
    private static func close(_ number: inout [UInt8], into bytes: inout [UInt8]) {
        guard !number.isEmpty else { return }
        let digits = number.drop { $0 == zero }
        bytes.append(zero)
        bytes.append(contentsOf: repeatElement(.max, count: digits.count / 255))
        bytes.append(UInt8(digits.count % 255))
        bytes.append(contentsOf: digits)
        number.removeAll(keepingCapacity: true)
    }

    private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "0"..."9": UInt8(scalar.value)
        case "\u{ff10}"..."\u{ff19}": UInt8(scalar.value - 0xff10) + zero
        default: nil
        }
    }

    private static let zero = UInt8(ascii: "0")
}
