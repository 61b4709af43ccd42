extension TextBuffer {
    /// Appends a text as the content of an XML element.
    ///
    /// A CR is written by its number, as readers take a plain one for LF.
    ///
    /// - Parameter keepsControls: whether characters that XML has no place for stay as they are, which readers of
    ///   property lists take; otherwise the character that stands for lost ones takes their place.
    mutating func append(xml utf8: UnsafeBufferPointer<UInt8>, keepsControls: Bool) {
        append(utf8, where: mayNeedEscape) { place, text in
            switch utf8[place] {
            case ASCII.ampersand: text.append("&amp;" as StaticString)
            case ASCII.less: text.append("&lt;" as StaticString)
            case ASCII.greater: text.append("&gt;" as StaticString)
            case ASCII.carriageReturn: text.append("&#13;" as StaticString)
            case 0..<0x20 where !keepsControls && utf8[place] != ASCII.tab && utf8[place] != ASCII.lineFeed:
                text.append("\u{fffd}" as StaticString)
            case let byte: text.append(byte)
            }
        }
    }
}

@inline(__always)
private func mayNeedEscape(_ byte: UInt8) -> Bool {
    byte == ASCII.ampersand || byte == ASCII.less || byte == ASCII.greater || byte < 0x20
}
