/// A test of an Int: every comparison is that of lying in a range, or outside of it.
struct IntTest: Sendable {
    private let lowest: Int
    /// From the lowest number to the greatest.
    private let span: UInt
    private let isInside: Bool

    init(_ range: ClosedRange<Int>, isInside: Bool = true) {
        lowest = range.lowerBound
        span = UInt(bitPattern: range.upperBound &- range.lowerBound)
        self.isInside = isInside
    }

    /// `nil` for a comparison that needs another operand.
    init?(_ comparison: Comparison, _ number: Int) {
        switch comparison {
        case .equal: self.init(number...number)
        case .notEqual: self.init(number...number, isInside: false)
        case .less: self.init(number...Int.max, isInside: false)
        case .lessOrEqual: self.init(Int.min...number)
        case .greater: self.init(Int.min...number, isInside: false)
        case .greaterOrEqual: self.init(number...Int.max)
        default: return nil
        }
    }

    /// What lies below the range wraps round to beyond its end.
    @inline(__always)
    func accepts(_ number: Int) -> Bool {
        (UInt(bitPattern: number &- lowest) <= span) == isInside
    }
}

/// A test of a finite Float: every comparison is that of lying in a range, or outside of it.
struct FloatTest: Sendable {
    private let range: ClosedRange<Double>
    private let isInside: Bool

    init(_ range: ClosedRange<Double>, isInside: Bool = true) {
        self.range = range
        self.isInside = isInside
    }

    /// `nil` for a comparison that needs another operand.
    init?(_ comparison: Comparison, _ number: Double) {
        switch comparison {
        case .equal: self.init(number...number)
        case .notEqual: self.init(number...number, isInside: false)
        case .less: self.init(number...Double.infinity, isInside: false)
        case .lessOrEqual: self.init(-Double.infinity...number)
        case .greater: self.init(-Double.infinity...number, isInside: false)
        case .greaterOrEqual: self.init(number...Double.infinity)
        default: return nil
        }
    }

    @inline(__always)
    func accepts(_ number: Double) -> Bool {
        // Both sides are looked at: a jump after the first would be guessed wrongly again and again.
        let isAbove = number >= range.lowerBound ? 1 : 0
        let isBelow = number <= range.upperBound ? 1 : 0
        return (isAbove & isBelow == 1) == isInside
    }
}
