import Glibc

/// Buckets with borders that are easy to read: multiples of 1, 2 or 5 times a power of ten.
struct Histogram {
    let buckets: [HistogramBucket]

    /// - Parameters:
    ///   - least: the least number.
    ///   - greatest: the greatest number.
    ///   - limit: no more buckets than so many, but at least one.
    ///   - isWhole: whether there are only whole numbers, for which narrower buckets than 1 make no sense.
    ///   - countBelow: how many numbers are less than a border.
    init(
        from least: Double, to greatest: Double, limit: Int, isWhole: Bool, count: Int, countBelow: (Double) -> Int
    ) {
        let borders = Self.borders(from: least, to: greatest, limit: max(1, limit), isWhole: isWhole)
        var below = 0
        buckets = zip(borders, borders.dropFirst()).enumerated().map { index, border in
            let reached = index == borders.count - 2 ? count : countBelow(border.1)
            defer { below = reached }
            return HistogramBucket(lower: border.0, upper: border.1, count: reached - below)
        }
    }

    /// One more than there are buckets; ascending.
    private static func borders(from least: Double, to greatest: Double, limit: Int, isWhole: Bool) -> [Double] {
        // Half of each, as the difference can be greater than any Double.
        let span = 2 * (greatest / 2 / Double(limit) - least / 2 / Double(limit))
        guard span > 0, span.isFinite else { return [least, greatest] }
        var exponent = Int(log10(span).rounded(.down)) - 1
        if isWhole { exponent = max(0, exponent) }
        for _ in 0..<4 {
            for factor in [1.0, 2, 5] {
                let step = BucketStep(factor: factor, exponent: exponent)
                guard let borders = step.borders(from: least, to: greatest, limit: limit) else { continue }
                return borders
            }
            exponent += 1
        }
        return [least, greatest]
    }
}

/// The distance of two borders: a factor times a power of ten.
private struct BucketStep {
    let factor: Double
    let exponent: Int

    /// The multiples of the step around all numbers; `nil` if they make more than `limit` buckets, or are too close
    /// together or too far apart for a Double.
    func borders(from least: Double, to greatest: Double, limit: Int) -> [Double]? {
        let step = multiple(1)
        guard step > 0, step.isFinite else { return nil }
        let first = (least / step).rounded(.down)
        let last = (greatest / step).rounded(.up)
        // Beyond that, numbers next to each other are no different Doubles.
        guard max(abs(first), abs(last)) < 0x1p52 else { return nil }
        let count = max(1, Int(last - first))
        guard count <= limit else { return nil }
        let borders = (0...count).map { multiple(first + Double($0)) }
        let isGood =
            borders.allSatisfy(\.isFinite) && zip(borders, borders.dropFirst()).allSatisfy { $0 < $1 }
            && borders[0] <= least && borders[count] >= greatest
        return isGood ? borders : nil
    }

    /// Dividing by a power of ten gives 0.3 where multiplying by its inverse gives 0.30000000000000004.
    private func multiple(_ number: Double) -> Double {
        let whole = number * factor
        return exponent < 0 && exponent > -300 ? whole / pow(10, Double(-exponent)) : whole * pow(10, Double(exponent))
    }
}
