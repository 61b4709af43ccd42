import Glibc

/// The borders of a histogram that are easy to read: multiples of 1, 2 or 5 times a power of ten, ascending, one more
/// than there are buckets.
enum HistogramBorders {
    /// Counts the numbers between the borders.
    ///
    /// - Parameters:
    ///   - borders: two or more.
    ///   - count: how many numbers there are.
    ///   - countBelow: how many of them are less than a border.
    static func buckets<Number>(
        _ borders: [Number], count: Int, countBelow: (Number) -> Int
    ) -> [HistogramBucket<Number>] {
        var below = 0
        return zip(borders, borders.dropFirst()).enumerated().map { index, border in
            let reached = index == borders.count - 2 ? count : countBelow(border.1)
            defer { below = reached }
            return HistogramBucket(lower: border.0, upper: border.1, count: reached - below)
        }
    }

    /// Whole borders.
    ///
    /// - Parameters:
    ///   - least: the least number.
    ///   - end: greater than any of the numbers.
    ///   - limit: the largest number of buckets, at least one.
    static func whole(from least: Int128, to end: Int128, limit: Int) -> [Int128] {
        var power: Int128 = 1
        while power < 2 * (end - least) {
            for step in [power, 2 * power, 5 * power] {
                let first = least >= 0 ? least / step : -((step - 1 - least) / step)
                let last = end >= 0 ? (end + step - 1) / step : -(-end / step)
                if last - first <= Int128(limit) { return (first...last).map { $0 * step } }
            }
            power *= 10
        }
        return [least, end]
    }

    /// Borders for any numbers.
    ///
    /// - Parameters:
    ///   - least: the least number.
    ///   - greatest: the greatest number.
    ///   - limit: the largest number of buckets, at least one.
    static func decimal(from least: Double, to greatest: Double, limit: Int) -> [Double] {
        let limit = max(1, limit)
        // Half of each, as the difference can be greater than any Double.
        let span = 2 * (greatest / 2 / Double(limit) - least / 2 / Double(limit))
        guard span > 0, span.isFinite else { return [least, greatest] }
        var exponent = Int(log10(span).rounded(.down)) - 1
        for _ in 0..<4 {
            for factor in RoundStep.factors {
                let step = RoundStep(factor: factor, exponent: exponent)
                guard let borders = step.borders(from: least, to: greatest, limit: limit) else { continue }
                return borders
            }
            exponent += 1
        }
        return [least, greatest]
    }
}

/// A distance whose multiples are easy to read: 1, 2 or 5 times a power of ten.
package struct RoundStep {
    /// What the power of ten is multiplied by, ascending.
    package static let factors = [1.0, 2, 5]

    package let factor: Double
    package let exponent: Int

    package init(factor: Double, exponent: Int) {
        self.factor = factor
        self.exponent = exponent
    }

    /// A whole number of steps.
    ///
    /// Dividing by a power of ten gives 0.3 where multiplying by its inverse gives 0.30000000000000004.
    package func multiple(_ number: Double) -> Double {
        let whole = number * factor
        // 10^300 and more is too close to infinity to divide by.
        return exponent < 0 && exponent > -300 ? whole / pow(10, Double(-exponent)) : whole * pow(10, Double(exponent))
    }
}

extension RoundStep {
    /// The multiples of the step that enclose all numbers; `nil` if these are more than `limit` buckets, or too close
    /// together or too far apart for a Double.
    fileprivate func borders(from least: Double, to greatest: Double, limit: Int) -> [Double]? {
        let step = multiple(1)
        guard step > 0, step.isFinite else { return nil }
        let first = (least / step).rounded(.down)
        let last = (greatest / step).rounded(.up)
        // Beyond that, adjacent numbers are the same Double.
        guard max(abs(first), abs(last)) < 0x1p52 else { return nil }
        let count = max(1, Int(last - first))
        guard count <= limit else { return nil }
        let borders = (0...count).map { multiple(first + Double($0)) }
        let isGood =
            borders.allSatisfy(\.isFinite) && zip(borders, borders.dropFirst()).allSatisfy { $0 < $1 }
            && borders[0] <= least && borders[count] >= greatest
        return isGood ? borders : nil
    }
}
