/// A sum of finite numbers that compensates for rounding (Neumaier's algorithm) and does not overflow in between.
struct CompensatedSum: Hashable {
    private var usual = Part()
    /// The sum of numbers so large that a few of them exceed the range, divided by `scale`.
    private var great = Part()

    /// Numbers below this cannot exceed the range, however many there are.
    private static let border = 0x1p960
    private static let scale = 0x1p64

    mutating func add(_ number: Double) {
        if number.magnitude < Self.border { usual.add(number) } else { great.add(number / Self.scale) }
    }

    /// Adds a whole number with all its digits, which may be more than a Double has.
    ///
    /// - Parameter number: less than 2¹²⁶ in magnitude.
    mutating func add(_ number: Int128) {
        var rest = number
        while rest != 0 {
            let part = Double(rest)
            add(part)
            rest -= Int128(part)
        }
    }

    /// `nil` if it is out of range.
    var value: Double? {
        let value = divided(by: 1)
        return value.isFinite ? value : nil
    }

    /// The mean; infinite if rounding leads out of range.
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
