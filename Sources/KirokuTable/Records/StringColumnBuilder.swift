/// Collects the texts of a new column, fast enough for whole files.
///
/// Texts that soon recur are stored once, because names, places and similar values often repeat.
struct StringColumnBuilder: ~Copyable {
    /// The largest number of remembered texts, as a power of two.
    private static let mostRememberedBits = 15
    /// Longer texts are not compared with earlier ones.
    private static let longestRemembered = 64
    /// Texts and places are moved to the column's own arrays in pieces of this size, which checks less often whether
    /// there is room.
    private static let freshSize = 1 << 15
    private static let freshCount = 1_024

    private var texts: [UInt8] = []
    private var places: [TextPlace] = []
    /// The texts that follow ``texts``.
    private var freshTexts: TextBuffer
    /// The places that follow ``places``.
    private let freshPlaces: UnsafeMutablePointer<TextPlace>
    private var freshPlaceCount = 0
    /// The last text with each hash.
    ///
    /// Initially, all refer to the empty text, which is anywhere.
    private let remembered: UnsafeMutablePointer<RememberedText>
    private let rememberedBits: Int
    /// Texts too long for the block, by the index of their cell.
    private var longTexts: [Int: String] = [:]

    /// A builder; for a few cells, it takes little memory, because it is also used for single records.
    ///
    /// - Parameter capacity: the expected number of cells; 0 if unknown.
    init(capacity: Int) {
        places.reserveLarge(capacity)
        let expected = capacity > 0 ? min(capacity, Self.freshSize) : Self.freshSize
        freshTexts = TextBuffer(capacity: min(2 * Self.freshSize, Self.longestRemembered * expected))
        freshPlaces = .allocate(capacity: Self.freshCount)
        rememberedBits = min(Int.bitWidth - (2 * expected).leadingZeroBitCount, Self.mostRememberedBits)
        remembered = .allocate(capacity: 1 << rememberedBits)
        remembered.initialize(repeating: RememberedText(offset: 0, hash: 0, length: 0), count: 1 << rememberedBits)
    }

    deinit {
        freshPlaces.deallocate()
        remembered.deallocate()
    }

    /// How many cells there are.
    var count: Int { places.count + freshPlaceCount }

    /// Makes room for this many cells in all, with texts like the present ones.
    mutating func reserve(_ capacity: Int) {
        let textCount = texts.count + freshTexts.count
        places.reserveLarge(capacity)
        if count > 0 { texts.reserveLarge(Int(Double(textCount) / Double(count) * Double(capacity))) }
    }

    /// Appends an empty cell.
    @inline(__always)
    mutating func appendEmpty() {
        append(.empty)
    }

    /// Appends empty cells.
    mutating func appendEmpty(_ count: Int) {
        settle()
        places.append(contentsOf: repeatElement(.empty, count: count))
    }

    /// Appends a text, which must be UTF-8.
    @inline(__always)
    mutating func append(validUTF8 text: UnsafeBufferPointer<UInt8>) {
        guard text.count <= Self.longestRemembered else { return appendAtEnd(text) }
        append(text, hash: Self.hash(of: text) { ByteWord.load(text, at: $0) })
    }

    /// The same, if eight more bytes after the text can be read, whatever they are.
    @inline(__always)
    mutating func append(paddedUTF8 text: UnsafeBufferPointer<UInt8>) {
        guard text.count <= Self.longestRemembered, let start = text.baseAddress else { return appendAtEnd(text) }
        let bytes = UnsafeRawPointer(start)
        let hash = Self.hash(of: text) { position in
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let left = text.count &- position
            return left >= 8 ? word : word & (1 &<< UInt64(left &* 8) &- 1)
        }
        append(text, hash: hash)
    }

    @inline(__always)
    private mutating func append(_ text: UnsafeBufferPointer<UInt8>, hash: UInt64) {
        let slot = Int(hash >> (64 - UInt64(rememberedBits)))
        let known = remembered[slot]
        if known.isLike(hash: hash, length: text.count), isText(text, at: known.offset) {
            append(TextPlace(offset: known.offset, length: text.count))
        } else {
            let offset = texts.count + freshTexts.count
            remembered[slot] = RememberedText(offset: offset, hash: hash, length: text.count)
            append(TextPlace(offset: offset, length: text.count))
            freshTexts.append(text)
            if freshTexts.count > Self.freshSize { settle() }
        }
    }

    /// Appends a text.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(validUTF8: $0) }
    }

    /// The column of all cells.
    mutating func finished() -> StringColumn {
        settle()
        return StringColumn(bytes: texts, places: places, longTexts: longTexts)
    }

    private mutating func appendAtEnd(_ text: UnsafeBufferPointer<UInt8>) {
        settle()
        guard text.count <= TextPlace.longestLength, texts.count <= TextPlace.greatestOffset else {
            longTexts[places.count] = String(decoding: text, as: UTF8.self)
            places.append(TextPlace(longText: places.count))
            return
        }
        places.append(TextPlace(offset: texts.count, length: text.count))
        texts.append(contentsOf: text)
    }

    @inline(__always)
    private mutating func append(_ place: TextPlace) {
        freshPlaces[freshPlaceCount] = place
        freshPlaceCount &+= 1
        if freshPlaceCount == Self.freshCount { settlePlaces() }
    }

    private mutating func settle() {
        settlePlaces()
        texts.append(contentsOf: freshTexts.bytes)
        freshTexts.removeAll()
    }

    private mutating func settlePlaces() {
        places.append(contentsOf: UnsafeBufferPointer(start: freshPlaces, count: freshPlaceCount))
        freshPlaceCount = 0
    }

    @inline(__always)
    private func isText(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard let start = text.baseAddress, text.count > 0 else { return true }
        let settled = texts.count
        if offset >= settled, let fresh = freshTexts.bytes.baseAddress {
            return Self.areSame(start, fresh + (offset &- settled), count: text.count)
        }
        return texts.withUnsafeBufferPointer { texts in
            texts.baseAddress.map { Self.areSame(start, $0 + offset, count: text.count) } ?? false
        }
    }

    /// Compares by words that may overlap, because a call would cost more for short texts, which are common.
    @inline(__always)
    private static func areSame(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
        let (left, right) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
        @inline(__always)
        func differ<Word: FixedWidthInteger & BitwiseCopyable>(_: Word.Type, at offset: Int) -> Word {
            left.loadUnaligned(fromByteOffset: offset, as: Word.self)
                ^ right.loadUnaligned(fromByteOffset: offset, as: Word.self)
        }
        if count >= 8 {
            var place = 0
            while place < count - 8 {
                if differ(UInt64.self, at: place) != 0 { return false }
                place += 8
            }
            return differ(UInt64.self, at: count - 8) == 0
        }
        if count >= 4 { return differ(UInt32.self, at: 0) | differ(UInt32.self, at: count - 4) == 0 }
        return differ(UInt8.self, at: 0) | differ(UInt8.self, at: count / 2) | differ(UInt8.self, at: count - 1) == 0
    }

    @inline(__always)
    private static func hash(of text: UnsafeBufferPointer<UInt8>, _ word: (_ position: Int) -> UInt64) -> UInt64 {
        var hash = UInt64(text.count)
        var position = 0
        while position < text.count {
            hash = (hash ^ hash >> 32 ^ word(position)) &* 0x9e37_79b9_7f4a_7c15
            position &+= 8
        }
        return hash
    }
}

/// The position of a short text: 40 bits of offset, and below them its length and a part of its hash, so that most
/// other texts need not be compared.
private struct RememberedText {
    private let bits: UInt64

    init(offset: Int, hash: UInt64, length: Int) {
        bits = UInt64(offset) << 24 | hash & 0xffff_00 | UInt64(length)
    }

    var offset: Int { Int(bits >> 24) }

    /// Whether it may be a text with this hash and length.
    @inline(__always)
    func isLike(hash: UInt64, length: Int) -> Bool {
        bits & 0xff_ffff == hash & 0xffff_00 | UInt64(length)
    }
}
