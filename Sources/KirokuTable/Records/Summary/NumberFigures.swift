extension IntFigures {
    /// - Parameter numbers: at least one.
    package init(sorted numbers: [Int], buckets: Int) {
        let (least, greatest) = (numbers[0], numbers[numbers.count - 1])
        min = least
        max = greatest
        sum = numbers.reduce(0) { $0 &+ Int128($1) }
        mean = Quotient(dividend: sum, divisor: numbers.count)
        let (low, high) = (numbers[(numbers.count - 1) / 2], numbers[numbers.count / 2])
        median =
            low == high
            ? Quotient(dividend: Int128(low), divisor: 1) : Quotient(dividend: Int128(low) + Int128(high), divisor: 2)
        // One beyond the greatest, so that the last bucket covers as many whole numbers as the others.
        let borders = HistogramBorders.whole(from: Int128(least), to: Int128(greatest) + 1, limit: buckets)
        histogram = HistogramBorders.buckets(borders, count: numbers.count) { border in
            numbers.partitioningIndex { Int128($0) >= border }
        }
    }
}

extension FloatFigures {
    /// - Parameter numbers: at least one.
    package init(sorted numbers: [Double], buckets: Int) {
        let (least, greatest) = (numbers[0], numbers[numbers.count - 1])
        min = least
        max = greatest
        var total = CompensatedSum()
        for number in numbers { total.add(number) }
        sum = total.value
        // Rounding must not lead outside of the range of the numbers.
        mean = Swift.min(Swift.max(total.divided(by: numbers.count), least), greatest)
        let (low, high) = (numbers[(numbers.count - 1) / 2], numbers[numbers.count / 2])
        median = Self.middle(low, high)
        let borders = HistogramBorders.decimal(from: least, to: greatest, limit: buckets)
        histogram = HistogramBorders.buckets(borders, count: numbers.count) { border in
            numbers.partitioningIndex { $0 >= border }
        }
    }

    /// Halving first loses the last bit of the smallest numbers, adding first exceeds the range with the greatest.
    private static func middle(_ low: Double, _ high: Double) -> Double {
        let sum = low + high
        return sum.isFinite ? sum / 2 : low / 2 + high / 2
    }
}
