/// The codes of the cells of a column (see ``CodedColumn``); 0 is an empty cell.
///
/// Not generic, so that its loops are compiled for concrete types.
struct CellCodes: Sendable {
    /// The codes, or their lower halves.
    private var low: [UInt16] = []
    /// The upper halves of the codes; empty while all of them are 0.
    private var high: [UInt16] = []

    var count: Int { low.count }

    /// Whether a cell takes four bytes.
    var isWide: Bool { !high.isEmpty }

    subscript(index: Int) -> Int {
        @inline(__always)
        get { high.isEmpty ? Int(low[index]) : Int(low[index]) | Int(high[index]) << 16 }
        set {
            makeRoom(for: newValue)
            low[index] = UInt16(truncatingIfNeeded: newValue)
            if !high.isEmpty { high[index] = UInt16(truncatingIfNeeded: newValue >> 16) }
        }
    }

    private mutating func makeRoom(for code: Int) {
        if code > UInt16.max, high.isEmpty { high = Array(repeating: 0, count: low.count) }
    }

    mutating func append(_ code: Int) {
        low.append(UInt16(truncatingIfNeeded: code))
        // If no code has an upper half yet, the previous ones get 0.
        if code > UInt16.max, high.isEmpty { high = Array(repeating: 0, count: low.count - 1) }
        if code > UInt16.max || !high.isEmpty { high.append(UInt16(truncatingIfNeeded: code >> 16)) }
    }

    mutating func append(_ codes: [Int]) { for code in codes { append(code) } }

    mutating func reserveCapacity(_ capacity: Int) { low.reserveLarge(capacity) }

    /// Inserts codes, so that they end up at `places`.
    mutating func insert(_ codes: [Int], at places: RecordIndexes) {
        makeRoom(for: codes.max() ?? 0)
        low.insert(codes.map { UInt16(truncatingIfNeeded: $0) }, at: places)
        if !high.isEmpty { high.insert(codes.map { UInt16(truncatingIfNeeded: $0 >> 16) }, at: places) }
    }

    mutating func remove(at places: RecordIndexes) {
        low.remove(at: places)
        if !high.isEmpty { high.remove(at: places) }
    }

    func picked(at places: RecordIndexes) -> CellCodes {
        var picked = CellCodes()
        picked.low = low.picked(at: places)
        picked.high = high.isEmpty ? [] : high.picked(at: places)
        return picked
    }

    /// Removes from `words`, the first of which is the table's word `start`, the records whose codes `accepted` has
    /// false for.
    func limit(_ words: inout [UInt64], from start: Int, to accepted: [Bool]) {
        if high.isEmpty, let first = accepted.firstIndex(of: true), let last = accepted.lastIndex(of: true),
            !accepted[first...last].contains(false)
        {
            return limit(&words, from: start, to: UInt16(first)...UInt16(last))
        }
        if accepted.count <= 64 {
            var flags: UInt64 = 0
            for code in accepted.indices where accepted[code] { flags |= 1 << UInt64(code) }
            return limit(&words, from: start, to: flags)
        }
        low.withUnsafeBufferPointer { low in
            accepted.withUnsafeBufferPointer { accepted in
                for index in words.indices where words[index] != 0 {
                    let first = (start &+ index) &* 64
                    let count = Swift.min(64, low.count &- first)
                    words[index] &=
                        high.isEmpty
                        ? MatchWords.word(from: first, count: count) { accepted[Int(low[$0])] }
                        : MatchWords.word(from: first, count: count) { accepted[self[$0]] }
                }
            }
        }
    }

    /// The same for consecutive codes, such as a single one, which only needs a comparison.
    private func limit(_ words: inout [UInt64], from start: Int, to codes: ClosedRange<UInt16>) {
        let (least, span) = (codes.lowerBound, codes.upperBound &- codes.lowerBound)
        low.withUnsafeBufferPointer { low in
            for index in words.indices where words[index] != 0 {
                let first = (start &+ index) &* 64
                words[index] &= MatchWords.word(from: first, count: Swift.min(64, low.count &- first)) {
                    low[$0] &- least <= span
                }
            }
        }
    }

    /// The same for at most 64 codes, a bit for each, which needs no table.
    private func limit(_ words: inout [UInt64], from start: Int, to flags: UInt64) {
        low.withUnsafeBufferPointer { low in
            for index in words.indices where words[index] != 0 {
                let first = (start &+ index) &* 64
                words[index] &= MatchWords.word(from: first, count: Swift.min(64, low.count &- first)) {
                    (flags &>> UInt64(low[$0])) & 1 == 1
                }
            }
        }
    }

    /// Which of the 64 records from `64 * index` on have one of the codes that `accepted` has true for, the first in
    /// the lowest bit.
    @inline(__always)
    func word(at index: Int, of accepted: [Bool]) -> UInt64 {
        let first = index &* 64
        let count = Swift.min(64, low.count &- first)
        return low.withUnsafeBufferPointer { low in
            accepted.withUnsafeBufferPointer { accepted in
                high.isEmpty
                    ? MatchWords.word(from: first, count: count) { accepted[Int(low[$0])] }
                    : MatchWords.word(from: first, count: count) { accepted[self[$0]] }
            }
        }
    }

    /// Which of the 64 records from `64 * index` on are not empty, the first in the lowest bit.
    func filledWord(at index: Int) -> UInt64 {
        let first = index &* 64
        let count = Swift.min(64, low.count &- first)
        return low.withUnsafeBufferPointer { low in
            high.isEmpty
                ? MatchWords.word(from: first, count: count) { low[$0] != 0 }
                : MatchWords.word(from: first, count: count) { self[$0] != 0 }
        }
    }
}
