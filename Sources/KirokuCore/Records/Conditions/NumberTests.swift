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

    /// Which of the numbers from `first` on pass, at most 64 of them, the first in the lowest bit.
    ///
    /// What lies below the range wraps round to beyond its end.
    @inline(__always)
    func word(of numbers: UnsafeBufferPointer<Int>, from first: Int, count: Int) -> UInt64 {
        let inside = MatchWords.word(from: first, count: count) { UInt(bitPattern: numbers[$0] &- lowest) <= span }
        return isInside ? inside : ~inside
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

    /// Which of the numbers from `first` on pass, at most 64 of them, the first in the lowest bit.
    @inline(__always)
    func word(of numbers: UnsafeBufferPointer<Double>, from first: Int, count: Int) -> UInt64 {
        let (lowest, greatest) = (range.lowerBound, range.upperBound)
        let inside = MatchWords.word(from: first, count: count) { index in
            // Both sides are looked at: a jump after the first would be guessed wrongly again and again.
            let isAbove = numbers[index] >= lowest ? 1 : 0
            let isBelow = numbers[index] <= greatest ? 1 : 0
            return isAbove & isBelow == 1
        }
        return isInside ? inside : ~inside
    }
}
