/// A value of a fixed size, so that a column of them is a plain array.
public protocol FixedValue: FieldValue, BitwiseCopyable {
    /// The array's element for an empty cell.
    static var blank: Self { get }
}

/// A column to which the cells of many records are appended at once.
protocol BatchColumn: TypedColumn where Value: BitwiseCopyable {
    /// A batch's element for an empty cell.
    static var blank: Value { get }

    /// Appends the cells of many records.
    ///
    /// The cells at `empties`, counted from the first one, are empty and ``blank``.
    mutating func append(_ added: UnsafeBufferPointer<Value>, emptyAt empties: [Int])

    /// Appends empty cells.
    mutating func appendEmpty(_ count: Int)
}

/// The values of a field whose values have a fixed size: a plain array of them, and a bit for each empty cell.
public struct FixedColumn<Value: FixedValue>: TypedColumn, BatchColumn, Hashable {
    /// The values in record order.
    ///
    /// Empty cells have the ``FixedValue/blank`` value.
    public internal(set) var values: [Value] = []
    @usableFromInline var presence = PresenceBits()

    /// A column without cells.
    public init() {}

    /// How many records it has a cell for, empty ones included.
    @inlinable public var count: Int { values.count }

    /// Whether no cell is empty, so that ``values`` alone is sufficient.
    public var isFull: Bool { presence.isFull }

    /// The cell of one record, by its index; it must be in range.
    public subscript(index: Int) -> Value? {
        @inlinable get {
            let value = values[index]
            return presence[index] ? value : nil
        }
        set {
            values[index] = newValue ?? .blank
            presence[index] = newValue != nil
        }
    }

    /// Adds the cell of one more record.
    public mutating func append(_ value: Value?) {
        values.append(value ?? .blank)
        presence.append(value != nil)
    }

    static var blank: Value { .blank }

    package mutating func append(_ added: UnsafeBufferPointer<Value>, emptyAt empties: [Int]) {
        values.append(contentsOf: added)
        presence.append(added.count, emptyAt: empties)
    }

    /// Appends empty cells.
    mutating func appendEmpty(_ count: Int) {
        values.append(contentsOf: repeatElement(.blank, count: count))
        presence.appendEmpty(count)
    }

    /// The cells with converted values.
    package func map<Other>(_ transform: (Value) -> Other) -> FixedColumn<Other> {
        var column = FixedColumn<Other>()
        column.values = values.map(transform)
        column.presence = presence
        return column
    }

    /// Makes room for `capacity` records in all, so that appending up to that number moves nothing.
    public mutating func reserveCapacity(_ capacity: Int) {
        values.reserveLarge(capacity)
        presence.reserveCapacity(capacity)
    }

    /// Appends the cells of `other`.
    public mutating func append(contentsOf other: Self) {
        values.append(contentsOf: other.values)
        presence.append(contentsOf: other.presence)
    }

    /// Inserts the cells of `other`, so that they end up at `places`.
    public mutating func insert(_ other: Self, at places: RecordIndexes) {
        values.insert(other.values, at: places)
        presence.insert(other.presence, at: places)
    }

    /// Removes the cells at `places`.
    public mutating func remove(at places: RecordIndexes) {
        values.remove(at: places)
        presence.remove(at: places)
    }

    /// The cells at `places`, as a column of their own.
    public func picked(at places: RecordIndexes) -> Self {
        var picked = Self()
        picked.values = values.picked(at: places)
        picked.presence = presence.picked(at: places)
        return picked
    }

    /// The indexes of the records whose value satisfies `matches`, ascending; empty cells never do.
    ///
    /// As fast as a loop over ``values``, also from another module. `matches` may also be called with the blank value
    /// of empty cells; the result is ignored.
    @inlinable
    public func indexes(where matches: (Value) -> Bool) -> [Int] {
        var words = values.withUnsafeBufferPointer { values in
            MatchWords.words(count: values.count) { matches(values[$0]) }
        }
        presence.limit(&words)
        return MatchWords.indexes(of: words)
    }
}
