/// The segments of a JPEG file before its pixels.
///
/// Each begins with 0xFF and its kind, followed by its length, which includes the two bytes of the length itself.
struct JPEGSegments: Sequence, IteratorProtocol {
    /// A segment: its kind and its content.
    struct Segment {
        let kind: UInt8
        let content: ByteReader

        /// Whether the segment begins a picture: the kinds in this range are codings, except for three with other
        /// meanings.
        var isFrame: Bool { (0xc0...0xcf).contains(kind) && kind != 0xc4 && kind != 0xc8 && kind != 0xcc }

        /// The camera's information; `nil` if this is not the segment for it.
        var exif: TIFFDirectory? {
            guard kind == 0xe1, content.has("Exif\0", at: 0) else { return nil }
            return TIFFDirectory(content.part(from: 6, count: content.count - 6))
        }
    }

    private let bytes: ByteReader
    private var place = 2

    init(_ bytes: ByteReader) {
        self.bytes = bytes
    }

    /// The next segment, which may be cut off; `nil` where the pixels begin, or at anything else.
    mutating func next() -> Segment? {
        while bytes[place] == 0xff, let kind = bytes[place + 1] {
            switch kind {
            case 0xff:
                // A fill byte, after which the segment may follow.
                place += 1
            case 0x01, 0xd0...0xd7:
                place += 2
            case 0xd8, 0xd9, 0xda: return nil
            default:
                guard let length = bytes.big16(at: place + 2), length >= 2 else { return nil }
                defer { place += 2 + length }
                return Segment(kind: kind, content: bytes.part(from: place + 4, count: length - 2))
            }
        }
        return nil
    }
}
