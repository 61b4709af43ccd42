/// Replaces one text by another wherever it occurs, from the beginning on and without overlaps.
struct TextReplacer: Sendable {
    private let wanted: [UInt8]
    private let replacement: [UInt8]
    private let folding: TextFolding

    init(_ replacement: TextReplacement) {
        folding = TextFolding(replacement.ignored)
        wanted = Array(folding.folded(replacement.wanted).utf8)
        self.replacement = Array(replacement.replacement.utf8)
    }

    /// The text with its replacements, and their number.
    func replaced(in text: String) -> (text: String, count: Int) {
        guard !wanted.isEmpty else { return (text, 0) }
        let original = Array(text.utf8)
        let pieces = folding.isNone ? FoldedPieces(of: original) : FoldedPieces(of: text, folding)
        var result: [UInt8] = []
        var count = 0
        var copied = 0
        var position = 0
        while let found = pieces.range(of: wanted, from: position) {
            result += original[copied..<found.origin.lowerBound]
            result += replacement
            copied = found.origin.upperBound
            position = found.end
            count += 1
        }
        if count == 0 { return (text, 0) }
        result += original[copied...]
        return (String(decoding: result, as: UTF8.self), count)
    }
}
