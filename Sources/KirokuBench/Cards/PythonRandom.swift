/// The random numbers of Python's `random.Random(seed)`, in the same order: a Mersenne Twister (MT19937).
///
/// A table that a Python program makes from a seed can therefore be made here, byte for byte.
struct PythonRandom {
    private static let size = 624
    private static let middle = 397

    private var state: [UInt32]
    private var next = Self.size

    /// - Parameter seed: the seed for `random.Random(seed)`; not negative.
    init(seed: Int) {
        let seed = UInt64(seed.magnitude)
        let words = [UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed >> 32)]
        self.init(key: words[1] == 0 ? [words[0]] : words)
    }

    /// The generator's `init_by_array`.
    private init(key: [UInt32]) {
        state = Self.startState
        var place = 1
        for step in 0..<max(Self.size, key.count) {
            let index = step % key.count
            state[place] = (state[place] ^ mixed(before: place, 1_664_525)) &+ key[index] &+ UInt32(index)
            advance(&place)
        }
        for _ in 1..<Self.size {
            state[place] = (state[place] ^ mixed(before: place, 1_566_083_941)) &- UInt32(place)
            advance(&place)
        }
        state[0] = 0x8000_0000
    }

    private static var startState: [UInt32] {
        var state: [UInt32] = [19_650_218]
        for place in 1..<size {
            let last = state[place - 1]
            state.append(1_812_433_253 &* (last ^ last >> 30) &+ UInt32(place))
        }
        return state
    }

    private func mixed(before place: Int, _ factor: UInt32) -> UInt32 {
        let last = state[place - 1]
        return (last ^ last >> 30) &* factor
    }

    /// Moves to the next element; after the last one, copies it to the first.
    private mutating func advance(_ place: inout Int) {
        place += 1
        guard place == Self.size else { return }
        state[0] = state[Self.size - 1]
        place = 1
    }

    /// `getrandbits(32)`.
    mutating func word() -> UInt32 {
        if next == Self.size { renew() }
        var word = state[next]
        next += 1
        word ^= word >> 11
        word ^= word << 7 & 0x9d2c_5680
        word ^= word << 15 & 0xefc6_0000
        return word ^ word >> 18
    }

    private mutating func renew() {
        for place in 0..<Self.size {
            let bits = state[place] & 0x8000_0000 | state[(place + 1) % Self.size] & 0x7fff_ffff
            let twist: UInt32 = bits & 1 == 1 ? 0x9908_b0df : 0
            state[place] = state[(place + Self.middle) % Self.size] ^ bits >> 1 ^ twist
        }
        next = 0
    }

    /// `random()`: a number from 0 up to, but not including, 1.
    mutating func unit() -> Double {
        let high = Double(word() >> 5)
        let low = Double(word() >> 6)
        return (high * 0x1p26 + low) / 0x1p53
    }

    /// `randrange(limit)`, on which `choice` and `shuffle` are based.
    ///
    /// - Precondition: `limit` is from 1 to 2³² − 1.
    mutating func below(_ limit: Int) -> Int {
        let unneeded = UInt32(limit).leadingZeroBitCount
        while true {
            let number = Int(word() >> unneeded)
            if number < limit { return number }
        }
    }

    /// `choice(elements)`.
    ///
    /// - Precondition: `elements` is not empty.
    mutating func choice<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// `shuffle(elements)`.
    mutating func shuffle<Element>(_ elements: inout [Element]) {
        for index in stride(from: elements.count - 1, to: 0, by: -1) {
            elements.swapAt(index, below(index + 1))
        }
    }
}
