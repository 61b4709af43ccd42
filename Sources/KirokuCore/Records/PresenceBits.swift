/// One bit a record: whether there is a value, or the cell is empty.
///
/// While every cell is present, which is the common case, no bits are held at all.
struct PresenceBits: Sendable, Hashable {
    private(set) var count = 0
    private var words: [UInt64]?

    static func == (left: PresenceBits, right: PresenceBits) -> Bool {
        left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(count)
    }

    /// Whether no cell is empty.
    var isFull: Bool { words == nil }

    subscript(index: Int) -> Bool {
        get {
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

    mutating func reserveCapacity(_ capacity: Int) {
        words?.reserveCapacity((capacity + 63) >> 6)
    }

    private mutating func holdBits() {
        if words == nil { words = Array(repeating: .max, count: (count + 63) >> 6) }
    }
}
