extension TextBuffer {
    /// Appends a text as the content of an XML element.
    ///
    /// A CR becomes a character reference, as readers turn a plain one into LF. Characters that XML does not allow
    /// become U+FFFD.
    package mutating func append(xml utf8: UnsafeBufferPointer<UInt8>) {
        func isSpecial(_ place: Int) -> Bool { mayNeedEscape(utf8[place]) }
        append(utf8, where: isSpecial) { place, text in
            switch utf8[place] {
            case ASCII.ampersand: text.append("&amp;" as StaticString)
            case ASCII.less: text.append("&lt;" as StaticString)
            case ASCII.greater: text.append("&gt;" as StaticString)
            case ASCII.carriageReturn: text.append("&#13;" as StaticString)
            case 0..<0x20 where utf8[place] != ASCII.tab && utf8[place] != ASCII.lineFeed:
                text.append("\u{fffd}" as StaticString)
            case let byte: text.append(byte)
            }
        }
    }
}

extension String {
    /// The bytes of the text as the value of an attribute between quotation marks, in XML and HTML.
    var attributeBytes: [UInt8] {
        var content = TextBuffer()
        var text = self
        text.withUTF8 { content.append(xml: $0) }
        return content.bytes.flatMap { $0 == ASCII.quote ? Array("&quot;".utf8) : [$0] }
    }
}

@inline(__always)
private func mayNeedEscape(_ byte: UInt8) -> Bool {
    byte == ASCII.ampersand || byte == ASCII.less || byte == ASCII.greater || byte < 0x20
}

extension TextBuffer {
    /// Whether a text has a character that XML does not allow.
    static func hasXMLControl(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        for place in utf8.indices {
            switch utf8[place] {
            case ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn: continue
            case 0..<0x20: return true
            // U+FFFE and U+FFFF.
            case 0xef where place + 2 < utf8.count && utf8[place + 1] == 0xbf && utf8[place + 2] >= 0xbe: return true
            default: continue
            }
        }
        return false
    }
}
