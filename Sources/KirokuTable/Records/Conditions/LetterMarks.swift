/// Blanks, and marks at letters such as accents, for comparisons in which they do not count.
enum LetterMarks {
    /// Whether a byte is a blank or a line end in ASCII.
    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

    /// Whether a character is a blank, is never shown, or is a mark that is added to the letter before it.
    ///
    /// Marks that are letters of their own, as the vowels of many scripts in Asia, are not meant.
    static func isBlankOrMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x21...0x7e, 0x3041...0x9fff: false
        case 0x300...0x36f, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x20d0...0x20ff, 0xfe20...0xfe2f: true
        case 0xad, 0x200b...0x200f, 0x2060...0x2064, 0xfe00...0xfe0f, 0xfeff: true
        default: scalar.properties.isWhitespace
        }
    }

    /// The letter without its marks: `e` for `é` and `ế`, `o` for `ø`, `α` for `ά`.
    @inline(__always)
    static func unmarked(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.value < 0xc0 || scalar.value > 0x1fff ? scalar : letters[scalar] ?? scalar
    }

    /// The marked letters of alphabets, by what Unicode calls them: "LATIN SMALL LETTER E WITH ACUTE".
    private static let letters: [Unicode.Scalar: Unicode.Scalar] = {
        let alphabets: [ClosedRange<UInt32>] = [0x41...0x5a, 0x61...0x7a, 0xc0...0x24f, 0x370...0x52f, 0x1e00...0x1fff]
        let named = alphabets.joined().compactMap { Unicode.Scalar($0) }.compactMap { scalar in
            scalar.properties.name.map { (scalar, $0) }
        }
        let plain = Dictionary(named.map { ($1, $0) }) { first, _ in first }
        var letters: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (scalar, name) in named {
            guard let mark = name.firstRange(of: " WITH "), let letter = plain[String(name[..<mark.lowerBound])] else {
                continue
            }
            letters[scalar] = letter
        }
        return letters
    }()
}
