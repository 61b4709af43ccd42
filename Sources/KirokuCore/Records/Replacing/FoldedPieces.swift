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
        for scalar in text.unicodeScalars {
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

    private static let soundMarks: Set<UInt32> = [0x3099, 0x309a, 0x309b, 0x309c, 0xff9e, 0xff9f]
}
