/// Where the text of a cell is: 40 bits of offset and 24 bits of length.
@usableFromInline
struct TextPlace: Sendable {
    @inlinable static var longestLength: Int { 0xff_fffd }
    static let greatestOffset = 0xff_ffff_ffff
    static let empty = TextPlace(offset: 0, length: 0xff_ffff)

    @usableFromInline let bits: UInt64

    init(offset: Int, length: Int) {
        bits = UInt64(offset) << 24 | UInt64(length)
    }

    init(longText key: Int) {
        self.init(offset: key, length: 0xff_fffe)
    }

    /// The same text in a block in which this many other bytes precede it.
    func moved(by bytes: Int) -> TextPlace { TextPlace(offset: offset + bytes, length: length) }

    @inlinable var offset: Int { Int(bits >> 24) }
    @inlinable var length: Int { Int(bits & 0xff_ffff) }
    @inlinable var isInBlock: Bool { length <= Self.longestLength }
    @inlinable var isEmpty: Bool { length == 0xff_ffff }
    @inlinable var isLong: Bool { length == 0xff_fffe }
}
