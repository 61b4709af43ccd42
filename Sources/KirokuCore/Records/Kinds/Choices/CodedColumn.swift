/// The values of a field with few different ones: a number for each cell, and the text of each number.
///
/// A cell takes two bytes, or four from 65,536 different values on. The table of texts only grows.
public struct CodedColumn<Value: ChosenValue>: TypedColumn, Hashable {
    private(set) var codes = TextCodes()
    /// The code of each cell, or its lower half; 0 is an empty cell.
    private(set) var low: [UInt16] = []
    /// The upper halves of the codes; empty while all of them are 0.
    private(set) var high: [UInt16] = []

    /// A column without cells.
    public init() {}

    /// Columns are equal if their values are.
    public static func == (left: Self, right: Self) -> Bool { left.count == right.count && left.elementsEqual(right) }

    /// Hashes the number of cells.
    public func hash(into hasher: inout Hasher) { hasher.combine(count) }

    /// How many records it has a cell for, empty ones included.
    public var count: Int { low.count }

    /// The cell of one record, by its index, which must be in range.
    public subscript(index: Int) -> Value? {
        get { value(ofCode: code(at: index)) }
        set { set(newValue.map { codes.code(for: $0.text) } ?? 0, at: index) }
    }

    /// The code of a cell; 0 if it is empty.
    @inline(__always)
    func code(at index: Int) -> Int { high.isEmpty ? Int(low[index]) : Int(low[index]) | Int(high[index]) << 16 }

    /// The value of a code.
    func value(ofCode code: Int) -> Value? { code == 0 ? nil : codes.texts[code - 1].flatMap { Value($0) } }

    private mutating func set(_ code: Int, at index: Int) {
        makeRoom(for: code)
        low[index] = UInt16(truncatingIfNeeded: code)
        if !high.isEmpty { high[index] = UInt16(truncatingIfNeeded: code >> 16) }
    }

    @inline(__always)
    private mutating func append(code: Int) {
        makeRoom(for: code)
        low.append(UInt16(truncatingIfNeeded: code))
        // Where there is no record yet, there is no upper half either.
        if !high.isEmpty || code > UInt16.max { high.append(UInt16(truncatingIfNeeded: code >> 16)) }
    }

    @inline(__always)
    private mutating func makeRoom(for code: Int) {
        if code > UInt16.max, high.isEmpty { high = Array(repeating: 0, count: low.count) }
    }

    /// Adds the cell of one more record.
    public mutating func append(_ value: Value?) { append(code: value.map { codes.code(for: $0.text) } ?? 0) }

    /// Appends the value of a text; an empty cell if it has none.
    @inline(__always)
    mutating func append(valueOf text: UnsafeBufferPointer<UInt8>) {
        if let code = codes.code(of: text) { return append(code: code) }
        append(Value(String(decoding: text, as: UTF8.self)))
    }

    /// Appends empty cells.
    mutating func appendEmpty(_ count: Int) {
        low.append(contentsOf: repeatElement(0, count: count))
        if !high.isEmpty { high.append(contentsOf: repeatElement(0, count: count)) }
    }

    /// Makes room for `capacity` records in all, so that appending up to there moves no cells.
    public mutating func reserveCapacity(_ capacity: Int) { low.reserveLarge(capacity) }

    /// Appends the cells of `other`.
    public mutating func append(contentsOf other: Self) {
        if count == 0 {
            self = other
            return
        }
        for code in recoded(other) { append(code: code) }
    }

    /// Inserts the cells of `other`, so that they end up at `places`.
    public mutating func insert(_ other: Self, at places: RecordIndexes) {
        let new = recoded(other)
        makeRoom(for: new.max() ?? 0)
        low.insert(new.map { UInt16(truncatingIfNeeded: $0) }, at: places)
        if !high.isEmpty { high.insert(new.map { UInt16(truncatingIfNeeded: $0 >> 16) }, at: places) }
    }

    /// The cells of another column by the codes of this one.
    private mutating func recoded(_ other: Self) -> [Int] {
        var ours = [0]
        for index in other.codes.texts.indices { ours.append(codes.code(for: other.codes.texts[index] ?? "")) }
        return other.low.indices.map { ours[other.code(at: $0)] }
    }

    /// Removes the cells at `places`.
    public mutating func remove(at places: RecordIndexes) {
        low.remove(at: places)
        if !high.isEmpty { high.remove(at: places) }
    }

    /// The cells at `places`, as a column of their own.
    public func picked(at places: RecordIndexes) -> Self {
        var picked = self
        picked.low = low.picked(at: places)
        picked.high = high.isEmpty ? [] : high.picked(at: places)
        return picked
    }

    /// The indexes of the records whose value satisfies `matches`, ascending; empty cells never do.
    ///
    /// `matches` is called once for each different value.
    public func indexes(where matches: (Value) -> Bool) -> [Int] {
        let accepted = (0...codes.count).map { value(ofCode: $0).map(matches) ?? false }
        return MatchWords.indexes(of: (0..<MatchWords.wordCount(for: count)).map { word(at: $0, of: accepted) })
    }

    /// Which of the 64 records from `64 * index` on have one of the codes that `accepted` has true for, the first in the
    /// lowest bit.
    @inline(__always)
    func word(at index: Int, of accepted: [Bool]) -> UInt64 {
        let first = index &* 64
        let count = Swift.min(64, low.count &- first)
        return low.withUnsafeBufferPointer { low in
            accepted.withUnsafeBufferPointer { accepted in
                high.isEmpty
                    ? MatchWords.word(from: first, count: count) { accepted[Int(low[$0])] }
                    : MatchWords.word(from: first, count: count) { accepted[code(at: $0)] }
            }
        }
    }

    /// How many cells have each code; the first number is that of empty cells.
    func counts(of records: some Sequence<Int>) -> [Int] {
        var counts = [Int](repeating: 0, count: codes.count + 1)
        for record in records { counts[code(at: record)] += 1 }
        return counts
    }
}
