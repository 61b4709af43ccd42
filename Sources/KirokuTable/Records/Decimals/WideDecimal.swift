/// An exact decimal number of any length, such as a sum of many numbers.
///
/// Zeros at its end are kept, as in ``DecimalNumber``: 0.1 and 0.20 make 0.30.
public struct WideDecimal: Sendable, Hashable {
    /// Never for zero.
    private(set) var isNegative = false
    /// The digits as a whole number without sign, the lowest 64 bits first; the last word is not zero.
    private var words: [UInt64] = []
    /// How many of the digits are decimals.
    public private(set) var places = 0

    /// A number with its decimals.
    public init(_ number: DecimalNumber) {
        self.init(number.coefficient, places: number.places)
    }

    /// - Parameters:
    ///   - coefficient: the digits as a whole number.
    ///   - places: how many of them are decimals; from 0.
    package init(_ coefficient: Int128, places: Int = 0) {
        self.init(isNegative: coefficient < 0, [coefficient.magnitude], places: places)
    }

    /// - Parameter parts: the digits as a whole number without sign, the lowest 128 bits first.
    package init(isNegative: Bool, _ parts: [UInt128], places: Int) {
        words = parts.flatMap { [UInt64(truncatingIfNeeded: $0), UInt64(truncatingIfNeeded: $0 >> 64)] }
        self.places = places
        trim()
        self.isNegative = isNegative && !words.isEmpty
    }

    /// The exact value of a finite Double, which may have many digits.
    package init(exactly number: Double) {
        let fraction = Int128(number.significand.magnitude * 0x1p52)
        let power = Int(number == 0 ? 0 : number.exponent) - 52
        self.init(number < 0 ? -fraction : fraction)
        // Half of a number is five tenths of it.
        for _ in 0..<power.magnitude { multiply(by: power < 0 ? 5 : 2) }
        places = max(0, -power)
    }

    /// The plain form: digits with a point.
    public var text: String {
        var digits = ""
        var rest = self
        while !rest.words.isEmpty {
            let part = String(rest.divide(by: Self.partLimit))
            digits = (rest.words.isEmpty ? "" : String(repeating: "0", count: 18 - part.utf8.count)) + part + digits
        }
        digits = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
        let point = digits.index(digits.endIndex, offsetBy: -places)
        return (isNegative ? "-" : "") + digits[..<point] + (places > 0 ? "." + digits[point...] : "")
    }

    /// 10¹⁸.
    private static let partLimit = PowersOfTen.integers[18]
}

extension WideDecimal {
    /// The exact sum.
    public static func + (one: WideDecimal, other: WideDecimal) -> WideDecimal {
        let places = max(one.places, other.places)
        let (one, other) = (one.rounded(to: places), other.rounded(to: places))
        if one.isNegative == other.isNegative {
            var sum = one
            sum.addMagnitude(other.words)
            return sum
        }
        var (greater, smaller) = (one, other)
        if isLess(one.words, other.words) { swap(&greater, &smaller) }
        greater.subtractMagnitude(smaller.words)
        return greater
    }

    /// Whether this number is less than the other, whatever their decimals.
    func isLess(than other: WideDecimal) -> Bool {
        if isNegative != other.isNegative { return isNegative }
        let places = max(places, other.places)
        let (one, other) = (rounded(to: places).words, other.rounded(to: places).words)
        return isNegative ? Self.isLess(other, one) : Self.isLess(one, other)
    }

    /// The number with another number of decimals, halves rounded away from zero.
    package func rounded(to wanted: Int) -> WideDecimal { divided(by: 1, places: wanted) }

    /// The number divided by another one, with a number of decimals, halves rounded away from zero.
    ///
    /// It is rounded only once, so that 0.449 does not become 0.45 and then 0.5.
    ///
    /// - Parameters:
    ///   - divisor: greater than 0.
    ///   - wanted: from 0.
    func divided(by divisor: Int, places wanted: Int) -> WideDecimal {
        var number = self
        number.multiply(byPowerOfTen: wanted - places)
        number.multiply(by: 2)
        number.divide(byPowerOfTen: places - wanted)
        _ = number.divide(by: UInt64(divisor))
        // The number of halves, of which an odd one counts as a whole.
        number.addMagnitude([1])
        _ = number.divide(by: 2)
        number.places = wanted
        if number.words.isEmpty { number.isNegative = false }
        return number
    }

    /// The number without zeros at its end, as long as it has more decimals than `fewest`.
    func trimmed(to fewest: Int) -> WideDecimal {
        var number = self
        while number.places > fewest {
            var shorter = number
            guard shorter.divide(by: 10) == 0 else { break }
            shorter.places -= 1
            number = shorter
        }
        return number
    }
}

// Whole numbers without sign.

extension WideDecimal {
    private mutating func trim() {
        while words.last == 0 { words.removeLast() }
    }

    private static func isLess(_ one: [UInt64], _ other: [UInt64]) -> Bool {
        one.count == other.count ? one.reversed().lexicographicallyPrecedes(other.reversed()) : one.count < other.count
    }

    private mutating func addMagnitude(_ other: [UInt64]) {
        var carry: UInt64 = 0
        for index in 0..<max(words.count, other.count) {
            if index == words.count { words.append(0) }
            let (first, isOver) = words[index].addingReportingOverflow(index < other.count ? other[index] : 0)
            let (second, isOverAgain) = first.addingReportingOverflow(carry)
            words[index] = second
            carry = isOver || isOverAgain ? 1 : 0
        }
        if carry > 0 { words.append(carry) }
    }

    /// - Parameter other: not greater.
    private mutating func subtractMagnitude(_ other: [UInt64]) {
        var borrow: UInt64 = 0
        for index in words.indices {
            let (first, isBelow) = words[index].subtractingReportingOverflow(index < other.count ? other[index] : 0)
            let (second, isBelowAgain) = first.subtractingReportingOverflow(borrow)
            words[index] = second
            borrow = isBelow || isBelowAgain ? 1 : 0
        }
        trim()
        if words.isEmpty { isNegative = false }
    }

    private mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in words.indices {
            let (high, low) = words[index].multipliedFullWidth(by: factor)
            let (sum, isOver) = low.addingReportingOverflow(carry)
            words[index] = sum
            carry = high + (isOver ? 1 : 0)
        }
        if carry > 0 { words.append(carry) }
    }

    /// Divides, and returns the remainder.
    private mutating func divide(by divisor: UInt64) -> UInt64 {
        var rest: UInt64 = 0
        for index in words.indices.reversed() {
            (words[index], rest) = divisor.dividingFullWidth((rest, words[index]))
        }
        trim()
        return rest
    }

    private mutating func multiply(byPowerOfTen power: Int) {
        for start in stride(from: 0, to: power, by: 18) { multiply(by: PowersOfTen.integers[min(18, power - start)]) }
    }

    private mutating func divide(byPowerOfTen power: Int) {
        for start in stride(from: 0, to: power, by: 18) { _ = divide(by: PowersOfTen.integers[min(18, power - start)]) }
    }
}
