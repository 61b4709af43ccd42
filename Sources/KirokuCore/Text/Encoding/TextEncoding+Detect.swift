extension TextEncoding {
    /// A text that is not UTF-8 in the encoding that it is most likely in, and what it says; `nil` if it seems to be no text.
    ///
    /// Marks and NULs tell UTF-16 and UTF-32. The others are told by what their bytes would mean (``EncodingLikelihood``).
    /// Text with more characters of UTF-8 in it than bytes that are not is UTF-8 with some damage, and is not guessed.
    static func decodedByLikelihood(_ text: [UInt8]) -> (decoding: Decoding, text: [UInt8])? {
        if let wide = WideText(text) {
            guard let decoded = try? wide.encoding.decode(text), wide.markSize > 0 || !decoded.contains(0) else {
                return nil
            }
            return (Decoding(encoding: wide.encoding, isGuessed: wide.markSize == 0), decoded)
        }
        guard !hasControls(text), !isDamagedUTF8(text) else { return nil }
        for encoding in EncodingLikelihood.encodings(of: text) {
            if let decoded = try? encoding.decode(text) {
                return (Decoding(encoding: encoding, isGuessed: true), decoded)
            }
        }
        return nil
    }

    /// Whether there are control characters that no text file holds: others than TAB, LF, VT, FF, CR and ESC.
    static func hasControls(_ text: [UInt8]) -> Bool {
        text.contains { $0 < 0x20 && !(9...13).contains($0) && $0 != 0x1b }
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
