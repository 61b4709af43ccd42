/// The values of a Decimal field: the digits of each as a whole number of 16 bytes, and a byte for how many of them are
/// decimals.
public struct DecimalColumn: TypedColumn, Hashable {
    /// The number of decimals of an empty cell, whose coefficient is 0.
    static let empty = UInt8(DecimalNumber.mostDigits + 1)

    private(set) var coefficients: [Int128] = []
    private(set) var places: [UInt8] = []

    /// A column without cells.
    public init() {}

    /// How many records it has a cell for, empty ones included.
    public var count: Int { coefficients.count }

    /// The cell of one record, by its index; it must be in range.
    public subscript(index: Int) -> DecimalNumber? {
        get {
            let places = places[index]
            return places == Self.empty ? nil : DecimalNumber(unchecked: coefficients[index], places: places)
        }
        set {
            coefficients[index] = newValue?.coefficient ?? 0
            places[index] = newValue.map { UInt8($0.places) } ?? Self.empty
        }
    }

    /// Adds the cell of one more record.
    public mutating func append(_ value: DecimalNumber?) {
        coefficients.append(value?.coefficient ?? 0)
        places.append(value.map { UInt8($0.places) } ?? Self.empty)
    }

    /// Appends empty cells.
    mutating func appendEmpty(_ count: Int) {
        coefficients.append(contentsOf: repeatElement(0, count: count))
        places.append(contentsOf: repeatElement(Self.empty, count: count))
    }

    /// Makes room for `capacity` records in all, so that appending up to that number moves nothing.
    public mutating func reserveCapacity(_ capacity: Int) {
        coefficients.reserveLarge(capacity)
        places.reserveLarge(capacity)
    }

    /// Appends the cells of `other`.
    public mutating func append(contentsOf other: Self) {
        coefficients.append(contentsOf: other.coefficients)
        places.append(contentsOf: other.places)
    }

    /// Inserts the cells of `other`, so that they end up at `places`.
    public mutating func insert(_ other: Self, at places: RecordIndexes) {
        coefficients.insert(other.coefficients, at: places)
        self.places.insert(other.places, at: places)
    }

    /// Removes the cells at `places`.
    public mutating func remove(at places: RecordIndexes) {
        coefficients.remove(at: places)
        self.places.remove(at: places)
    }

    /// The cells at `places`, as a column of their own.
    public func picked(at places: RecordIndexes) -> Self {
        var picked = Self()
        picked.coefficients = coefficients.picked(at: places)
        picked.places = self.places.picked(at: places)
        return picked
    }

    /// The indexes of the records whose value satisfies `matches`, ascending; empty cells never do.
    public func indexes(where matches: (DecimalNumber) -> Bool) -> [Int] {
        MatchWords.indexes(of: MatchWords.words(count: count) { self[$0].map(matches) ?? false })
    }

    /// Which of the 64 records from `64 * index` on have a value, the first in the lowest bit.
    func filledWord(at index: Int) -> UInt64 {
        places.withUnsafeBufferPointer { places in
            MatchWords.word(from: index &* 64, count: Swift.min(64, places.count &- index &* 64)) {
                places[$0] != Self.empty
            }
        }
    }
}
