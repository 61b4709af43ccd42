/// A sum of finite numbers that keeps what rounding cuts off (Neumaier's), and does not overflow on its way.
struct CompensatedSum: Hashable {
    private var usual = Part()
    /// Of numbers so great that a few of them exceed the range: what they are divided by `scale`.
    private var great = Part()

    /// Even as many numbers below this as there can be make no sum beyond the range.
    private static let border = 0x1p960
    private static let scale = 0x1p64

    mutating func add(_ number: Double) {
        if number.magnitude < Self.border { usual.add(number) } else { great.add(number / Self.scale) }
    }

    /// Adds a whole number with all its digits, which may be more than a Double has.
    ///
    /// - Parameter number: less than 2¹²⁶, either way.
    mutating func add(_ number: Int128) {
        var rest = number
        while rest != 0 {
            let part = Double(rest)
            add(part)
            rest -= Int128(part)
        }
    }

    /// `nil` if it is beyond the range.
    var value: Double? {
        let value = divided(by: 1)
        return value.isFinite ? value : nil
    }

    /// Infinite where rounding leads beyond the range.
    func divided(by count: Int) -> Double {
        // Dividing by the scale would lose the last bits of the smallest numbers.
        guard great.value != 0 else { return usual.value / Double(count) }
        return (great.value + usual.value / Self.scale) / Double(count) * Self.scale
    }

    private struct Part: Hashable {
        private var sum = 0.0
        private var lost = 0.0

        var value: Double { sum + lost }

        mutating func add(_ number: Double) {
            let next = sum + number
            lost += sum.magnitude >= number.magnitude ? (sum - next) + number : (number - next) + sum
            sum = next
        }
    }
}
