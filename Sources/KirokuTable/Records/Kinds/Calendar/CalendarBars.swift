/// The number of dates or times in each part of the calendar or the day.
enum CalendarBars {
    /// A bar for each month, each few months, or each few years, so that at most `limit` bars result.
    ///
    /// - Parameter values: in order; at least one.
    static func ofDates<Value>(_ values: [Value], limit: Int, _ date: (Value) -> CalendarDate) -> [SummaryBar] {
        let (first, last) = (date(values[0]), date(values[values.count - 1]))
        // A year alone has no month.
        if values.allSatisfy({ date($0).month != nil }) {
            let months = (first: first.monthNumber, count: last.monthNumber - first.monthNumber + 1)
            if let step = [1, 3, 6].first(where: { (months.count + 2 * $0 - 2) / $0 <= limit }) {
                let start = months.first / step * step
                return bars(
                    ofSorted: values, from: start, to: last.monthNumber, step: step, number: { date($0).monthNumber },
                    label: { CalendarDate(monthNumber: $0).map { DateStyle.shown.text($0) } ?? "" })
            }
        }
        let borders = HistogramBorders.whole(
            from: Int128(first.year), to: Int128(last.year) + 1, limit: limit)
        return HistogramBorders.buckets(borders, count: values.count) { border in
            values.partitioningIndex { Int128(date($0).year) >= border }
        }.map { SummaryBar(from: String($0.lower), to: String($0.upper - 1), $0.count) }
    }

    /// A bar for each hour of the day, or each few, from the first to the last.
    ///
    /// - Parameter times: in order; at least one.
    static func ofTimes(_ times: [TimeOfDay], limit: Int) -> [SummaryBar] {
        let (first, last) = (times[0].hour, times[times.count - 1].hour)
        let step = [1, 2, 3, 4, 6, 12].first { last / $0 - first / $0 + 1 <= limit } ?? 24
        return bars(
            ofSorted: times, from: first / step * step, to: last, step: step, number: { $0.hour },
            label: { TimeOfDay(hour: min($0, 23), minute: 0).map { DateStyle.shown.text($0) } ?? "" })
    }

    private static func bars<Value>(
        ofSorted values: [Value], from first: Int, to last: Int, step: Int, number: (Value) -> Int,
        label: (Int) -> String
    ) -> [SummaryBar] {
        var below = 0
        return stride(from: first, through: last, by: step).map { start in
            let end = values.partitioningIndex { number($0) >= start + step }
            defer { below = end }
            return SummaryBar(from: label(start), to: label(start + step - 1), end - below)
        }
    }
}

extension CalendarDate {
    /// The number of the month since the year 0; that of the first one for a year alone.
    fileprivate var monthNumber: Int { year * 12 + (month ?? 1) - 1 }

    fileprivate init?(monthNumber: Int) {
        self.init(year: monthNumber / 12, month: monthNumber % 12 + 1)
    }
}
