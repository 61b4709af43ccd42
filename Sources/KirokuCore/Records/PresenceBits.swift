/// One bit a record: whether there is a value, or the cell is empty.
///
/// While every cell is present, which is the common case, no bits are held at all.
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

    /// Puts the bits of `other` behind these.
    mutating func append(contentsOf other: PresenceBits) {
        if other.isFull { return append(other.count, emptyAt: []) }
        append(other.count, emptyAt: (0..<other.count).filter { !other[$0] })
    }

    /// Appends `added` bits that say there is a value, but for those at `empties`, counted from the first of them.
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

    /// Appends `added` bits that say there is no value.
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

    /// Puts the bits of `other` in, so that they end up at `places`.
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
        self = merged
    }

    /// Takes the bits at `places` out.
    mutating func remove(at places: RecordIndexes) {
        var kept = PresenceBits()
        var next = 0
        for run in places.runs {
            kept.append(self, next..<run.lowerBound)
            next = run.upperBound
        }
        kept.append(self, next..<count)
        self = kept
    }

    /// The bits at `places`.
    func picked(at places: RecordIndexes) -> PresenceBits {
        var picked = PresenceBits()
        for run in places.runs { picked.append(self, run) }
        return picked
    }

    /// Appends some bits of `other`, 64 at a time; holds none as long as all say that there is a value.
    private mutating func append(_ other: PresenceBits, _ range: Range<Int>) {
        guard let theirs = other.words else { return append(range.count, emptyAt: []) }
        var next = range.lowerBound
        while next < range.upperBound {
            let (word, shift) = (next >> 6, UInt64(next & 63))
            let number = Swift.min(64, range.upperBound - next)
            var bits = theirs[word] >> shift
            if Int(shift) + number > 64 { bits |= theirs[word + 1] << (64 - shift) }
            append(bits, number)
            next += number
        }
    }

    /// Appends as many bits, from 1 to 64, the first of them the lowest.
    private mutating func append(_ bits: UInt64, _ number: Int) {
        let bits = number == 64 ? bits : bits & (1 << UInt64(number) - 1)
        if words == nil, bits.nonzeroBitCount == number {
            count += number
            return
        }
        holdBits()
        let shift = UInt64(count & 63)
        count += number
        let wordCount = (count + 63) >> 6
        words.withBits { words in
            if shift > 0 { words[words.count - 1] = words[words.count - 1] & ~(.max << shift) | bits << shift }
            if words.count < wordCount { words.append(shift > 0 ? bits >> (64 - shift) : bits) }
        }
    }

    /// Takes the records whose cells are empty out of `matches`, a bit a record from the first on.
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
