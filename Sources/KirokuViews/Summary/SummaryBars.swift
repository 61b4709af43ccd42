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
        case .int(let figures):
            // From whole number to whole number: the one before the next bucket is the last.
            self.init(figures.histogram) { (localizedNumber($0.lower), localizedNumber($0.upper - 1)) }
        case .float(let figures):
            self.init(figures.histogram) { (localizedNumber($0.lower), localizedNumber($0.upper)) }
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

    private init<Number>(
        _ histogram: [HistogramBucket<Number>], ends: (HistogramBucket<Number>) -> (first: String, last: String)
    ) {
        title = localized("Spread of values")
        labels = histogram.map { bucket in
            let (first, last) = ends(bucket)
            return first == last ? first : localized("{first} – {last}", ["first": first, "last": last])
        }
        counts = histogram.map { Double($0.count) }
        appearance = .upright
    }
}
