/// The part of a test that SQLite can check by the values stored in a document's file.
///
/// SQLite orders values of all kinds: NULL, numbers, texts, binary data. A test tells which of them certainly do not
/// pass; the others are read and tested as usual. So values that another program has put into a field are not judged by
/// SQLite's rules.
package struct StoredTest: Sendable {
    /// Which values may pass.
    package let filter: Filter
    /// Which of these certainly pass; `nil` if only reading them tells.
    package let certainty: Certainty?

    package init(_ filter: Filter, certainty: Certainty? = nil) {
        self.filter = filter
        self.certainty = certainty
    }

    /// What may pass, apart from binary data, which always may, because reading refuses it.
    package enum Filter: Sendable {
        /// No value at all.
        case empty
        /// Any value.
        case filled
        /// Values that are in none of these ranges.
        case outside([Range])
        /// Numbers between two others, and texts that begin with such a number; for numbers that are stored as text.
        case numbers(ClosedRange<Double>)
        /// Texts that pass, and numbers, whose text SQLite would write differently.
        case texts(TextTest)
    }

    /// Consecutive values.
    package struct Range: Sendable {
        /// `nil` for the least number.
        package let from: Value?
        /// `nil` for the last text, U+10FFFF.
        package let through: Value?
    }

    /// A value in the file.
    package enum Value: Sendable {
        case whole(Int)
        case real(Double)
        case text(String)
    }

    /// Values that are as Kiroku stores them.
    package enum Certainty: Sendable {
        case empty
        /// Texts that are not empty, and numbers.
        case filled
        case integers(ClosedRange<Int>)
        case finiteReals
        /// Texts up to U+10FFFF.
        case texts
    }
}

extension StoredTest {
    /// A test for whole numbers in a range, or outside of it.
    ///
    /// - Parameter values: the numbers that the field can hold.
    package static func integers(
        _ range: ClosedRange<Int>, isInside: Bool, among values: ClosedRange<Int> = .min ... .max
    ) -> StoredTest {
        let (least, greatest) = (range.lowerBound, range.upperBound)
        var ranges: [Range] = []
        if isInside {
            if least > .min { ranges.append(Range(from: nil, through: .whole(least - 1))) }
            if greatest < .max { ranges.append(Range(from: .whole(greatest + 1), through: nil)) }
        } else {
            ranges.append(
                Range(from: least > .min ? .whole(least) : nil, through: greatest < .max ? .whole(greatest) : nil))
        }
        return StoredTest(.outside(ranges), certainty: .integers(values))
    }

    /// A test for numbers in a range, whose ends may be infinite, or outside of it.
    static func reals(_ range: ClosedRange<Double>, isInside: Bool) -> StoredTest {
        let (least, greatest) = (range.lowerBound, range.upperBound)
        var ranges: [Range] = []
        if isInside {
            if least.isFinite { ranges.append(Range(from: nil, through: .real(least.nextDown))) }
            if greatest.isFinite { ranges.append(Range(from: .real(greatest.nextUp), through: nil)) }
        } else {
            ranges.append(
                Range(
                    from: least.isFinite ? .real(least) : nil, through: greatest.isFinite ? .real(greatest) : nil))
        }
        return StoredTest(.outside(ranges), certainty: .finiteReals)
    }

    /// A test for exact numbers compared with one number, or between two; `nil` if almost any may pass.
    ///
    /// They are stored as text, which SQLite reads as a number of 64 bits.
    static func decimals(_ comparison: Comparison, _ one: DecimalNumber, _ other: DecimalNumber) -> StoredTest? {
        let most = Double.greatestFiniteMagnitude
        guard let first = Double(one.text), let second = Double(other.text) else { return nil }
        let (least, greatest) = (min(first, second), max(first, second))
        // Far more than either number loses by rounding, and far less than the smallest number above 0.
        func margin(_ number: Double) -> Double { number.magnitude * 1e-12 + 1e-45 }
        let (from, through) = (least - margin(least), greatest + margin(greatest))
        return switch comparison {
        case .equal, .between: StoredTest(.numbers(from...through))
        case .less, .lessOrEqual: StoredTest(.numbers(-most...through))
        case .greater, .greaterOrEqual: StoredTest(.numbers(from...most))
        default: nil
        }
    }

    /// A test for texts; `nil` if they may differ from those in the file, because invalid UTF-8 is read as U+FFFD.
    package static func texts(_ test: TextTest, for text: String) -> StoredTest? {
        text.unicodeScalars.contains("\u{fffd}") ? nil : StoredTest(.texts(test), certainty: .texts)
    }
}
