/// The widths of letters, by which the number of lines of a text is estimated away from the main thread.
///
/// The estimate is rather a line too many than one too few.
public struct LetterWidths: Sendable, Hashable {
    /// The widths of U+0000 to U+007F.
    private let ascii: [Double]
    /// The width of Chinese, Japanese and Korean characters, and of pictures.
    private let wide: Double
    /// The width of all other characters.
    private let other: Double

    /// The part of a line that words fill: a letter may be a little wider beside others.
    private static let share = 0.97

    /// - Parameter width: the width of a text in one line.
    @MainActor
    public init(measuredBy width: (String) -> Double) {
        ascii = (0..<128).map { (code: UInt8) in code < 32 ? 0 : width(String(UnicodeScalar(code))) }
        wide = width("記")
        other = max(width("ш"), width("é"))
    }

    init(ascii: Double, wide: Double, other: Double) {
        self.ascii = Array(repeating: ascii, count: 128)
        self.wide = wide
        self.other = other
    }

    /// The width of a text in one line.
    public func width(of text: String) -> Double {
        text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }

    /// The number of lines that a text takes if it is broken at a width: at blanks, beside wide characters, and in
    /// words that are longer than a line.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - width: the width of a line.
    ///   - limit: lines beyond these are not counted.
    public func lineCount(of text: String, width: Double, limit: Int) -> Int {
        let room = max(width * Self.share, 1)
        var lines = 1
        /// The width up to the last place where the line may break, and of what follows.
        var (line, word) = (0.0, 0.0)
        for scalar in text.unicodeScalars {
            if scalar == "\n" || scalar == "\u{2028}" || scalar == "\u{2029}" {
                lines += 1
                (line, word) = (0, 0)
            } else {
                let next = self.width(of: scalar)
                if Self.isWide(scalar) {
                    line += word
                    word = 0
                }
                if line + word + next > room, scalar != " " {
                    lines += 1
                    if word + next > room {
                        (line, word) = (0, 0)
                    } else {
                        line = 0
                    }
                }
                word += next
                if scalar == " " || Self.isWide(scalar) {
                    line += word
                    word = 0
                }
            }
            if lines >= limit { return limit }
        }
        return lines
    }

    private func width(of scalar: Unicode.Scalar) -> Double {
        if scalar.value < 128 { return ascii[Int(scalar.value)] }
        return Self.isWide(scalar) ? wide : other
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115f, 0x2e80...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xffef, 0x1f000...0x3ffff:
            true
        default: false
        }
    }
}
