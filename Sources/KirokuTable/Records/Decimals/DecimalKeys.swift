extension DecimalColumn {
    /// The records, none of whose cells is empty, sorted by their numbers; equal ones keep their order.
    func sorted(_ records: [Int], by rule: SortRule, _ progress: SortProgress?) async throws(QueryError) -> [Int] {
        if let factors = factors {
            return try await SortEntries.sorted(
                records, by: ScaledKeys(column: self, factors: factors, flip: rule.flip), progress)
        }
        return try await SortEntries.sorted(records, by: LeadingDigitKeys(column: self, flip: rule.flip), progress)
    }

    /// Factors by number of decimals that turn all coefficients into 64-bit whole numbers in the order of the numbers;
    /// `nil` if a number is too large.
    private var factors: [Int64]? {
        var greatest = [UInt128](repeating: 0, count: Int(Self.empty) + 1)
        var isUsed = [Bool](repeating: false, count: greatest.count)
        for index in 0..<count {
            let places = Int(places[index])
            greatest[places] = Swift.max(greatest[places], coefficient(at: index).magnitude)
            isUsed[places] = true
        }
        guard let most = isUsed.dropLast().lastIndex(of: true) else { return [] }
        var factors = [Int64](repeating: 0, count: greatest.count)
        for places in 0...most where isUsed[places] {
            let power = PowersOfTen.wide[most - places]
            let (scaled, isOver) = greatest[places].multipliedReportingOverflow(by: UInt128(power))
            // Zero may have a factor that is too large, which makes no difference.
            guard !isOver, scaled <= UInt128(Int64.max) else { return nil }
            factors[places] = Int64(truncatingIfNeeded: power)
        }
        return factors
    }
}

/// The keys of numbers that fit 64 bits with equally many decimals, with all bits inverted for descending order.
private struct ScaledKeys: SortKeys {
    let column: DecimalColumn
    let factors: [Int64]
    let flip: UInt64

    @inline(__always)
    func key(of record: Int) -> UInt64 {
        let coefficient = Int64(bitPattern: column.lows[record])
        return SortKey.key(Int(coefficient &* factors[Int(column.places[record])])) ^ flip
    }
}

/// The keys of any decimal numbers: the place of the first digit and the first 16 digits; the numbers themselves decide
/// where these are equal.
private struct LeadingDigitKeys: SortKeys {
    let column: DecimalColumn
    let flip: UInt64

    private static let digits = 16

    func key(of record: Int) -> UInt64 {
        let coefficient = column.coefficient(at: record)
        let middle: UInt64 = 1 << 63
        if coefficient == 0 { return middle ^ flip }
        let magnitude = coefficient.magnitude
        let digits = Self.digitCount(magnitude)
        let first = UInt64(
            truncatingIfNeeded: digits <= Self.digits
                ? magnitude * UInt128(PowersOfTen.integers[Self.digits - digits])
                : magnitude / UInt128(PowersOfTen.wide[digits - Self.digits]))
        // 10¹⁶ has 54 bits, and there are 76 places for the first digit.
        let place = UInt64(digits - Int(column.places[record]) + DecimalNumber.mostDigits)
        let distance = place << 54 | first
        return (coefficient < 0 ? middle - distance : middle + distance) ^ flip
    }

    func sort(_ entries: inout [SortEntry], of records: [Int]) {
        SortEntries.sort(&entries)
        var start = 0
        while start < entries.count {
            if Task.isCancelled { return }
            var end = start + 1
            while end < entries.count, entries[end].key == entries[start].key { end += 1 }
            if end - start > 1 { sortEqual(&entries, start..<end, of: records) }
            start = end
        }
    }

    /// Sorts entries with equal keys.
    private func sortEqual(_ entries: inout [SortEntry], _ range: Range<Int>, of records: [Int]) {
        let numbers = entries[range].map { column[records[$0.position]] ?? .zero }
        guard numbers.contains(where: { !$0.isEqual(to: numbers[0]) }) else { return }
        let isDescending = flip != 0
        let order = numbers.indices.sorted { one, other in
            if numbers[one].isEqual(to: numbers[other]) { return one < other }
            return numbers[one].isLess(than: numbers[other]) != isDescending
        }
        let sorted = order.map { entries[range.lowerBound + $0] }
        entries.replaceSubrange(range, with: sorted)
    }

    private static func digitCount(_ magnitude: UInt128) -> Int {
        let bits = 128 - magnitude.leadingZeroBitCount
        // A digit has 3.32 bits.
        let least = (bits * 1_233) >> 12
        return magnitude < UInt128(PowersOfTen.wide[least]) ? least : least + 1
    }
}
