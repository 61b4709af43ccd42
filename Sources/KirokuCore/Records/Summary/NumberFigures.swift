extension IntFigures {
    /// `nil` without numbers.
    init?(sorted numbers: [Int], buckets: Int) {
        guard let least = numbers.first, let greatest = numbers.last else { return nil }
        min = least
        max = greatest
        sum = numbers.reduce(0) { $0 &+ Int128($1) }
        mean = Double(sum) / Double(numbers.count)
        let (low, high) = (numbers[(numbers.count - 1) / 2], numbers[numbers.count / 2])
        median = Double(Int128(low) + Int128(high)) / 2
        // One beyond the greatest, so that the last bucket holds as many whole numbers as the others.
        let histogram = Histogram(
            from: Double(least), to: Double(greatest) + 1, limit: buckets, isWhole: true, count: numbers.count
        ) { border in
            numbers.partitioningIndex { Double($0) >= border }
        }
        self.histogram = histogram.buckets
    }
}

extension FloatFigures {
    /// `nil` without numbers.
    init?(sorted numbers: [Double], buckets: Int) {
        guard let least = numbers.first, let greatest = numbers.last else { return nil }
        min = least
        max = greatest
        let scaled = CarefulSum(numbers)
        sum = scaled.value
        // Rounding must not lead beyond the numbers themselves.
        mean = Swift.min(Swift.max(scaled.mean, least), greatest)
        let (low, high) = (numbers[(numbers.count - 1) / 2], numbers[numbers.count / 2])
        median = Self.middle(low, high)
        let histogram = Histogram(
            from: least, to: greatest, limit: buckets, isWhole: false, count: numbers.count
        ) { border in
            numbers.partitioningIndex { $0 >= border }
        }
        self.histogram = histogram.buckets
    }

    /// Halving first loses the last bit of the smallest numbers, adding first exceeds the range with the greatest.
    private static func middle(_ low: Double, _ high: Double) -> Double {
        let sum = low + high
        return sum.isFinite ? sum / 2 : low / 2 + high / 2
    }
}

/// A sum of finite numbers that does not lose what rounding cuts off (Neumaier's), nor exceeds the range in between.
private struct CarefulSum {
    private let scaled: Double
    /// What the numbers are divided by: 1, unless they are so great that adding them would exceed the range.
    private let scale: Double
    private let count: Int

    init(_ numbers: [Double]) {
        count = numbers.count
        let greatest = numbers.reduce(0) { Swift.max($0, $1.magnitude) }
        scale = greatest < Double.greatestFiniteMagnitude / Double(2 * numbers.count + 2) ? 1 : 0x1p64
        var sum = 0.0
        var lost = 0.0
        for number in numbers {
            let number = number / scale
            let next = sum + number
            lost += sum.magnitude >= number.magnitude ? (sum - next) + number : (number - next) + sum
            sum = next
        }
        scaled = sum + lost
    }

    /// `nil` if it is beyond the range.
    var value: Double? {
        let value = scaled * scale
        return value.isFinite ? value : nil
    }

    /// Infinite where rounding leads beyond the range.
    var mean: Double { scaled / Double(count) * scale }
}
