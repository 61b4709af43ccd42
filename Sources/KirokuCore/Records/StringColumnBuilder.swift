import Glibc

/// Gathers the texts of a new column, at the speed that whole files need.
///
/// Texts that come again soon are held once: names, places and the like repeat.
struct StringColumnBuilder: ~Copyable {
    private static let rememberedBits = 15
    /// Longer texts are not compared with earlier ones.
    private static let longestRemembered = 64

    private var texts = TextBuffer(capacity: 1 << 16)
    private var places: [TextPlace] = []
    /// Where the last text with each hash was put.
    ///
    /// At first, all stand for the text without characters, which is anywhere.
    private let remembered: UnsafeMutablePointer<TextPlace>
    /// What is too long for the block, by the index of the cell.
    private var longTexts: [Int: String] = [:]

    /// - Parameter capacity: how many cells are expected.
    init(capacity: Int) {
        places.reserveCapacity(capacity)
        remembered = .allocate(capacity: 1 << Self.rememberedBits)
        remembered.initialize(repeating: TextPlace(offset: 0, length: 0), count: 1 << Self.rememberedBits)
    }

    deinit {
        remembered.deallocate()
    }

    /// Appends an empty cell.
    mutating func appendEmpty() {
        places.append(.empty)
    }

    /// Appends a text, which must be UTF-8.
    @inline(__always)
    mutating func append(validUTF8 text: UnsafeBufferPointer<UInt8>) {
        guard text.count <= Self.longestRemembered else { return appendAtEnd(text) }
        let slot = Self.slot(of: text)
        let known = remembered[slot]
        if known.length == text.count, isText(text, at: known) {
            places.append(known)
        } else {
            remembered[slot] = TextPlace(offset: texts.count, length: text.count)
            appendAtEnd(text)
        }
    }

    /// The column of all cells.
    func finished() -> StringColumn {
        StringColumn(bytes: Array(texts.bytes), places: places, longTexts: longTexts)
    }

    private mutating func appendAtEnd(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count <= TextPlace.longestLength, texts.count <= TextPlace.greatestOffset else {
            longTexts[places.count] = String(decoding: text, as: UTF8.self)
            places.append(TextPlace(longText: places.count))
            return
        }
        places.append(TextPlace(offset: texts.count, length: text.count))
        texts.append(text)
    }

    @inline(__always)
    private func isText(_ text: UnsafeBufferPointer<UInt8>, at place: TextPlace) -> Bool {
        guard let start = text.baseAddress, let known = texts.bytes.baseAddress else { return text.isEmpty }
        return memcmp(known + place.offset, start, text.count) == 0
    }

    @inline(__always)
    private static func slot(of text: UnsafeBufferPointer<UInt8>) -> Int {
        var hash = UInt64(text.count)
        var position = 0
        while position < text.count {
            hash = (hash ^ hash >> 32 ^ ByteWord.load(text, at: position)) &* 0x9e37_79b9_7f4a_7c15
            position += 8
        }
        return Int(hash >> (64 - UInt64(rememberedBits)))
    }
}
