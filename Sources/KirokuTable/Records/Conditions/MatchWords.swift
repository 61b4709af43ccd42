/// A bit for each record of a run: whether it matches.
///
/// Testing 64 records into one word, and only then finding the ones, avoids a mispredicted branch per record, and
/// conditions are combined a word at a time. Every search goes through these loops.
@usableFromInline
package enum MatchWords {
    /// The number of words for this many records.
    @inlinable
    package static func wordCount(for records: Int) -> Int { (records + 63) >> 6 }

    /// A word of results for the records from `first` on, at most 64 of them, the first in the lowest bit.
    ///
    /// Four chains at a time: each step depends on the previous one, but the processor can run several chains in
    /// parallel.
    @inlinable
    @inline(__always)
    static func word(from first: Int, count: Int, _ matches: (Int) -> Bool) -> UInt64 {
        guard count >= 64 else {
            var word: UInt64 = 0
            for offset in 0..<count where matches(first + offset) { word |= 1 << UInt64(offset) }
            return word
        }
        var chains: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        for step in 0..<16 {
            let record = first &+ (15 &- step)
            chains.0 = chains.0 &+ chains.0 &+ (matches(record) ? 1 : 0)
            chains.1 = chains.1 &+ chains.1 &+ (matches(record &+ 16) ? 1 : 0)
            chains.2 = chains.2 &+ chains.2 &+ (matches(record &+ 32) ? 1 : 0)
            chains.3 = chains.3 &+ chains.3 &+ (matches(record &+ 48) ? 1 : 0)
        }
        return chains.0 | chains.1 << 16 | chains.2 << 32 | chains.3 << 48
    }

    /// The results for all `count` records.
    @inlinable
    @inline(__always)
    package static func words(count: Int, _ matches: (Int) -> Bool) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: wordCount(for: count))
        for index in words.indices {
            let first = index &* 64
            words[index] = word(from: first, count: min(64, count &- first), matches)
        }
        return words
    }

    /// The indexes of the ones, ascending.
    @usableFromInline
    package static func indexes(of words: [UInt64]) -> [Int] {
        let total = words.reduce(0) { $0 &+ $1.nonzeroBitCount }
        return [Int](unsafeUninitializedCapacity: total) { indexes, initialized in
            for (index, word) in words.enumerated() where word != 0 {
                forEachOne(in: word) { bit in
                    indexes.initializeElement(at: initialized, to: index &* 64 &+ bit)
                    initialized &+= 1
                }
            }
        }
    }

    /// Calls `body` with the position of each one bit, from the lowest on.
    @inline(__always)
    static func forEachOne(in word: UInt64, _ body: (Int) -> Void) {
        var rest = word
        while rest != 0 {
            body(rest.trailingZeroBitCount)
            rest &= rest &- 1
        }
    }
}
