/// The figures of a Decimal field, all exact.
public struct DecimalFigures: FieldFigures {
    /// The least of the numbers.
    public let min: DecimalNumber
    /// The greatest of the numbers.
    public let max: DecimalNumber
    /// With as many decimals as the number that has the most.
    public let sum: WideDecimal
    /// The sum, divided by the count.
    public let mean: DecimalQuotient
    /// The middle number; for an even count, the mean of the two middle ones.
    public let median: DecimalQuotient
    /// The distribution of the numbers.
    public let histogram: [HistogramBucket<WideDecimal>]

    /// - Parameter numbers: at least one.
    package init(sorted numbers: [DecimalNumber], buckets: Int) {
        (min, max) = (numbers[0], numbers[numbers.count - 1])
        var total = DecimalSum()
        for number in numbers { total.add(number) }
        sum = total.total
        mean = DecimalQuotient(dividend: sum, divisor: numbers.count)
        let (low, high) = (numbers[(numbers.count - 1) / 2], numbers[numbers.count / 2])
        median =
            low.isEqual(to: high)
            ? DecimalQuotient(dividend: WideDecimal(low), divisor: 1)
            : DecimalQuotient(dividend: WideDecimal(low) + WideDecimal(high), divisor: 2)
        histogram = Self.histogram(of: numbers, buckets: buckets)
    }

    /// Borders are whole numbers of a unit that is a hundredth of the last decimal, or greater for long numbers.
    private static func histogram(of numbers: [DecimalNumber], buckets: Int) -> [HistogramBucket<WideDecimal>] {
        let (least, greatest) = (numbers[0], numbers[numbers.count - 1])
        let limit = PowersOfTen.wide[36]
        let most = Swift.min(Swift.max(least.places, greatest.places) + 2, DecimalNumber.mostDigits)
        let places =
            (0...most).last { least.floor(places: $0) > -limit && greatest.ceiling(places: $0) < limit } ?? 0
        let (first, last) = (least.floor(places: places), greatest.ceiling(places: places))
        let borders =
            Swift.max(first.magnitude, last.magnitude) < limit.magnitude
            ? HistogramBorders.whole(from: first, to: last, limit: buckets) : [first, last]
        return HistogramBorders.buckets(
            borders.map { WideDecimal($0, places: places).trimmed(to: 0) }, count: numbers.count
        ) { border in
            numbers.partitioningIndex { !WideDecimal($0).isLess(than: border) }
        }
    }

    /// Least, greatest, mean, median and sum.
    ///
    /// A mean is rounded to six decimals more than the numbers have, unless the format has a number of decimals.
    public func lines(in format: NumberFormat) -> [SummaryLine] {
        SummaryLine.ofNumbers(
            least: format.text(min), greatest: format.text(max), mean: format.text(mean),
            median: format.text(median), sum: format.text(sum))
    }

    /// The exact sum, and the mean rounded as in ``lines(in:)``.
    public var totals: NumberTotals? { NumberTotals(sum: sum.text, mean: mean.rounded().text) }

    /// From one bucket's border to the next.
    public func chart(of table: RecordTable, field: Int) -> SummaryChart {
        let format = table.schema[field].numberFormat
        return .spread(histogram.map { SummaryBar(from: format.text($0.lower), to: format.text($0.upper), $0.count) })
    }
}

extension NumberFormat {
    /// The number as it is shown, with the signs of the user's language and all digits that ``places`` leave.
    ///
    /// Halves are rounded away from zero.
    public func text(_ number: DecimalNumber) -> String {
        text(plain: placesOfValue.map { number.text(places: $0) } ?? number.text)
    }

    /// A sum as shown, exact except for ``places``.
    package func text(_ number: WideDecimal) -> String {
        text(plain: (placesOfValue.map { number.rounded(to: $0) } ?? number).text)
    }

    /// A mean or median as it is shown.
    package func text(_ quotient: DecimalQuotient) -> String {
        text(plain: quotient.rounded(places: placesOfValue).text)
    }
}
