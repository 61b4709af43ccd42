/// The values of a Decimal field: the digits of each as a whole number, and a byte for the number of decimals.
///
/// A whole number takes 8 bytes, or 16 as soon as one of the column does not fit into 8.
public struct DecimalColumn: TypedColumn, BatchColumn, Hashable {
    /// The number of decimals of an empty cell, whose coefficient is 0.
    package static let empty = UInt8(DecimalNumber.mostDigits + 1)

    /// The lower halves of the coefficients.
    private(set) var lows: [UInt64] = []
    /// The upper halves; empty as long as all coefficients fit into 64 bits.
    private var highs: [Int64] = []
    package private(set) var places: [UInt8] = []

    /// A column without cells.
    public init() {}

    /// How many records it has a cell for, empty ones included.
    public var count: Int { lows.count }

    /// Whether some coefficients need more than 64 bits.
    var isWide: Bool { !highs.isEmpty }

    /// All digits of one record's number as a whole number; 0 for an empty cell.
    @inline(__always)
    func coefficient(at index: Int) -> Int128 {
        isWide ? Int128(highs[index]) << 64 | Int128(lows[index]) : Int128(Int64(bitPattern: lows[index]))
    }

    /// The cell of one record, by its index; it must be in range.
    public subscript(index: Int) -> DecimalNumber? {
        get {
            let places = places[index]
            return places == Self.empty
                ? nil : DecimalNumber(unchecked: coefficient(at: index), places: places)
        }
        set {
            let number = newValue ?? .zero
            if !number.isShort { widen() }
            lows[index] = number.low
            if isWide { highs[index] = number.high }
            places[index] = newValue?.storedPlaces ?? Self.empty
        }
    }

    /// Adds the cell of one more record.
    public mutating func append(_ value: DecimalNumber?) {
        let number = value ?? .zero
        if isWide || !number.isShort {
            widen()
            highs.append(number.high)
        }
        lows.append(number.low)
        places.append(value?.storedPlaces ?? Self.empty)
    }

    static var blank: DecimalNumber { .zero }

    package mutating func append(_ added: UnsafeBufferPointer<DecimalNumber>, emptyAt empties: [Int]) {
        if isWide || !added.allSatisfy(\.isShort) {
            widen()
            highs.append(contentsOf: added.lazy.map(\.high))
        }
        let start = count
        lows.append(contentsOf: added.lazy.map(\.low))
        places.append(contentsOf: added.lazy.map(\.storedPlaces))
        for place in empties { places[start + place] = Self.empty }
    }

    /// Appends empty cells.
    mutating func appendEmpty(_ count: Int) {
        if isWide { highs.append(contentsOf: repeatElement(0, count: count)) }
        lows.append(contentsOf: repeatElement(0, count: count))
        places.append(contentsOf: repeatElement(Self.empty, count: count))
    }

    /// Makes room for `capacity` records in all, so that appending up to that number moves nothing.
    public mutating func reserveCapacity(_ capacity: Int) {
        if isWide { highs.reserveLarge(capacity) }
        lows.reserveLarge(capacity)
        places.reserveLarge(capacity)
    }

    /// Appends the cells of `other`.
    public mutating func append(contentsOf other: Self) {
        if isWide || other.isWide { highs = upperHalves + other.upperHalves }
        lows.append(contentsOf: other.lows)
        places.append(contentsOf: other.places)
    }

    /// Inserts the cells of `other`, so that they end up at `places`.
    public mutating func insert(_ other: Self, at places: RecordIndexes) {
        if isWide || other.isWide {
            widen()
            highs.insert(other.upperHalves, at: places)
        }
        lows.insert(other.lows, at: places)
        self.places.insert(other.places, at: places)
    }

    /// Removes the cells at `places`.
    public mutating func remove(at places: RecordIndexes) {
        if isWide { highs.remove(at: places) }
        lows.remove(at: places)
        self.places.remove(at: places)
    }

    /// The cells at `places`, as a column of their own.
    public func picked(at places: RecordIndexes) -> Self {
        var picked = Self()
        if isWide { picked.highs = highs.picked(at: places) }
        picked.lows = lows.picked(at: places)
        picked.places = self.places.picked(at: places)
        return picked
    }

    /// The indexes of the records whose value satisfies `matches`, ascending; empty cells never do.
    public func indexes(where matches: (DecimalNumber) -> Bool) -> [Int] {
        MatchWords.indexes(of: MatchWords.words(count: count) { self[$0].map(matches) ?? false })
    }

    /// Whether each number has three decimals or none, and some have three.
    var haveThreeDecimals: Bool {
        places.allSatisfy { $0 == 3 || $0 == 0 || $0 == Self.empty } && places.contains(3)
    }

    /// Which of the 64 records from `64 * index` on have a value, the first in the lowest bit.
    func filledWord(at index: Int) -> UInt64 {
        places.withUnsafeBufferPointer { places in
            MatchWords.word(from: index &* 64, count: Swift.min(64, places.count &- index &* 64)) {
                places[$0] != Self.empty
            }
        }
    }

    /// Whether both have the same cells.
    public static func == (one: Self, other: Self) -> Bool {
        one.places == other.places && one.lows == other.lows
            && (one.isWide || other.isWide ? one.upperHalves == other.upperHalves : true)
    }

    /// Columns with the same cells have the same hash, whatever their width.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(lows)
        hasher.combine(places)
    }

    private var upperHalves: [Int64] { isWide ? highs : lows.map { Int64(bitPattern: $0) >> 63 } }

    private mutating func widen() {
        if !isWide { highs = upperHalves }
    }
}
