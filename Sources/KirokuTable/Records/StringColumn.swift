import Glibc

/// The values of a String field: the UTF-8 text of all cells in one block of bytes, and eight bytes per record for the
/// position of its text.
///
/// A million short names cost one allocation instead of a million, and cells with the same text may share its bytes.
/// Texts of 16 MB and more are stored separately. Replaced text leaves a hole; when holes make up half of the block, it
/// is compacted.
public struct StringColumn: TypedColumn, Hashable {
    /// Text; an empty cell is `nil`, which an empty text is not.
    public typealias Value = String

    @usableFromInline package var bytes: [UInt8] = []
    @usableFromInline var places: [TextPlace] = []
    @usableFromInline var longTexts: [Int: String] = [:]
    /// The number of bytes in holes, or more if cells share a text.
    private var unusedBytes = 0

    /// A column without cells.
    public init() {}

    /// A column of cells whose texts are already in `bytes` or `longTexts`.
    init(bytes: [UInt8], places: [TextPlace], longTexts: [Int: String]) {
        self.bytes = bytes
        self.places = places
        self.longTexts = longTexts
    }

    /// How many records it has a cell for, empty ones included.
    public var count: Int { places.count }

    /// About how many bytes of memory the cells take: those of the block, and eight for each record.
    public var memorySize: Int {
        bytes.count + places.count * MemoryLayout<TextPlace>.stride + longTexts.values.reduce(0) { $0 + $1.utf8.count }
    }

    /// Columns are equal if their texts are, wherever these are in the block; costs one pass over both.
    public static func == (left: StringColumn, right: StringColumn) -> Bool {
        left.count == right.count && !left.indices.contains { left.differs(at: $0, from: right, at: $0) }
    }

    /// Whether a cell holds another text than one of `other`; no String is made if the bytes are the same.
    public func differs(at index: Int, from other: StringColumn, at otherIndex: Int) -> Bool {
        let (place, otherPlace) = (places[index], other.places[otherIndex])
        if place.isEmpty || otherPlace.isEmpty { return place.isEmpty != otherPlace.isEmpty }
        if place.isInBlock, otherPlace.isInBlock, place.length == otherPlace.length {
            let isSame = bytes.withUnsafeBytes { mine in
                other.bytes.withUnsafeBytes { others in
                    guard let mine = mine.baseAddress, let others = others.baseAddress else { return true }
                    return memcmp(mine + place.offset, others + otherPlace.offset, place.length) == 0
                }
            }
            if isSame { return false }
        }
        return self[index] != other[otherIndex]
    }

    /// Hashes every text, so it costs one pass.
    public func hash(into hasher: inout Hasher) {
        for text in self { hasher.combine(text) }
    }

    /// The cell of one record, by its index, which must be in range; reading makes a new String each time.
    public subscript(index: Int) -> String? {
        get {
            let place = places[index]
            if place.isEmpty { return nil }
            if place.isLong { return longTexts[place.offset] }
            return bytes.withUnsafeBufferPointer { all in
                let text = UnsafeBufferPointer(rebasing: all[place.offset..<place.offset + place.length])
                // It was checked when it was added to the column.
                return String(copying: UTF8Span(unchecked: text.span))
            }
        }
        set {
            release(places[index])
            places[index] = hold(newValue)
            packIfSparse()
        }
    }

    /// Adds the cell of one more record.
    public mutating func append(_ value: String?) {
        places.append(hold(value))
    }

    /// Appends a text that is already valid UTF-8, without making a String of it.
    public mutating func append(validUTF8 text: UnsafeBufferPointer<UInt8>) {
        places.append(hold(utf8: text))
    }

    /// Appends empty cells.
    mutating func appendEmpty(_ count: Int) {
        places.append(contentsOf: repeatElement(.empty, count: count))
    }

    /// Calls `body` with the UTF-8 of a cell's text, or with `nil` if the cell is empty.
    ///
    /// The pointer is only valid inside `body`.
    public func withUTF8<Result>(
        at index: Int, _ body: (UnsafeBufferPointer<UInt8>?) throws -> Result
    ) rethrows -> Result {
        let place = places[index]
        if place.isEmpty { return try body(nil) }
        if place.isLong {
            var text = longTexts[place.offset] ?? ""
            return try text.withUTF8 { try body($0) }
        }
        return try bytes.withUnsafeBufferPointer { all in
            try body(UnsafeBufferPointer(rebasing: all[place.offset..<place.offset + place.length]))
        }
    }

    /// The indexes of the records whose text satisfies `matches`, ascending; empty cells never do.
    ///
    /// Makes a String of each text; ``indexesOfUTF8(where:)`` and a ``Condition`` do not.
    @inlinable
    public func indexes(where matches: (String) -> Bool) -> [Int] {
        indexesOfUTF8 { matches(String(copying: $0)) }
    }

    /// The indexes of the records whose text satisfies `matches`, ascending; empty cells never do.
    ///
    /// `matches` borrows each text in place, so nothing is copied; it cannot keep it.
    ///
    /// ```swift
    /// let found = table.values(of: name).indexesOfUTF8 { $0.span.count > 0 && $0.span[0] == UInt8(ascii: "A") }
    /// ```
    @inlinable
    public func indexesOfUTF8(where matches: (UTF8Span) -> Bool) -> [Int] {
        withTexts { texts in
            let words = MatchWords.words(count: texts.count) { index in
                // Texts are checked when they are added to the column, and not again.
                texts.isEmpty(at: index) ? false : texts.withUTF8(at: index) { matches(UTF8Span(unchecked: $0.span)) }
            }
            return MatchWords.indexes(of: words)
        }
    }

    /// Makes room for the places of `capacity` records in all; the block of text grows as it fills.
    public mutating func reserveCapacity(_ capacity: Int) {
        places.reserveCapacity(capacity)
    }

    /// Appends the cells of `other`.
    public mutating func append(contentsOf other: Self) {
        places.reserveCapacity(count + other.count)
        let start = bytes.count
        guard longTexts.isEmpty, other.longTexts.isEmpty, start + other.bytes.count <= TextPlace.greatestOffset else {
            for index in other.indices {
                places.append(other.withUTF8(at: index) { text in text.map { hold(utf8: $0) } ?? .empty })
            }
            return
        }
        bytes.append(contentsOf: other.bytes)
        for place in other.places { places.append(place.isEmpty ? place : place.moved(by: start)) }
        unusedBytes += other.unusedBytes
    }

    /// Inserts the cells of `other`, so that they end up at `places`.
    public mutating func insert(_ other: Self, at places: RecordIndexes) {
        var new: [TextPlace] = []
        new.reserveCapacity(other.count)
        for index in other.indices {
            new.append(other.withUTF8(at: index) { text in text.map { hold(utf8: $0) } ?? .empty })
        }
        self.places.insert(new, at: places)
    }

    /// Removes the cells at `places`.
    public mutating func remove(at places: RecordIndexes) {
        for run in places.runs {
            for index in run { release(self.places[index]) }
        }
        self.places.remove(at: places)
        packIfSparse()
    }

    /// The cells at `places`, as a column of their own.
    public func picked(at places: RecordIndexes) -> Self {
        var picked = StringColumnBuilder(capacity: places.count)
        for run in places.runs {
            for index in run {
                withUTF8(at: index) { text in
                    if let text { picked.append(validUTF8: text) } else { picked.appendEmpty() }
                }
            }
        }
        return picked.finished()
    }

    /// Calls `body` with all texts in place, for loops over many of them.
    @inlinable
    func withTexts<Result>(_ body: (StringTexts) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBufferPointer { bytes in
            try places.withUnsafeBufferPointer { places in
                try body(StringTexts(bytes: bytes, places: places, longTexts: longTexts))
            }
        }
    }

    private mutating func hold(_ value: String?) -> TextPlace {
        guard var text = value else { return .empty }
        return text.withUTF8 { hold(utf8: $0) }
    }

    private mutating func hold(utf8 text: UnsafeBufferPointer<UInt8>) -> TextPlace {
        guard text.count <= TextPlace.longestLength, bytes.count <= TextPlace.greatestOffset else {
            let key = (longTexts.keys.max() ?? -1) + 1
            longTexts[key] = String(decoding: text, as: UTF8.self)
            return TextPlace(longText: key)
        }
        let place = TextPlace(offset: bytes.count, length: text.count)
        bytes.append(contentsOf: text)
        return place
    }

    private mutating func release(_ place: TextPlace) {
        if place.isLong {
            longTexts[place.offset] = nil
        } else if !place.isEmpty {
            unusedBytes += place.length
        }
    }

    private mutating func packIfSparse() {
        guard unusedBytes > 65_536, unusedBytes > bytes.count / 2 else { return }
        self = picked(at: RecordIndexes(0..<count))
    }
}

/// The texts of a column in place; only valid while the column is (see ``StringColumn/withTexts(_:)``).
@usableFromInline
struct StringTexts {
    @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
    @usableFromInline let places: UnsafeBufferPointer<TextPlace>
    @usableFromInline let longTexts: [Int: String]

    @inlinable
    init(bytes: UnsafeBufferPointer<UInt8>, places: UnsafeBufferPointer<TextPlace>, longTexts: [Int: String]) {
        self.bytes = bytes
        self.places = places
        self.longTexts = longTexts
    }

    /// How many records there are.
    @inlinable var count: Int { places.count }

    /// Whether the record's cell is empty.
    @inlinable
    @inline(__always)
    func isEmpty(at index: Int) -> Bool { places[index].isEmpty }

    /// Whether the text may begin with `byte` and have `count` bytes, which is at least 1.
    ///
    /// Always true for a text that is stored separately.
    @inline(__always)
    func mayBegin(with byte: UInt8, count: Int, at index: Int) -> Bool {
        let place = places[index]
        guard place.isInBlock else { return place.isLong }
        return place.length >= count && bytes[place.offset] == byte
    }

    /// Calls `body` with the UTF-8 of a cell's text; an empty cell is an empty text here.
    @inlinable
    @inline(__always)
    func withUTF8<Result>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let place = places[index]
        if place.isInBlock {
            return body(UnsafeBufferPointer(rebasing: bytes[place.offset..<place.offset &+ place.length]))
        }
        var text = place.isLong ? longTexts[place.offset] ?? "" : ""
        return text.withUTF8 { body($0) }
    }
}
