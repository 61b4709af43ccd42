import KirokuCore

/// What the chart under a field's figures shows: a histogram of numbers, or the values that occur most often.
struct SummaryBars: Sendable, Hashable {
    /// What the chart is called.
    let title: String
    let labels: [String]
    let counts: [Double]
    let appearance: BarChartAppearance

    /// - Parameter table: the one that was summed up.
    init(_ summary: FieldSummary, of table: RecordTable, field: Int) {
        switch summary.figures {
        case .int(let figures): self.init(figures.histogram, isWhole: true)
        case .float(let figures): self.init(figures.histogram, isWhole: false)
        case .bool(let figures):
            self.init(frequent: [("true", figures.trueCount), ("false", figures.falseCount)])
        case .string(let figures):
            self.init(
                frequent: figures.mostFrequent.map { text in
                    let shown = table.displayText(text.record, field, limit: 200)
                    return (shown.isEmpty ? localized("(no characters)") : shown, text.count)
                })
        case nil: self.init(frequent: [])
        }
    }

    private init(frequent: [(label: String, count: Int)]) {
        title = localized("Most frequent values")
        labels = frequent.map(\.label)
        counts = frequent.map { Double($0.count) }
        appearance = .lying
    }

    private init(_ histogram: [HistogramBucket], isWhole: Bool) {
        title = localized("Spread of values")
        labels = histogram.map { bucket in
            // Whole numbers up to the one before the next bucket, as long as a Double tells them apart.
            let isExact = isWhole && abs(bucket.lower) < 0x1p52 && abs(bucket.upper) < 0x1p52
            let last = isExact ? bucket.upper - 1 : bucket.upper
            guard bucket.lower < last else { return localizedNumber(bucket.lower) }
            return localized(
                "{first} – {last}", ["first": localizedNumber(bucket.lower), "last": localizedNumber(last)])
        }
        counts = histogram.map { Double($0.count) }
        appearance = .upright
    }
}
