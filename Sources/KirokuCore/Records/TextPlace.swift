/// Where the text of a cell is: 40 bits of offset and 24 bits of length.
struct TextPlace: Sendable {
    static let longestLength = 0xff_fffd
    static let greatestOffset = 0xff_ffff_ffff
    static let empty = TextPlace(offset: 0, length: 0xff_ffff)

    private let bits: UInt64

    init(offset: Int, length: Int) {
        bits = UInt64(offset) << 24 | UInt64(length)
    }

    init(longText key: Int) {
        self.init(offset: key, length: 0xff_fffe)
    }

    var offset: Int { Int(bits >> 24) }
    var length: Int { Int(bits & 0xff_ffff) }
    var isInBlock: Bool { length <= Self.longestLength }
    var isEmpty: Bool { length == 0xff_ffff }
    var isLong: Bool { length == 0xff_fffe }
}
