extension TextEncoding {
    /// The encoding that a text which is not UTF-8 is most likely in, or `nil` if it seems to be no text at all.
    ///
    /// The mark of UTF-16 decides. Otherwise: the bytes 80 to 9F begin characters in Shift_JIS, and are control
    /// characters in ISO 8859-1; in EUC-JP, bytes above them always come in pairs; in western text they mostly stand alone
    /// between letters. Text with more characters of UTF-8 in it than bytes that are not is UTF-8 with some damage.
    init?(guessedFrom text: [UInt8]) {
        if text.starts(with: Mark.utf16LittleEndian) || text.starts(with: Mark.utf16BigEndian) {
            self = .utf16
            return
        }
        let traits = ByteTraits(text)
        guard !traits.hasControls, !Self.isDamagedUTF8(text) else { return nil }
        if traits.hasOnlyPairs, (try? Self.eucJP.decode(text)) != nil {
            self = .eucJP
        } else if traits.hasLowHighBytes {
            guard (try? Self.shiftJIS.decode(text)) != nil else { return nil }
            self = .shiftJIS
        } else {
            self = .latin1
        }
    }
}

extension TextEncoding {
    /// Whether there are control characters that no text file holds: others than TAB, LF, VT, FF, CR and ESC.
    static func hasControls(_ text: [UInt8]) -> Bool {
        text.contains(where: isControl)
    }

    fileprivate static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && !(9...13).contains(byte) && byte != 0x1b
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

/// What is telling about the bytes of a text.
private struct ByteTraits {
    var hasControls = false
    /// Bytes from 80 to 9F, but for the two that switch sets in EUC-JP.
    var hasLowHighBytes = false
    /// All bytes from A1 on stand next to each other in twos.
    var hasOnlyPairs = true

    init(_ text: [UInt8]) {
        var run = 0
        for byte in text {
            if TextEncoding.isControl(byte) { hasControls = true }
            if (0x80...0x9f).contains(byte), byte != 0x8e, byte != 0x8f { hasLowHighBytes = true }
            if byte >= 0x80 {
                // 8F goes before a pair, and 8E before a single byte that it makes a pair with.
                run += byte == 0x8f ? 0 : 1
            } else {
                if !run.isMultiple(of: 2) { hasOnlyPairs = false }
                run = 0
            }
        }
        if !run.isMultiple(of: 2) || hasLowHighBytes { hasOnlyPairs = false }
    }
}
