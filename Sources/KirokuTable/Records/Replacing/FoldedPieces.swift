/// A text without the ignored differences, and where each of its bytes comes from.
struct FoldedPieces {
    private(set) var bytes: [UInt8] = []
    /// For each byte, and for the end, the offset in the original at which it begins, or −1 within a character; empty
    /// if the text is unchanged.
    private var origins: [Int] = []

    /// The text as it is: parts of it that are valid UTF-8 begin and end between characters.
    init(of original: [UInt8]) {
        bytes = original
    }

    /// The offset in the original of a byte or the end; `nil` within a character.
    func origin(of position: Int) -> Int? {
        if origins.isEmpty { return position }
        return origins[position] < 0 ? nil : origins[position]
    }

    /// The bytes of the original that a range comes from; `nil` for none, or if it ends within a character.
    func origin(of range: Range<Int>?) -> Range<Int>? {
        guard let range, let lower = origin(of: range.lowerBound), let upper = origin(of: range.upperBound) else {
            return nil
        }
        return lower..<upper
    }

    init(of text: String, _ folding: TextFolding) {
        var offset = 0
        var piece = String.UnicodeScalarView()
        bytes.reserveCapacity(text.utf8.count)
        origins.reserveCapacity(text.utf8.count + 1)
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                if !piece.isEmpty { append(piece, at: &offset, folding) }
                piece.removeAll()
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                let isCapital = folding.ignoresCase && byte &- UInt8(ascii: "A") < 26
                bytes.append(isCapital ? byte | 0x20 : byte)
                origins.append(offset)
                offset += 1
                continue
            }
            // A sound mark belongs to the kana before it, with which it may be folded into one.
            if !piece.isEmpty, !Self.soundMarks.contains(scalar.value) {
                append(piece, at: &offset, folding)
                piece = String.UnicodeScalarView()
            }
            piece.append(scalar)
        }
        if !piece.isEmpty { append(piece, at: &offset, folding) }
        origins.append(offset)
    }

    private mutating func append(
        _ piece: String.UnicodeScalarView, at offset: inout Int, _ folding: TextFolding
    ) {
        let text = String(piece)
        let folded = Array(folding.folded(text).utf8)
        origins += folded.indices.map { $0 == 0 ? offset : -1 }
        bytes += folded
        offset += text.utf8.count
    }

    /// Where a text occurs first at or after a position: its bytes in the original, and the position of its end.
    func range(of wanted: [UInt8], from start: Int) -> (origin: Range<Int>, end: Int)? {
        var position = start
        while position + wanted.count <= bytes.count {
            let end = position + wanted.count
            if bytes[position] == wanted[0], bytes[position..<end].elementsEqual(wanted),
                let first = origin(of: position), let last = origin(of: end)
            {
                return (first..<last, end)
            }
            position += 1
        }
        return nil
    }

    private static let soundMarks: Set<UInt32> = [0x3099, 0x309a, 0x309b, 0x309c, 0xff9e, 0xff9f]
}
