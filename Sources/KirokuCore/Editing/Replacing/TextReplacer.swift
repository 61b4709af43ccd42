/// Puts one text in the place of another wherever that stands, from the beginning on and without overlaps.
struct TextReplacer: Sendable {
    private let wanted: [UInt8]
    private let replacement: [UInt8]
    private let folding: TextFolding

    init(_ replacement: TextReplacement) {
        folding = TextFolding(replacement.ignored)
        wanted = Array(folding.folded(replacement.wanted).utf8)
        self.replacement = Array(replacement.replacement.utf8)
    }

    /// The text with the replacements in it, and how many these are.
    func replaced(in text: String) -> (text: String, count: Int) {
        guard !wanted.isEmpty else { return (text, 0) }
        let original = Array(text.utf8)
        let pieces = folding.isNone ? Pieces(of: original) : Pieces(of: text, folding)
        var result: [UInt8] = []
        var count = 0
        var copied = 0
        var position = 0
        while position + wanted.count <= pieces.bytes.count {
            let end = position + wanted.count
            guard pieces.bytes[position] == wanted[0], let start = pieces.origin(of: position),
                let next = pieces.origin(of: end), pieces.bytes[position..<end].elementsEqual(wanted)
            else {
                position += 1
                continue
            }
            result += original[copied..<start]
            result += replacement
            copied = next
            position = end
            count += 1
        }
        if count == 0 { return (text, 0) }
        result += original[copied...]
        return (String(decoding: result, as: UTF8.self), count)
    }

    /// A text without the differences that do not count, and where each byte of it comes from.
    private struct Pieces {
        private(set) var bytes: [UInt8] = []
        /// For each byte, and for the end, the byte of the original that it begins with, or −1 within a character; empty if
        /// all bytes are the original's own.
        private var origins: [Int] = []

        /// The text as it is: parts of it that are valid UTF-8 begin and end between characters.
        init(of original: [UInt8]) {
            bytes = original
        }

        /// Where a byte, or the end, is in the original; `nil` within a character.
        func origin(of position: Int) -> Int? {
            if origins.isEmpty { return position }
            return origins[position] < 0 ? nil : origins[position]
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
}
