/// The exact sum of any number of decimal numbers.
///
/// Numbers with equally many decimals are added as 192-bit whole numbers, which takes a few nanoseconds each and never
/// overflows. Only ``total`` combines them.
struct DecimalSum: Sendable, Hashable {
    /// The parts, by number of decimals; empty before the first number.
    private var parts: [Part] = []

    /// A whole number of 192 bits.
    private struct Part: Sendable, Hashable {
        var low: UInt128 = 0
        var high: Int64 = 0
        /// Whether a number was added, if only zero.
        var isUsed = false

        @inline(__always)
        mutating func add(_ number: Int128) {
            let (sum, isOver) = low.addingReportingOverflow(UInt128(truncatingIfNeeded: number))
            low = sum
            high &+= (number < 0 ? -1 : 0) &+ (isOver ? 1 : 0)
            isUsed = true
        }
    }

    mutating func add(_ number: DecimalNumber) {
        if parts.isEmpty { parts = Array(repeating: Part(), count: DecimalNumber.mostDigits + 1) }
        parts[number.places].add(number.coefficient)
    }

    /// The sum, with as many decimals as the number that has the most.
    var total: WideDecimal {
        var total = WideDecimal(0)
        for (places, part) in parts.enumerated() where part.isUsed {
            let isNegative = part.high < 0
            var (low, high) = (part.low, UInt64(bitPattern: part.high))
            if isNegative {
                low = ~low &+ 1
                high = ~high &+ (low == 0 ? 1 : 0)
            }
            total = total + WideDecimal(isNegative: isNegative, [low, UInt128(high)], places: places)
        }
        return total
    }
}

/// An exact mean or median of decimal numbers: a sum and its divisor.
///
/// Two are equal if both of their parts are.
public struct DecimalQuotient: Sendable, Hashable {
    /// The sum of the numbers.
    public let dividend: WideDecimal
    /// The count; greater than 0.
    public let divisor: Int

    /// The result with a number of decimals, halves rounded away from zero.
    ///
    /// - Parameter places: the number of decimals, with zeros at the end. If it is `nil`, the result is exact where at
    ///   most six decimals more than the numbers have are enough, and rounded to these otherwise; zeros beyond the
    ///   decimals of the numbers are left out.
    public func rounded(places: Int? = nil) -> WideDecimal {
        if let places { return dividend.divided(by: divisor, places: places) }
        return dividend.divided(by: divisor, places: dividend.places + 6).trimmed(to: dividend.places)
    }
}
