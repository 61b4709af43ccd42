/// The values of a Bool field, one byte a record.
public struct BoolColumn: TypedColumn, Hashable {
    /// True or false; an empty cell is `nil`.
    public typealias Value = Bool

    private var flags: [Bool?] = []

    /// A column without cells.
    public init() {}

    /// How many records it has a cell for, empty ones included.
    public var count: Int { flags.count }

    /// The cell of one record, by its index; it must be in range.
    public subscript(index: Int) -> Bool? {
        get { flags[index] }
        set { flags[index] = newValue }
    }

    /// Adds the cell of one more record.
    public mutating func append(_ value: Bool?) {
        flags.append(value)
    }

    /// Makes room for `capacity` records in all, so that appending up to there moves nothing.
    public mutating func reserveCapacity(_ capacity: Int) {
        flags.reserveCapacity(capacity)
    }
}
