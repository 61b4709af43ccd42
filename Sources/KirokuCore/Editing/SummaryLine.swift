/// One figure of a field's summary, as a person reads it.
public struct SummaryLine: Sendable, Hashable {
    /// What the figure is, such as "Mean".
    public let name: String
    /// The figure itself, such as "3.5".
    public let value: String
}

extension FieldSummary {
    /// The figures as a person reads them: counts first, then what there is to say about values of the type.
    public var lines: [SummaryLine] {
        let counts = [
            SummaryLine(name: localized("Values"), value: localizedNumber(filled)),
            SummaryLine(name: localized("Empty"), value: localizedNumber(empty)),
            SummaryLine(name: localized("To fix"), value: localizedNumber(toFix)),
            SummaryLine(name: localized("Different values"), value: localizedNumber(distinct)),
        ]
        return counts + (figures?.lines ?? [])
    }
}

extension FieldSummary.Figures {
    fileprivate var lines: [SummaryLine] {
        switch self {
        case .int(let figures):
            numberLines(
                least: localizedNumber(figures.min), greatest: localizedNumber(figures.max),
                mean: localizedNumber(figures.mean), median: localizedNumber(figures.median),
                sum: localizedNumber(figures.sum))
        case .float(let figures):
            numberLines(
                least: localizedNumber(figures.min), greatest: localizedNumber(figures.max),
                mean: localizedNumber(figures.mean, significant: 6), median: localizedNumber(figures.median),
                sum: figures.sum.map { localizedNumber($0, significant: 12) } ?? localized("Too large to tell"))
        case .bool(let figures):
            [
                SummaryLine(name: localized("true"), value: localizedNumber(figures.trueCount)),
                SummaryLine(name: localized("false"), value: localizedNumber(figures.falseCount)),
            ]
        case .string(let figures):
            [
                SummaryLine(name: localized("Shortest"), value: characters(figures.minLength)),
                SummaryLine(name: localized("Longest"), value: characters(figures.maxLength)),
            ]
        }
    }

    private func numberLines(
        least: String, greatest: String, mean: String, median: String, sum: String
    ) -> [SummaryLine] {
        [
            SummaryLine(name: localized("Least"), value: least),
            SummaryLine(name: localized("Greatest"), value: greatest),
            SummaryLine(name: localized("Mean"), value: mean),
            SummaryLine(name: localized("Median"), value: median),
            SummaryLine(name: localized("Sum"), value: sum),
        ]
    }

    private func characters(_ count: Int) -> String {
        localized("{count} character", "{count} characters", count: count)
    }
}
