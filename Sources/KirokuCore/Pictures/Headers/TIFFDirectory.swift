/// The first list of properties in a TIFF file, and in EXIF data, which is laid out like one.
struct TIFFDirectory {
    /// A property that is asked for here, by its number.
    enum Tag: Int {
        case width = 0x0100
        case height = 0x0101
        case orientation = 0x0112
    }

    private static let entryLength = 12
    private let bytes: ByteReader
    private let isLittle: Bool
    private let start: Int
    private let count: Int

    /// `nil` if the bytes are not such data, or end before the list.
    init?(_ bytes: ByteReader) {
        isLittle = bytes.has("II*\0", at: 0)
        guard isLittle || bytes.has("MM\0*", at: 0),
            let place = bytes.number(at: 4, 4, isLittle: isLittle),
            let count = bytes.number(at: place, 2, isLittle: isLittle)
        else { return nil }
        self.bytes = bytes
        self.count = count
        start = place + 2
    }

    /// A whole number, or `nil` if there is none of that name or it is of another kind.
    subscript(tag: Tag) -> Int? {
        for entry in 0..<count {
            let place = start + entry * Self.entryLength
            guard let number = bytes.number(at: place, 2, isLittle: isLittle) else { return nil }
            guard number == tag.rawValue else { continue }
            return switch bytes.number(at: place + 2, 2, isLittle: isLittle) {
            case 3: bytes.number(at: place + 8, 2, isLittle: isLittle)
            case 4: bytes.number(at: place + 8, 4, isLittle: isLittle)
            default: nil
            }
        }
        return nil
    }

    /// The orientation, if there is one that means something.
    var orientation: PictureOrientation? { self[.orientation].flatMap(PictureOrientation.init) }
}
