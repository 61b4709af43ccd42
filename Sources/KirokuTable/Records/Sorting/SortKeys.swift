/// A number for each record, by which the records are sorted.
protocol SortKeys: Sendable {
    func key(of record: Int) -> UInt64

    /// Sorts entries with these keys, whose positions stand for places in `records`.
    func sort(_ entries: inout [SortEntry], of records: [Int])
}

extension SortRule {
    /// What a key is combined with: inverting every bit reverses the order, and leaves equal records in order.
    var flip: UInt64 { isDescending ? .max : 0 }
}

extension SortKeys {
    package func sort(_ entries: inout [SortEntry], of records: [Int]) { SortEntries.sort(&entries) }
}

/// The keys of an Int field, with all bits inverted for descending order.
struct IntKeys: SortKeys {
    let numbers: [Int]
    let flip: UInt64

    @inline(__always)
    func key(of record: Int) -> UInt64 { SortKey.key(numbers[record]) ^ flip }
}

/// The keys of a Float field, with all bits inverted for descending order.
struct FloatKeys: SortKeys {
    let numbers: [Double]
    let flip: UInt64

    @inline(__always)
    func key(of record: Int) -> UInt64 { SortKey.key(numbers[record]) ^ flip }
}

/// The keys of a Bool field, with all bits inverted for descending order.
struct BoolKeys: SortKeys {
    let flags: BoolColumn
    let flip: UInt64

    @inline(__always)
    func key(of record: Int) -> UInt64 { (flags[record] == true ? 1 : 0) ^ flip }
}

/// The keys of texts' beginnings; the sorter looks further where these are equal.
struct TextKeys: SortKeys {
    let texts: StringColumn

    @inline(__always)
    func key(of record: Int) -> UInt64 {
        texts.withTexts { $0.withUTF8(at: record) { SortKey.key($0, from: 0) } }
    }

    func sort(_ entries: inout [SortEntry], of records: [Int]) {
        TextSorter(texts: texts, records: records).sort(&entries)
    }
}

/// How cells are turned into numbers whose order, without a sign, is that of the cells.
enum SortKey {
    @inline(__always)
    static func key(_ number: Int) -> UInt64 {
        UInt64(bitPattern: Int64(number)) ^ 1 << 63
    }

    /// Both zeros are the same.
    @inline(__always)
    static func key(_ number: Double) -> UInt64 {
        let bits = (number + 0).bitPattern
        return bits >> 63 == 1 ? ~bits : bits | 1 << 63
    }

    /// How many bytes of a text a key contains.
    static let textBytes = 7
    /// The lowest byte of a key whose text has more bytes than it contains.
    static let more: UInt64 = 8

    /// Seven bytes of a text, the first one highest, and in the lowest byte their number, or ``more`` if others follow.
    ///
    /// So texts with equal keys are equal, or both have more.
    @inline(__always)
    static func key(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
        let left = text.count - start
        let bytes = UnsafeRawBufferPointer(text)
        if left >= 8 {
            return bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self).bigEndian & ~0xff | more
        }
        var key: UInt64 = 0
        for index in 0..<max(0, left) { key |= UInt64(bytes[start + index]) << UInt64(56 - 8 * index) }
        return key | UInt64(max(0, left))
    }
}
