extension DiskPath {
    /// The `file:` URI of the path, with the same characters escaped as in GLib.
    ///
    /// The file manager and other programs therefore use the same URI for the file, for example in the thumbnail cache.
    package var uri: String {
        var text = Array(Self.scheme.utf8)
        for byte in bytes {
            if Self.isPlain(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Creates the path of a `file:` URI of this machine; `nil` for any other text.
    package init?(uri: String) {
        guard uri.hasPrefix(Self.scheme) else { return nil }
        var bytes: [UInt8] = []
        var rest = uri.utf8.dropFirst(Self.scheme.utf8.count)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(Self.value), let low = rest.popFirst().flatMap(Self.value)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        self.init(bytes)
    }

    private static let scheme = "file://"
    private static let digits = Array("0123456789ABCDEF".utf8)
    private static let marks = Set("-_.!~*'()/&=:@+$,".utf8)

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: marks.contains(byte)
        }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        Character(Unicode.Scalar(digit)).hexDigitValue.map(UInt8.init)
    }
}
