/// The first list of properties in a TIFF file, or in EXIF data, which has the same layout.
struct TIFFDirectory {
    /// The properties that are read here, by their numbers.
    enum Tag: Int {
        case width = 0x0100
        case height = 0x0101
        case orientation = 0x0112
        /// The place of the small picture in EXIF data; in the second list.
        case embeddedPlace = 0x0201
        case embeddedLength = 0x0202
        /// The place of the list with the camera's notes.
        case cameraNotes = 0x8769
        /// When the picture was taken; in the camera's notes.
        case taken = 0x9003
    }

    private static let entryLength = 12
    private let bytes: ByteReader
    private let isLittle: Bool
    private let start: Int
    private let count: Int

    /// Returns `nil` if the bytes are not such data, or end before the list.
    init?(_ bytes: ByteReader) {
        let isLittle = bytes.has("II*\0", at: 0)
        guard isLittle || bytes.has("MM\0*", at: 0), let place = bytes.number(at: 4, 4, isLittle: isLittle)
        else { return nil }
        self.init(bytes, at: place, isLittle: isLittle)
    }

    private init?(_ bytes: ByteReader, at place: Int, isLittle: Bool) {
        guard let count = bytes.number(at: place, 2, isLittle: isLittle) else { return nil }
        self.bytes = bytes
        self.isLittle = isLittle
        self.count = count
        start = place + 2
    }

    /// The list after this one; in EXIF data, the list of the small picture.
    var next: TIFFDirectory? {
        guard let place = bytes.number(at: start + count * Self.entryLength, 4, isLittle: isLittle), place > 0
        else { return nil }
        return TIFFDirectory(bytes, at: place, isLittle: isLittle)
    }

    /// The list that a property refers to.
    func list(_ tag: Tag) -> TIFFDirectory? {
        self[tag].flatMap { TIFFDirectory(bytes, at: $0, isLittle: isLittle) }
    }

    /// The whole number of a property; `nil` if the property is missing, or is of another kind.
    subscript(tag: Tag) -> Int? {
        guard let place = entry(tag) else { return nil }
        return switch bytes.number(at: place + 2, 2, isLittle: isLittle) {
        case 3: bytes.number(at: place + 8, 2, isLittle: isLittle)
        case 4: bytes.number(at: place + 8, 4, isLittle: isLittle)
        default: nil
        }
    }

    /// The text of a property, of up to 64 bytes; `nil` if the property is missing, or is of another kind.
    func text(_ tag: Tag) -> String? {
        guard let place = entry(tag), bytes.number(at: place + 2, 2, isLittle: isLittle) == 2,
            let length = bytes.number(at: place + 4, 4, isLittle: isLittle), (5...64).contains(length),
            let textPlace = bytes.number(at: place + 8, 4, isLittle: isLittle)
        else { return nil }
        let letters = (0..<length).compactMap { bytes[textPlace + $0] }.prefix { $0 != 0 }
        return String(decoding: letters, as: UTF8.self)
    }

    /// The place of a property; `nil` if it is missing.
    private func entry(_ tag: Tag) -> Int? {
        (0..<count).lazy.map { start + $0 * Self.entryLength }.first {
            bytes.number(at: $0, 2, isLittle: isLittle) == tag.rawValue
        }
    }

    /// The small picture among the same bytes; `nil` if there is none.
    var embeddedPicture: [UInt8]? {
        guard let place = self[.embeddedPlace], let length = self[.embeddedLength] else { return nil }
        let part = bytes.part(from: place, count: length)
        return part.count == length && length > 0 ? part.all : nil
    }

    /// The orientation; `nil` if it is missing or invalid.
    var orientation: PictureOrientation? { self[.orientation].flatMap(PictureOrientation.init) }
}
