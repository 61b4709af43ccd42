/// A test of one value, carried out on 64 records at a time.
protocol FixedTest: Sendable {
    associatedtype Value: FixedValue

    /// Which of the values from `first` on pass, at most 64 of them, the first in the lowest bit.
    func word(of values: UnsafeBufferPointer<Value>, from first: Int, count: Int) -> UInt64
}

extension FieldKind where Value: FixedValue, Value.Values == FixedColumn<Value> {
    /// Makes the matcher for a test in a column.
    @inline(__always)
    static func fixedMatching<Test: FixedTest>(_ test: Test) -> CellTest.Matching where Test.Value == Value {
        { column, _ in
            guard let column = Value.values(of: column) else { return nil }
            return { words, start in
                column.values.withUnsafeBufferPointer { values in
                    for index in words.indices where words[index] != 0 {
                        let first = (start &+ index) &* 64
                        words[index] &= test.word(of: values, from: first, count: min(64, values.count &- first))
                    }
                }
                if column.isFull { return }
                for index in words.indices where words[index] != 0 {
                    words[index] &= column.presence.word(at: start + index)
                }
            }
        }
    }
}

extension FieldKind {
    /// Makes a matcher that searches for digits in numbers, which `write` appends to a buffer as shown.
    @inline(__always)
    static func digitsFinder(
        of test: AnywhereTest, in column: Value.Values, _ write: @escaping (inout TextBuffer, Value) -> Void
    ) -> WordMatcher? {
        guard let digits = test.digits else { return nil }
        return { rest, start in
            var buffer = TextBuffer()
            var folder = digits.makeFolder()
            for index in rest.indices where rest[index] != 0 {
                let first = (start + index) &* 64
                MatchWords.forEachOne(in: rest[index] & filledWord(of: column, at: start + index)) { bit in
                    guard let value = column[first &+ bit] else { return }
                    buffer.removeAll()
                    write(&buffer, value)
                    if digits.accepts(buffer.bytes, &folder) { rest[index] &= ~(1 << UInt64(bit)) }
                }
            }
        }
    }
}

/// A test of an Int: every comparison is whether it is inside or outside of a range.
struct IntTest: FixedTest {
    private let lowest: Int
    /// From the lowest number to the greatest.
    private let span: UInt
    private let isInside: Bool

    init(_ range: ClosedRange<Int>, isInside: Bool = true) {
        lowest = range.lowerBound
        span = UInt(bitPattern: range.upperBound &- range.lowerBound)
        self.isInside = isInside
    }

    /// `nil` for a comparison that needs another operand.
    init?(_ comparison: Comparison, _ number: Int) {
        switch comparison {
        case .equal: self.init(number...number)
        case .notEqual: self.init(number...number, isInside: false)
        case .less: self.init(number...Int.max, isInside: false)
        case .lessOrEqual: self.init(Int.min...number)
        case .greater: self.init(Int.min...number, isInside: false)
        case .greaterOrEqual: self.init(number...Int.max)
        default: return nil
        }
    }

    /// How SQLite can find numbers that pass in a document's file.
    var stored: StoredTest {
        .integers(lowest...lowest &+ Int(bitPattern: span), isInside: isInside)
    }

    /// Which of the numbers from `first` on pass, at most 64 of them, the first in the lowest bit.
    ///
    /// Values below the range wrap around to beyond its end.
    @inline(__always)
    func word(of numbers: UnsafeBufferPointer<Int>, from first: Int, count: Int) -> UInt64 {
        let inside = MatchWords.word(from: first, count: count) { UInt(bitPattern: numbers[$0] &- lowest) <= span }
        return isInside ? inside : ~inside
    }
}

/// A test of a finite Float: every comparison is whether it is inside or outside of a range.
struct FloatTest: FixedTest {
    private let range: ClosedRange<Double>
    private let isInside: Bool

    init(_ range: ClosedRange<Double>, isInside: Bool = true) {
        self.range = range
        self.isInside = isInside
    }

    /// `nil` for a comparison that needs another operand.
    init?(_ comparison: Comparison, _ number: Double) {
        switch comparison {
        case .equal: self.init(number...number)
        case .notEqual: self.init(number...number, isInside: false)
        case .less: self.init(number...Double.infinity, isInside: false)
        case .lessOrEqual: self.init(-Double.infinity...number)
        case .greater: self.init(-Double.infinity...number, isInside: false)
        case .greaterOrEqual: self.init(number...Double.infinity)
        default: return nil
        }
    }

    /// How SQLite can find numbers that pass in a document's file.
    var stored: StoredTest { .reals(range, isInside: isInside) }

    /// Which of the numbers from `first` on pass, at most 64 of them, the first in the lowest bit.
    @inline(__always)
    func word(of numbers: UnsafeBufferPointer<Double>, from first: Int, count: Int) -> UInt64 {
        let (lowest, greatest) = (range.lowerBound, range.upperBound)
        let inside = MatchWords.word(from: first, count: count) { index in
            // Both sides are always compared: a branch after the first would often be mispredicted.
            let isAbove = numbers[index] >= lowest ? 1 : 0
            let isBelow = numbers[index] <= greatest ? 1 : 0
            return isAbove & isBelow == 1
        }
        return isInside ? inside : ~inside
    }
}
