/// What is in a field, in figures.
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
    /// More, by the type of the field; `nil` if no record has a value.
    public let figures: Figures?

    /// What can be said of values of a type.
    public enum Figures: Sendable, Hashable {
        /// Of an Int field.
        case int(IntFigures)
        /// Of a Float field.
        case float(FloatFigures)
        /// Of a Bool field.
        case bool(BoolFigures)
        /// Of a String field.
        case string(StringFigures)
    }
}

/// The figures of an Int field.
public struct IntFigures: Sendable, Hashable {
    /// The least of the numbers.
    public let min: Int
    /// The greatest of the numbers.
    public let max: Int
    /// Exact; it can be greater than any Int.
    public let sum: Int128
    /// The sum, divided by how many numbers there are.
    public let mean: Quotient
    /// The number in the middle; of an even count, the mean of both in the middle.
    public let median: Quotient
    /// How the numbers are spread; the last bucket may end beyond the greatest Int.
    public let histogram: [HistogramBucket<Int128>]
}

/// The figures of a Float field.
public struct FloatFigures: Sendable, Hashable {
    /// The least of the numbers.
    public let min: Double
    /// The greatest of the numbers.
    public let max: Double
    /// With what rounding loses made good; `nil` if it is greater than any Float.
    public let sum: Double?
    /// Always finite, also where the sum is not.
    public let mean: Double
    /// The number in the middle; of an even count, the mean of both in the middle.
    public let median: Double
    /// How the numbers are spread.
    public let histogram: [HistogramBucket<Double>]
}

/// The figures of a Bool field.
public struct BoolFigures: Sendable, Hashable {
    /// How many cells are true.
    public let trueCount: Int
    /// How many cells are false.
    public let falseCount: Int
}

/// The figures of a String field.
public struct StringFigures: Sendable, Hashable {
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
    /// In how many records it stands.
    public let count: Int
}

/// One bar of a histogram.
public struct HistogramBucket<Number: Sendable & Hashable>: Sendable, Hashable {
    /// The least number that belongs to it.
    public let lower: Number
    /// Where the next bucket begins; a number that is just this belongs to the next one, and to the last if there is none.
    public let upper: Number
    /// How many numbers lie in it.
    public let count: Int
}
