/// The values of a Bool field, one byte per record.
public struct BoolColumn: TypedColumn, Hashable {
    /// True or false; an empty cell is `nil`.
    public typealias Value = Bool

    @usableFromInline var flags: [Bool?] = []

    /// A column without cells.
    public init() {}

    /// A column of these cells.
    package init(_ flags: [Bool?]) {
        self.flags = flags
    }

    /// How many records it has a cell for, empty ones included.
    @inlinable public var count: Int { flags.count }

    /// The cell of one record, by its index; it must be in range.
    public subscript(index: Int) -> Bool? {
        @inlinable get { flags[index] }
        set { flags[index] = newValue }
    }

    /// Adds the cell of one more record.
    public mutating func append(_ value: Bool?) {
        flags.append(value)
    }

    /// Makes room for `capacity` records in all, so that appending up to that number moves nothing.
    public mutating func reserveCapacity(_ capacity: Int) {
        flags.reserveCapacity(capacity)
    }

    /// Appends the cells of `other`.
    public mutating func append(contentsOf other: Self) {
        flags.append(contentsOf: other.flags)
    }

    /// Inserts the cells of `other`, so that they end up at `places`.
    public mutating func insert(_ other: Self, at places: RecordIndexes) {
        flags.insert(other.flags, at: places)
    }

    /// Removes the cells at `places`.
    public mutating func remove(at places: RecordIndexes) {
        flags.remove(at: places)
    }

    /// The cells at `places`, as a column of their own.
    public func picked(at places: RecordIndexes) -> Self {
        var picked = Self()
        picked.flags = flags.picked(at: places)
        return picked
    }

    /// The indexes of the records whose flag satisfies `matches`, ascending; empty cells never do.
    ///
    /// `matches` is called only for the two flags, however many records there are.
    public func indexes(where matches: (Bool) -> Bool) -> [Int] {
        var words = [UInt64](repeating: 0, count: MatchWords.wordCount(for: count))
        for flag in [false, true] where matches(flag) {
            for index in words.indices { words[index] |= word(at: index, of: flag) }
        }
        return MatchWords.indexes(of: words)
    }

    /// Which of the 64 records from `64 * index` on hold `flag`, the first in the lowest bit.
    func word(at index: Int, of flag: Bool) -> UInt64 {
        // An optional Bool is one byte with three values.
        let wanted = unsafeBitCast(Optional(flag), to: UInt8.self)
        return flags.withUnsafeBytes { bytes in
            MatchWords.word(from: index &* 64, count: Swift.min(64, bytes.count &- index &* 64)) { bytes[$0] == wanted }
        }
    }
}
