/// Statistics of a field's values, for programs and for lists of fields.
public struct FieldStatistics: Sendable, Hashable {
    /// The counts, and the figures that depend on the type.
    public let summary: FieldSummary
    /// The first value in order, texts by their code points; ``CellValue/empty`` if no record has a value.
    public let least: CellValue
    /// The last value in that order.
    public let greatest: CellValue
    /// The value that most records have, the first in order of several; `nil` if no value occurs twice among several.
    public let mostFrequent: FrequentValue?
}

/// A value that occurs in a field, and how often.
public struct FrequentValue: Sendable, Hashable {
    /// The value.
    public let value: CellValue
    /// How many records have it.
    public let count: Int
}

/// The sum and the mean of numbers as plain text, with a decimal point and all of their digits.
public struct NumberTotals: Sendable, Hashable {
    /// The sum; `nil` if it is greater than any Float.
    public let sum: String?
    /// The mean; of decimal numbers, with six decimals more than these have.
    public let mean: String
}

extension RecordTable {
    /// Summarizes a field, and finds its least, greatest and most frequent values.
    ///
    /// Costs what ``summary(of:among:buckets:)`` does, and one more pass.
    ///
    /// - Parameter field: the field to summarize.
    /// - Throws: ``QueryError/unknownField(_:)``, ``QueryError/cancelled``.
    @concurrent
    public func statistics(of field: FieldID) async throws(QueryError) -> FieldStatistics {
        let (summary, sorted) = try await sortedSummary(of: field, buckets: 1)
        guard let index = schema.index(of: field), let first = sorted.first, let last = sorted.last else {
            return FieldStatistics(summary: summary, least: .empty, greatest: .empty, mostFrequent: nil)
        }
        return FieldStatistics(
            summary: summary, least: self[first, index], greatest: self[last, index],
            mostFrequent: mostFrequent(sorted, inField: index))
    }

    /// The value of the longest run of equal values.
    private func mostFrequent(_ sorted: [Int], inField field: Int) -> FrequentValue? {
        let column = column(field)
        let starts = column.type.kind.runs(of: sorted, in: column)
        var best = (start: 0, count: 0)
        for (place, start) in starts.enumerated() {
            let end = place + 1 < starts.count ? starts[place + 1] : sorted.count
            if end - start > best.count { best = (start, end - start) }
        }
        guard best.count > 1 || sorted.count == 1 else { return nil }
        return FrequentValue(value: self[sorted[best.start], field], count: best.count)
    }
}
