/// The differences between texts that are removed before comparing them.
struct TextFolding: Sendable {
    let ignoresCase: Bool
    let ignoresWidth: Bool
    /// Whether blanks and the marks of letters, as accents, do not count either.
    let ignoresBlanksAndMarks: Bool

    init(_ ignored: TextDifferences, ignoresBlanksAndMarks: Bool = false) {
        ignoresCase = ignored.contains(.case)
        ignoresWidth = ignored.contains(.width)
        self.ignoresBlanksAndMarks = ignoresBlanksAndMarks
    }

    /// Texts are compared as they are.
    static let none = TextFolding([])

    /// Only letters and signs count, whatever their case and width.
    static let letters = TextFolding([.case, .width], ignoresBlanksAndMarks: true)

    /// Whether texts are compared as they are.
    var isNone: Bool { !ignoresCase && !ignoresWidth && !ignoresBlanksAndMarks }

    /// The text without the differences.
    func folded(_ text: String) -> String {
        var buffer = TextBuffer()
        fold(text, into: &buffer)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    /// Appends the text without the differences to `buffer`.
    func fold(_ text: String, into buffer: inout TextBuffer) {
        guard ignoresWidth else {
            for scalar in text.unicodeScalars { appendLetter(scalar, to: &buffer) }
            return
        }
        // A kana waits for the sound mark that may follow it.
        var waiting: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            let usual = CharacterWidth.usual(scalar)
            if let base = waiting {
                if let voiced = CharacterWidth.voiced(base, by: usual) {
                    appendLetter(voiced, to: &buffer)
                    waiting = nil
                    continue
                }
                appendLetter(base, to: &buffer)
            }
            waiting = usual
        }
        if let last = waiting { appendLetter(last, to: &buffer) }
    }

    /// Letters are changed to upper case and then to lower case, so that `ß` equals `SS` and `ς` equals `Σ`; `ẞ` equals `ß`,
    /// and the Turkish `İ` and `ı` equal `i`.
    private func appendLetter(_ scalar: Unicode.Scalar, to buffer: inout TextBuffer) {
        var scalar = scalar
        if ignoresBlanksAndMarks {
            if LetterMarks.isBlankOrMark(scalar) { return }
            scalar = LetterMarks.unmarked(scalar)
        }
        guard ignoresCase, !Self.caseless.contains(scalar.value) else {
            buffer.append(scalar)
            return
        }
        switch scalar {
        case "ẞ": return buffer.append("ss" as StaticString)
        case "İ": return buffer.append(UInt8(ascii: "i"))
        default: break
        }
        for capital in scalar.properties.uppercaseMapping.unicodeScalars {
            for letter in capital.properties.lowercaseMapping.unicodeScalars { buffer.append(letter) }
        }
    }

    /// East Asian scripts, for which a lookup would be slow and pointless.
    private static let caseless: ClosedRange<UInt32> = 0x2e80...0xa63f
}

extension TextBuffer {
    fileprivate mutating func append(_ scalar: Unicode.Scalar) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    }
}

/// Removes the differences from one text after another.
struct TextFolder: ~Copyable {
    private let folding: TextFolding
    private var folded = TextBuffer()

    init(_ folding: TextFolding) {
        self.folding = folding
    }

    /// The text without the differences; valid until the next call.
    ///
    /// Text in ASCII, which is the common case, is folded byte by byte.
    mutating func fold(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        if folding.isNone { return text }
        folded.removeAll()
        if text.contains(where: { $0 >= 0x80 }) {
            folding.fold(String(decoding: text, as: UTF8.self), into: &folded)
        } else if folding.ignoresCase {
            for byte in text where !folding.ignoresBlanksAndMarks || !LetterMarks.isBlank(byte) {
                folded.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
            }
        } else {
            return text
        }
        return folded.bytes
    }
}
