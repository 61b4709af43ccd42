/// The values of one field in record order, in an array of the field's own type.
///
/// An empty cell is `nil`.
///
/// A column is a value: a copy is free until one of the two is written to.
public protocol TypedColumn: RandomAccessCollection, Sendable where Element == Value?, Index == Int {
    associatedtype Value: FieldValue

    /// A column without cells.
    init()

    subscript(index: Int) -> Value? { get set }

    mutating func append(_ value: Value?)

    mutating func reserveCapacity(_ capacity: Int)
}

extension TypedColumn {
    /// The first record's index.
    public var startIndex: Int { 0 }
    /// One past the last record's index.
    public var endIndex: Int { count }

    /// Puts the cells of `other` in, so that they end up at `places`.
    ///
    /// Costs one pass over the column, or over `other` alone when all go to the end.
    mutating func insert(_ other: Self, at places: RecordIndexes) {
        guard places.lowerBound < count else {
            reserveCapacity(count + other.count)
            for value in other { append(value) }
            return
        }
        var merged = Self()
        merged.reserveCapacity(count + other.count)
        var ours = 0
        var theirs = 0
        for run in places.runs {
            while merged.count < run.lowerBound {
                merged.append(self[ours])
                ours += 1
            }
            for _ in run {
                merged.append(other[theirs])
                theirs += 1
            }
        }
        while ours < count {
            merged.append(self[ours])
            ours += 1
        }
        self = merged
    }

    /// Takes the cells at `places` out and returns them.
    mutating func remove(at places: RecordIndexes) -> Self {
        var kept = Self()
        var removed = Self()
        kept.reserveCapacity(count - places.count)
        removed.reserveCapacity(places.count)
        var next = 0
        for run in places.runs {
            for index in next..<run.lowerBound { kept.append(self[index]) }
            for index in run { removed.append(self[index]) }
            next = run.upperBound
        }
        for index in next..<count { kept.append(self[index]) }
        self = kept
        return removed
    }

    /// The cells at `order`, in that order.
    func reordered(_ order: [Int]) -> Self {
        var result = Self()
        result.reserveCapacity(order.count)
        for index in order { result.append(self[index]) }
        return result
    }
}
