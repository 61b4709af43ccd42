/// Figures about a field's contents.
public struct FieldSummary: Sendable, Hashable {
    /// How many records have a value of the field's type.
    public let filled: Int
    /// How many cells are empty.
    public let empty: Int
    /// How many cells hold text that does not fit the field's type.
    public let toFix: Int
    /// How many different values there are.
    ///
    /// Texts differ if their code points do; both zeros are the same.
    public let distinct: Int
    /// Further figures that depend on the field's type; `nil` if no record has a value.
    public let figures: (any FieldFigures)?

    /// Whether all figures are the same.
    public static func == (left: FieldSummary, right: FieldSummary) -> Bool {
        left.filled == right.filled && left.empty == right.empty && left.toFix == right.toFix
            && left.distinct == right.distinct
            && left.figures.map { AnyHashable($0) } == right.figures.map { AnyHashable($0) }
    }

    /// Hashes the counts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine([filled, empty, toFix, distinct])
    }
}

/// Figures about values of one type.
public protocol FieldFigures: Sendable, Hashable {
    /// The figures for people.
    ///
    /// - Parameter format: how numbers are shown; as typed, they have thousands separators.
    func lines(in format: NumberFormat) -> [SummaryLine]

    /// The sum and the mean, for programs; `nil` for values that have none.
    var totals: NumberTotals? { get }

    /// The chart under the figures.
    ///
    /// - Parameters:
    ///   - table: the summarized table.
    ///   - field: the field's index in it.
    func chart(of table: RecordTable, field: Int) -> SummaryChart
}

extension FieldFigures {
    /// Only numbers can be summed up.
    public var totals: NumberTotals? { nil }

    /// The mean for people; `nil` for values that have none.
    ///
    /// - Parameter format: how numbers are shown; as typed, they have thousands separators.
    public func mean(in format: NumberFormat) -> String? { line(localized("Mean"), in: format) }

    /// The sum for people; `nil` for values that have none.
    ///
    /// - Parameter format: how numbers are shown; as typed, they have thousands separators.
    public func sum(in format: NumberFormat) -> String? { line(localized("Sum"), in: format) }

    private func line(_ name: String, in format: NumberFormat) -> String? {
        lines(in: format).first { $0.name == name }?.value
    }
}

/// The chart under a field's figures.
public enum SummaryChart: Sendable, Hashable {
    /// The distribution of the values, from the least to the greatest.
    case spread([SummaryBar])
    /// The values that occur most often, the most frequent first.
    case frequent([SummaryBar])
}

/// One bar of a ``SummaryChart``.
public struct SummaryBar: Sendable, Hashable {
    /// The value, or the first and the last one of a range, for people.
    public let label: String
    /// How many records have it.
    public let count: Int

    package init(_ label: String, _ count: Int) {
        self.label = label
        self.count = count
    }

    /// The bar for a range of values, or for a single one.
    package init(from first: String, to last: String, _ count: Int) {
        self.init(
            first == last ? first : localized("{first} – {last}", ["first": first, "last": last]), count)
    }
}

/// The figures of an Int field.
public struct IntFigures: FieldFigures {
    /// The least of the numbers.
    public let min: Int
    /// The greatest of the numbers.
    public let max: Int
    /// Exact; it can be greater than any Int.
    public let sum: Int128
    /// The sum, divided by the count.
    public let mean: Quotient
    /// The middle number; for an even count, the mean of the two middle ones.
    public let median: Quotient
    /// The distribution of the numbers; the last bucket may end beyond the greatest Int.
    public let histogram: [HistogramBucket<Int128>]
}

/// The figures of a Float field.
public struct FloatFigures: FieldFigures {
    /// The least of the numbers.
    public let min: Double
    /// The greatest of the numbers.
    public let max: Double
    /// Compensated for rounding; `nil` if it is greater than any Float.
    public let sum: Double?
    /// Always finite, even if the sum is not.
    public let mean: Double
    /// The middle number; for an even count, the mean of the two middle ones.
    public let median: Double
    /// The distribution of the numbers.
    public let histogram: [HistogramBucket<Double>]
}

/// The figures of a Bool field.
public struct BoolFigures: FieldFigures {
    /// How many cells are true.
    public let trueCount: Int
    /// How many cells are false.
    public let falseCount: Int
}

/// The figures of a String field.
public struct StringFigures: FieldFigures {
    /// The length of the shortest text, in characters as a reader counts them.
    public let minLength: Int
    /// The length of the longest text, in characters as a reader counts them.
    public let maxLength: Int
    /// The texts that occur most often, the most frequent first; of those with equal counts the first in order.
    public let mostFrequent: [FrequentText]
}

/// A text that occurs in a field, and how often.
public struct FrequentText: Sendable, Hashable {
    /// The first record that has it; the text itself may be long.
    public let record: Int
    /// How many records have it.
    public let count: Int
}

/// One bar of a histogram.
public struct HistogramBucket<Number: Sendable & Hashable>: Sendable, Hashable {
    /// The least number that belongs to it.
    public let lower: Number
    /// Where the next bucket begins; this very number belongs to the next bucket, or to the last one if there is none.
    public let upper: Number
    /// How many numbers it has.
    public let count: Int
}

/// An exact mean or median of Ints: a sum and its divisor.
///
/// Two are equal if both of their parts are.
public struct Quotient: Sendable, Hashable {
    /// The sum of the numbers.
    public let dividend: Int128
    /// The count; greater than 0.
    public let divisor: Int

    /// The result as a Double.
    public var value: Double { Double(dividend) / Double(divisor) }
}
