/// The values of an Int or Float field: a plain array of numbers, and a bit for each empty cell.
public struct NumberColumn<Number: FieldValue & Numeric>: TypedColumn, Hashable {
    /// Int or Double; an empty cell is `nil`.
    public typealias Value = Number

    /// The numbers in record order.
    ///
    /// Where a cell is empty stands 0.
    public internal(set) var numbers: [Number] = []
    @usableFromInline var presence = PresenceBits()

    /// A column without cells.
    public init() {}

    /// How many records it has a cell for, empty ones included.
    @inlinable public var count: Int { numbers.count }

    /// Whether no cell is empty, so that ``numbers`` alone tells everything.
    public var isFull: Bool { presence.isFull }

    /// The cell of one record, by its index; it must be in range.
    public subscript(index: Int) -> Number? {
        @inlinable get {
            let number = numbers[index]
            return presence[index] ? number : nil
        }
        set {
            numbers[index] = newValue ?? 0
            presence[index] = newValue != nil
        }
    }

    /// Adds the cell of one more record.
    public mutating func append(_ value: Number?) {
        numbers.append(value ?? 0)
        presence.append(value != nil)
    }

    /// Appends the cells of many records, those at `empties` empty: counted from the first of them, with a 0 among the
    /// numbers.
    mutating func append(_ added: UnsafeBufferPointer<Number>, emptyAt empties: [Int]) {
        numbers.append(contentsOf: added)
        presence.append(added.count, emptyAt: empties)
    }

    /// Appends empty cells.
    mutating func appendEmpty(_ count: Int) {
        numbers.append(contentsOf: repeatElement(0, count: count))
        presence.appendEmpty(count)
    }

    /// The same cells with other numbers.
    func map<Other>(_ transform: (Number) -> Other) -> NumberColumn<Other> {
        var column = NumberColumn<Other>()
        column.numbers = numbers.map(transform)
        column.presence = presence
        return column
    }

    /// Makes room for `capacity` records in all, so that appending up to there moves nothing.
    public mutating func reserveCapacity(_ capacity: Int) {
        numbers.reserveLarge(capacity)
        presence.reserveCapacity(capacity)
    }

    /// Puts the cells of `other` behind these.
    public mutating func append(contentsOf other: Self) {
        numbers.append(contentsOf: other.numbers)
        presence.append(contentsOf: other.presence)
    }

    /// Puts the cells of `other` in, so that they end up at `places`.
    public mutating func insert(_ other: Self, at places: RecordIndexes) {
        numbers.insert(other.numbers, at: places)
        presence.insert(other.presence, at: places)
    }

    /// Takes the cells at `places` out.
    public mutating func remove(at places: RecordIndexes) {
        numbers.remove(at: places)
        presence.remove(at: places)
    }

    /// The cells at `places`, as a column of their own.
    public func picked(at places: RecordIndexes) -> Self {
        var picked = Self()
        picked.numbers = numbers.picked(at: places)
        picked.presence = presence.picked(at: places)
        return picked
    }

    /// The indexes of the records whose number satisfies `matches`, ascending; empty cells never do.
    ///
    /// As fast as a loop over ``numbers``, also from another module. Where a cell is empty, `matches` may be asked about
    /// the 0 that stands there; the answer does not count.
    @inlinable
    public func indexes(where matches: (Number) -> Bool) -> [Int] {
        var words = numbers.withUnsafeBufferPointer { numbers in
            MatchWords.words(count: numbers.count) { matches(numbers[$0]) }
        }
        presence.limit(&words)
        return MatchWords.indexes(of: words)
    }
}
