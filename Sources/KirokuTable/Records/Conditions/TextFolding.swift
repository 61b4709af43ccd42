/// The differences between texts that are removed before comparing them.
struct TextFolding: Sendable {
    let ignoresCase: Bool
    let ignoresWidth: Bool
    /// Whether blanks and marks of letters, such as accents, are ignored, too.
    let ignoresBlanksAndMarks: Bool

    init(_ ignored: TextDifferences, ignoresBlanksAndMarks: Bool = false) {
        ignoresCase = ignored.contains(.case)
        ignoresWidth = ignored.contains(.width)
        self.ignoresBlanksAndMarks = ignoresBlanksAndMarks
    }

    /// Texts are compared as they are.
    static let none = TextFolding([])

    /// Only letters and signs count, ignoring case and width.
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

    /// Letters are converted to upper case and then to lower case, so that `ß` equals `SS` and `ς` equals `Σ`; `ẞ`
    /// equals `ß`, and the Turkish `İ` and `ı` equal `i`.
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
    /// Text in ASCII and East Asian text, which are common, is folded byte by byte.
    mutating func fold(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        if folding.isNone { return text }
        folded.removeAll()
        if !foldBytes(text) { folding.fold(String(decoding: text, as: UTF8.self), into: &folded) }
        return folded.bytes
    }

    /// Folds a text of ASCII, and of East Asian characters that remain as they are.
    ///
    /// Returns false for any other text, of which it has folded nothing.
    private mutating func foldBytes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = folded.room(for: text.count)
        var (index, end) = (0, 0)
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                index &+= 1
                if folding.ignoresBlanksAndMarks, LetterMarks.isBlank(byte) { continue }
                start[end] = folding.ignoresCase && byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
                end &+= 1
            } else {
                guard Self.remains(text, at: index) else { return false }
                for _ in 0..<3 {
                    start[end] = text[index]
                    index &+= 1
                    end &+= 1
                }
            }
        }
        folded.advance(by: end)
        return true
    }

    /// Whether there is a character of three bytes, from U+3001 to U+9FFF, that no folding changes.
    ///
    /// Sound marks may join the kana before them.
    @inline(__always)
    private static func remains(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard 0xe3...0xe9 ~= text[index], text.count &- index >= 3, text[index &+ 1] & 0xc0 == 0x80,
            text[index &+ 2] & 0xc0 == 0x80
        else { return false }
        guard text[index] == 0xe3 else { return true }
        return switch (text[index &+ 1], text[index &+ 2]) {
        case (0x80, 0x80), (0x82, 0x99...0x9c): false
        default: true
        }
    }
}
