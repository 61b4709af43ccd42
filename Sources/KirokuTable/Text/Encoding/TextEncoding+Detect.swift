extension TextEncoding {
    /// The most likely encoding of a text that is not UTF-8, and the decoded text; `nil` if it seems not to be text.
    ///
    /// Byte order marks and NULs reveal UTF-16 and UTF-32, and escapes ISO-2022-JP. The other encodings are
    /// distinguished by the plausibility of their characters (``EncodingLikelihood``). A text with at least as many
    /// multibyte characters of UTF-8 as invalid bytes counts as damaged UTF-8, and its encoding is not guessed.
    static func decodedByLikelihood(_ text: [UInt8]) -> (decoding: Decoding, text: [UInt8])? {
        if let wide = WideText(text) {
            guard let decoded = try? wide.encoding.decode(text), wide.markSize > 0 || !decoded.contains(0) else {
                return nil
            }
            return (Decoding(encoding: wide.encoding, isGuessed: wide.markSize == 0), decoded)
        }
        if firstJapaneseEscape(in: text) != nil, let decoded = try? iso2022JP.decode(text) {
            return (Decoding(encoding: .iso2022JP, isGuessed: true), decoded)
        }
        guard !hasControls(text), !isDamagedUTF8(text) else { return nil }
        for encoding in EncodingLikelihood.encodings(of: text) {
            if let decoded = try? encoding.decode(text) {
                return (Decoding(encoding: encoding, isGuessed: true), decoded)
            }
        }
        return nil
    }

    /// Whether the text has control characters that text files do not contain: any except TAB, LF, VT, FF, CR and ESC.
    static func hasControls(_ text: [UInt8]) -> Bool {
        text.contains { $0 < 0x20 && !(9...13).contains($0) && $0 != 0x1b }
    }

    /// The position of the first escape to Japanese characters, with which ISO-2022-JP turns from ASCII to them.
    static func firstJapaneseEscape(in text: [UInt8]) -> Int? {
        var start = text.startIndex
        while let escape = text[start...].firstIndex(of: ASCII.escape) {
            if isJapaneseEscape(text[escape...]) { return escape }
            start = escape + 1
        }
        return nil
    }

    /// Whether a text begins with an escape to Japanese characters.
    static func isJapaneseEscape(_ text: ArraySlice<UInt8>) -> Bool {
        ["$@", "$B", "$(D"].contains { text.dropFirst().starts(with: $0.utf8) }
    }

    private static func isDamagedUTF8(_ text: [UInt8]) -> Bool {
        var characters = 0
        var faults = 0
        var bytes = text.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        while true {
            switch parser.parseScalar(from: &bytes) {
            case .valid(let scalar): characters += scalar.count > 1 ? 1 : 0
            case .error: faults += 1
            case .emptyInput: return characters >= faults
            }
        }
    }
}
