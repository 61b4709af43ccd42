/// A test of a decimal number: whether it lies in a range, or outside of it.
///
/// For each number of decimals, the range is computed once as a range of whole numbers. So no cell is scaled, and cells
/// with equally many decimals, as is usual, are compared like Ints.
struct DecimalTest: Sendable {
    /// The ranges, by number of decimals; the last one is for empty cells.
    private var ranges: [Range] = []
    private let isInside: Bool

    private struct Range: Sendable {
        let lowest: Int128
        let span: UInt128
        /// The part of the range that fits into 64 bits.
        let short: ShortRange?

        /// No coefficient is in it if `least` is greater than `most`.
        init(_ least: Int128, _ most: Int128) {
            lowest = least <= most ? least : .max
            span = least <= most ? UInt128(truncatingIfNeeded: most &- least) : 0
            let shortLeast = max(least, Int128(Int64.min))
            let shortMost = min(most, Int128(Int64.max))
            short =
                shortLeast <= shortMost
                ? ShortRange(
                    lowest: UInt64(truncatingIfNeeded: shortLeast), span: UInt64(shortMost - shortLeast)) : nil
        }

        @inline(__always)
        func contains(_ coefficient: Int128) -> Bool {
            // Values below the range wrap around to beyond its end.
            UInt128(truncatingIfNeeded: coefficient &- lowest) <= span
        }
    }

    /// A range among coefficients of 64 bits.
    private struct ShortRange: Sendable {
        let lowest: UInt64
        let span: UInt64

        @inline(__always)
        func contains(_ coefficient: UInt64) -> Bool { coefficient &- lowest <= span }
    }

    /// - Parameters:
    ///   - lowest: returns the least coefficient that passes, for each number of decimals.
    ///   - greatest: the greatest.
    private init(
        isInside: Bool = true, from lowest: (_ places: Int) -> Int128, through greatest: (_ places: Int) -> Int128
    ) {
        self.isInside = isInside
        ranges = (0...DecimalNumber.mostDigits).map { places in
            Range(lowest(places), greatest(places))
        }
        ranges.append(Range(1, 0))
    }

    /// Numbers between two others, or equal to one of them.
    init(_ one: DecimalNumber, _ other: DecimalNumber) {
        let (least, greatest) = other.isLess(than: one) ? (other, one) : (one, other)
        self.init(from: { least.ceiling(places: $0) }, through: { greatest.floor(places: $0) })
    }

    /// `nil` for a comparison that needs another operand.
    init?(_ comparison: Comparison, _ number: DecimalNumber) {
        let limit = Int128(DecimalNumber.limit)
        switch comparison {
        case .equal: self.init(number, number)
        case .notEqual:
            self.init(
                isInside: false, from: { number.ceiling(places: $0) }, through: { number.floor(places: $0) })
        case .less: self.init(from: { _ in -limit }, through: { number.ceiling(places: $0) - 1 })
        case .lessOrEqual: self.init(from: { _ in -limit }, through: { number.floor(places: $0) })
        case .greater: self.init(from: { number.floor(places: $0) + 1 }, through: { _ in limit })
        case .greaterOrEqual: self.init(from: { number.ceiling(places: $0) }, through: { _ in limit })
        default: return nil
        }
    }

    /// Makes the matcher for the test in a column.
    var matching: CellTest.Matching {
        { column, _ in
            guard let column = DecimalNumber.values(of: column) else { return nil }
            return { words, start in
                for index in words.indices where words[index] != 0 {
                    words[index] &= word(of: column, at: start &+ index)
                }
            }
        }
    }

    /// Which of the 64 records from `64 * index` on pass, the first in the lowest bit.
    @inline(__always)
    private func word(of column: DecimalColumn, at index: Int) -> UInt64 {
        let first = index &* 64
        let count = min(64, column.count &- first)
        return column.places.withUnsafeBufferPointer { places in
            guard let shared = Self.shared(places, from: first, count: count) else {
                let inside = MatchWords.word(from: first, count: count) {
                    ranges[Int(places[$0])].contains(column.coefficient(at: $0))
                }
                return isInside ? inside : ~inside & column.filledWord(at: index)
            }
            if shared == DecimalColumn.empty { return 0 }
            let inside = word(of: column, from: first, in: ranges[Int(shared)])
            return isInside ? inside : ~inside
        }
    }

    /// Which of 64 records have a coefficient in the range.
    @inline(__always)
    private func word(of column: DecimalColumn, from first: Int, in range: Range) -> UInt64 {
        if column.isWide {
            return MatchWords.word(from: first, count: 64) { range.contains(column.coefficient(at: $0)) }
        }
        guard let short = range.short else { return 0 }
        return column.lows.withUnsafeBufferPointer { lows in
            MatchWords.word(from: first, count: 64) { short.contains(lows[$0]) }
        }
    }

    /// The number of decimals that all 64 cells have; `nil` if there is none, or fewer cells.
    @inline(__always)
    private static func shared(_ places: UnsafeBufferPointer<UInt8>, from first: Int, count: Int) -> UInt8? {
        guard count == 64 else { return nil }
        let bytes = UnsafeRawBufferPointer(places)
        let expected = UInt64(places[first]) &* 0x0101_0101_0101_0101
        var different: UInt64 = 0
        for offset in stride(from: 0, to: 64, by: 8) {
            different |= bytes.loadUnaligned(fromByteOffset: first &+ offset, as: UInt64.self) ^ expected
        }
        return different == 0 ? places[first] : nil
    }
}
