/// The values of one field in record order, in an array of the field's own type.
///
/// An empty cell is `nil`.
///
/// A column is a value: a copy is free until one of the two is changed.
public protocol TypedColumn: RandomAccessCollection, Sendable where Element == Value?, Index == Int {
    /// The type of a cell's value.
    associatedtype Value: FieldValue

    /// A column without cells.
    init()

    /// The cell of one record, by its index, which must be in range.
    subscript(index: Int) -> Value? { get set }

    /// About how many bytes of memory the cells take; costs nothing.
    var memorySize: Int { get }

    /// Adds the cell of one more record.
    mutating func append(_ value: Value?)

    /// Makes room for `capacity` records in all, so that appending up to that number moves no cells.
    mutating func reserveCapacity(_ capacity: Int)

    /// Appends the cells of `other`.
    mutating func append(contentsOf other: Self)

    /// Inserts the cells of `other`, so that they end up at `places`.
    mutating func insert(_ other: Self, at places: RecordIndexes)

    /// Removes the cells at `places`.
    mutating func remove(at places: RecordIndexes)

    /// The cells at `places`, as a column of their own.
    func picked(at places: RecordIndexes) -> Self

    /// The indexes of the records whose value satisfies `matches`, ascending; empty cells never do.
    func indexes(where matches: (Value) -> Bool) -> [Int]

    /// Whether a cell differs from a cell of `other`; both indexes must be in range.
    func differs(at index: Int, from other: Self, at otherIndex: Int) -> Bool
}

extension TypedColumn {
    /// By default, the memory of the values.
    public var memorySize: Int { count * MemoryLayout<Value>.stride }

    /// The first record's index.
    @inlinable public var startIndex: Int { 0 }
    /// One past the last record's index.
    @inlinable public var endIndex: Int { count }

    /// Whether a cell differs from a cell of `other`; both indexes must be in range.
    @inlinable
    public func differs(at index: Int, from other: Self, at otherIndex: Int) -> Bool {
        self[index] != other[otherIndex]
    }
}
