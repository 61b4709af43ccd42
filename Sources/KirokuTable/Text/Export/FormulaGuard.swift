/// Detects texts that spreadsheets take for formulas (see ``SeparatedText/WritingOptions/guardsFormulas``).
enum FormulaGuard {
    /// Whether a spreadsheet may take the text for a formula; Gnumeric does so even after blanks.
    static func isNeeded(for text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first else { return false }
        if "=+-@\t\r\n".utf8.contains(first) { return true }
        guard blankStarts.contains(where: text.starts) else { return false }
        let scalars = String(decoding: text.prefix(longestBlanks), as: UTF8.self).unicodeScalars
        let start = scalars.first { !$0.properties.isWhitespace && $0 != "\u{feff}" }
        return start.map("=+-@".unicodeScalars.contains) ?? (text.count > longestBlanks)
    }

    /// The first bytes of blanks, and of few other characters.
    private static let blankStarts: [[UInt8]] = [
        [0x20], [0xc2, 0xa0], [0xc2, 0x85], [0xe1, 0x9a], [0xe2, 0x80], [0xe2, 0x81], [0xe3, 0x80, 0x80], [0xef, 0xbb],
    ]

    /// In bytes.
    private static let longestBlanks = 256
}
