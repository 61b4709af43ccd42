/// The segments of a JPEG file before its pixels, one after the other.
///
/// Each begins with 0xFF and its kind, then its length with these two bytes.
struct JPEGSegments: Sequence, IteratorProtocol {
    /// A segment by its kind and what is in it.
    struct Segment {
        let kind: UInt8
        let content: ByteReader

        /// Whether it begins a picture: all ways of coding, but for the three numbers between them that mean something
        /// else.
        var isFrame: Bool { (0xc0...0xcf).contains(kind) && kind != 0xc4 && kind != 0xc8 && kind != 0xcc }

        /// What the camera has written, if this is the segment for it.
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

    /// The next segment, of which the end may be missing; `nil` where the pixels begin or something else stands.
    mutating func next() -> Segment? {
        while bytes[place] == 0xff, let kind = bytes[place + 1] {
            switch kind {
            case 0xff:
                // A byte to fill up; what follows may be the segment.
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
