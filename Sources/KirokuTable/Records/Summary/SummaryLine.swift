/// One figure of a field's summary, as a person reads it.
public struct SummaryLine: Sendable, Hashable {
    /// What the figure is, such as "Mean".
    public let name: String
    /// The figure itself, such as "3.5".
    public let value: String
}

extension FieldSummary {
    /// The figures for people: counts first, then figures that depend on the type.
    ///
    /// - Parameter format: how the numbers of the field are shown.
    public func lines(in format: NumberFormat = .asTyped) -> [SummaryLine] {
        let counts = [
            SummaryLine(name: localized("Values"), value: localizedNumber(filled)),
            SummaryLine(name: localized("Empty"), value: localizedNumber(empty)),
            SummaryLine(name: localized("To fix"), value: localizedNumber(toFix)),
            SummaryLine(name: localized("Different values"), value: localizedNumber(distinct)),
        ]
        return counts + (figures?.lines(in: format) ?? [])
    }
}

extension IntFigures {
    /// The exact sum.
    public var totals: NumberTotals? { NumberTotals(sum: String(sum), mean: mean.value.shortText) }

    /// Least, greatest, mean, median and sum, all exact.
    public func lines(in format: NumberFormat) -> [SummaryLine] {
        SummaryLine.ofNumbers(
            least: format.text(min), greatest: format.text(max), mean: format.text(mean),
            median: format.text(median), sum: format.text(sum))
    }

    /// From whole number to whole number: the one before the next bucket is the last.
    public func chart(of table: RecordTable, field: Int) -> SummaryChart {
        let format = table.schema[field].numberFormat
        return .spread(
            histogram.map { SummaryBar(from: format.text($0.lower), to: format.text($0.upper - 1), $0.count) })
    }
}

extension FloatFigures {
    /// The sum and the mean as Floats.
    public var totals: NumberTotals? { NumberTotals(sum: sum?.shortText, mean: mean.shortText) }

    /// Least, greatest, mean, median and sum.
    public func lines(in format: NumberFormat) -> [SummaryLine] {
        SummaryLine.ofNumbers(
            least: format.text(min), greatest: format.text(max), mean: format.text(mean, significant: 6),
            median: format.text(median),
            sum: sum.map { format.text($0, significant: 12) } ?? localized("Too large to show"))
    }

    /// From one bucket's border to the next.
    public func chart(of table: RecordTable, field: Int) -> SummaryChart {
        let format = table.schema[field].numberFormat
        return .spread(histogram.map { SummaryBar(from: format.text($0.lower), to: format.text($0.upper), $0.count) })
    }
}

extension BoolFigures {
    /// How many are true, and false.
    public func lines(in format: NumberFormat) -> [SummaryLine] {
        [
            SummaryLine(name: localized("true"), value: localizedNumber(trueCount)),
            SummaryLine(name: localized("false"), value: localizedNumber(falseCount)),
        ]
    }

    /// The same as bars.
    public func chart(of table: RecordTable, field: Int) -> SummaryChart {
        .frequent([SummaryBar("true", trueCount), SummaryBar("false", falseCount)])
    }
}

extension StringFigures {
    /// The shortest and the longest text.
    public func lines(in format: NumberFormat) -> [SummaryLine] {
        [
            SummaryLine(name: localized("Shortest"), value: Self.characters(minLength)),
            SummaryLine(name: localized("Longest"), value: Self.characters(maxLength)),
        ]
    }

    /// The most frequent texts.
    public func chart(of table: RecordTable, field: Int) -> SummaryChart {
        .frequent(
            mostFrequent.map { text in
                let shown = table.displayText(text.record, field, limit: 200)
                return SummaryBar(shown.isEmpty ? localized("(no characters)") : shown, text.count)
            })
    }

    private static func characters(_ count: Int) -> String {
        localized("{count} character", "{count} characters", count: count)
    }
}

extension SummaryLine {
    /// The figures that all kinds of numbers have.
    static func ofNumbers(
        least: String, greatest: String, mean: String, median: String, sum: String
    ) -> [SummaryLine] {
        [
            SummaryLine(name: localized("Minimum"), value: least),
            SummaryLine(name: localized("Maximum"), value: greatest),
            SummaryLine(name: localized("Mean"), value: mean),
            SummaryLine(name: localized("Median"), value: median),
            SummaryLine(name: localized("Sum"), value: sum),
        ]
    }
}
