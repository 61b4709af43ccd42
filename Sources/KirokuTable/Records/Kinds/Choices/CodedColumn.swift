/// The values of a field with few different ones: a code for each cell, and the text of each code.
///
/// A cell takes two bytes, or four if there are 65,536 or more different values. The table of texts only grows.
public struct CodedColumn<Value: ChosenValue>: TypedColumn, Hashable {
    private(set) var codes = TextCodes()
    /// The code of each cell.
    private(set) var cells = CellCodes()

    /// A column without cells.
    public init() {}

    /// Columns are equal if their values are.
    public static func == (left: Self, right: Self) -> Bool { left.count == right.count && left.elementsEqual(right) }

    /// Hashes the number of cells.
    public func hash(into hasher: inout Hasher) { hasher.combine(count) }

    /// How many records it has a cell for, empty ones included.
    public var count: Int { cells.count }

    /// The cell of one record, by its index, which must be in range.
    public subscript(index: Int) -> Value? {
        get { value(ofCode: code(at: index)) }
        set { cells[index] = newValue.map { codes.code(for: $0.text) } ?? 0 }
    }

    /// The code of a cell; 0 if it is empty.
    @inline(__always)
    package func code(at index: Int) -> Int { cells[index] }

    /// The value of a code.
    package func value(ofCode code: Int) -> Value? { code == 0 ? nil : codes.texts[code - 1].flatMap { Value($0) } }

    /// Adds the cell of one more record.
    public mutating func append(_ value: Value?) { cells.append(value.map { codes.code(for: $0.text) } ?? 0) }

    /// Appends the value of a text; an empty cell if it has none.
    @inline(__always)
    package mutating func append(valueOf text: UnsafeBufferPointer<UInt8>) {
        if let code = codes.code(of: text) { return cells.append(code) }
        append(Value(String(decoding: text, as: UTF8.self)))
    }

    /// Appends empty cells.
    mutating func appendEmpty(_ count: Int) { cells.append([Int](repeating: 0, count: count)) }

    /// Makes room for `capacity` records in all, so that appending up to there moves no cells.
    public mutating func reserveCapacity(_ capacity: Int) { cells.reserveCapacity(capacity) }

    /// Appends the cells of `other`.
    public mutating func append(contentsOf other: Self) {
        if count == 0 {
            self = other
            return
        }
        cells.append(recoded(other))
    }

    /// Inserts the cells of `other`, so that they end up at `places`.
    public mutating func insert(_ other: Self, at places: RecordIndexes) {
        cells.insert(recoded(other), at: places)
    }

    /// The cells of another column by the codes of this one.
    private mutating func recoded(_ other: Self) -> [Int] {
        var ours = [0]
        for index in other.codes.texts.indices { ours.append(codes.code(for: other.codes.texts[index] ?? "")) }
        return other.indices.map { ours[other.code(at: $0)] }
    }

    /// Removes the cells at `places`.
    public mutating func remove(at places: RecordIndexes) { cells.remove(at: places) }

    /// The cells at `places`, as a column of their own.
    public func picked(at places: RecordIndexes) -> Self {
        var picked = self
        picked.cells = cells.picked(at: places)
        return picked
    }

    /// The indexes of the records whose value satisfies `matches`, ascending; empty cells never do.
    ///
    /// `matches` is called once for each different value.
    public func indexes(where matches: (Value) -> Bool) -> [Int] {
        let accepted = (0...codes.count).map { value(ofCode: $0).map(matches) ?? false }
        return MatchWords.indexes(of: (0..<MatchWords.wordCount(for: count)).map { cells.word(at: $0, of: accepted) })
    }

    /// How many cells have each code; the first number is that of empty cells.
    func counts(of records: some Sequence<Int>) -> [Int] {
        var counts = [Int](repeating: 0, count: codes.count + 1)
        for record in records { counts[code(at: record)] += 1 }
        return counts
    }
}
