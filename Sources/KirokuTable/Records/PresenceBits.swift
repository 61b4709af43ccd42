/// One bit per record: whether it has a value or the cell is empty.
///
/// While no cell is empty, which is the common case, no bits are stored at all.
@usableFromInline
struct PresenceBits: Sendable, Hashable {
    private(set) var count = 0
    @usableFromInline var words: [UInt64]?

    init() {}

    @usableFromInline
    static func == (left: PresenceBits, right: PresenceBits) -> Bool {
        left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
        hasher.combine(count)
    }

    /// Whether no cell is empty.
    var isFull: Bool { words == nil }

    @usableFromInline subscript(index: Int) -> Bool {
        @inlinable get {
            guard let words else { return true }
            return words[index >> 6] >> (index & 63) & 1 == 1
        }
        set {
            if newValue && words == nil { return }
            holdBits()
            let bit: UInt64 = 1 << (index & 63)
            if newValue { words?[index >> 6] |= bit } else { words?[index >> 6] &= ~bit }
        }
    }

    mutating func append(_ present: Bool) {
        if count & 63 == 0 { words?.append(0) }
        count += 1
        if words != nil || !present { self[count - 1] = present }
    }

    /// Appends the bits of `other`.
    mutating func append(contentsOf other: PresenceBits) {
        if other.isFull { return append(other.count, emptyAt: []) }
        append(other.count, emptyAt: (0..<other.count).filter { !other[$0] })
    }

    /// Appends `added` bits for present values, except those at `empties`, counted from the first of them.
    mutating func append(_ added: Int, emptyAt empties: [Int]) {
        if empties.isEmpty, words == nil {
            count += added
            return
        }
        holdBits()
        let old = count
        count += added
        let wordCount = (count + 63) >> 6
        words.withBits { words in
            if old & 63 != 0 { words[old >> 6] |= .max << UInt64(old & 63) }
            words.append(contentsOf: repeatElement(.max, count: wordCount - words.count))
            for place in empties { words[(old + place) >> 6] &= ~(1 << UInt64((old + place) & 63)) }
        }
    }

    /// Appends `added` bits for empty cells.
    mutating func appendEmpty(_ added: Int) {
        guard added > 0 else { return }
        holdBits()
        let old = count
        count += added
        let wordCount = (count + 63) >> 6
        words.withBits { words in
            if old & 63 != 0 { words[old >> 6] &= ~(.max << UInt64(old & 63)) }
            words.append(contentsOf: repeatElement(0, count: wordCount - words.count))
        }
    }

    /// Inserts the bits of `other`, so that they end up at `places`.
    mutating func insert(_ other: PresenceBits, at places: RecordIndexes) {
        var merged = PresenceBits()
        var (ours, theirs) = (0, 0)
        for run in places.runs {
            let next = ours + run.lowerBound - merged.count
            merged.append(self, ours..<next)
            merged.append(other, theirs..<theirs + run.count)
            (ours, theirs) = (next, theirs + run.count)
        }
        merged.append(self, ours..<count)
        merged.dropIfFull()
        self = merged
    }

    /// Removes the bits at `places`.
    mutating func remove(at places: RecordIndexes) {
        var kept = PresenceBits()
        var next = 0
        for run in places.runs {
            kept.append(self, next..<run.lowerBound)
            next = run.upperBound
        }
        kept.append(self, next..<count)
        kept.dropIfFull()
        self = kept
    }

    /// The bits at `places`.
    func picked(at places: RecordIndexes) -> PresenceBits {
        var picked = PresenceBits()
        for run in places.runs { picked.append(self, run) }
        picked.dropIfFull()
        return picked
    }

    /// Appends some bits of `other`, a word at a time.
    private mutating func append(_ other: PresenceBits, _ range: Range<Int>) {
        guard let theirs = other.words, !range.isEmpty else { return append(range.count, emptyAt: []) }
        holdBits()
        let (from, to) = (UInt64(range.lowerBound & 63), UInt64(count & 63))
        count += range.count
        let wordCount = (count + 63) >> 6
        words.withBits { words in
            words.reserveCapacity(wordCount + 1)
            for start in stride(from: range.lowerBound, to: range.upperBound, by: 64) {
                var bits = theirs[start >> 6] >> from
                if from > 0, start >> 6 + 1 < theirs.count { bits |= theirs[start >> 6 + 1] << (64 - from) }
                if to > 0 {
                    words[words.count - 1] = words[words.count - 1] & ~(.max << to) | bits << to
                    words.append(bits >> (64 - to))
                } else {
                    words.append(bits)
                }
            }
            words.removeLast(words.count - wordCount)
        }
    }

    /// Drops the bits if no cell is empty.
    private mutating func dropIfFull() {
        guard let words else { return }
        let whole = count >> 6
        let isFull = words[..<whole].allSatisfy { $0 == .max } && (whole << 6..<count).allSatisfy { self[$0] }
        if isFull { self.words = nil }
    }

    /// Removes the records with empty cells from `matches`, which has one bit per record.
    @usableFromInline
    func limit(_ matches: inout [UInt64]) {
        guard let words else { return }
        for index in matches.indices { matches[index] &= words[index] }
    }

    /// Which of the 64 records from `64 * index` on have a value, the first in the lowest bit.
    func word(at index: Int) -> UInt64 { words.map { $0[index] } ?? .max }

    mutating func reserveCapacity(_ capacity: Int) {
        words?.reserveCapacity((capacity + 63) >> 6)
    }

    private mutating func holdBits() {
        if words == nil { words = Array(repeating: .max, count: (count + 63) >> 6) }
    }
}

extension [UInt64]? {
    /// Changes the bits in place, if there are any.
    fileprivate mutating func withBits(_ body: (inout [UInt64]) -> Void) {
        guard var words = take() else { return }
        body(&words)
        self = words
    }
}
