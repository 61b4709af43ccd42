/// An array with an object for each record, or such objects on lines of their own; the members have the names of the
/// fields.
///
/// An empty cell is `null`, unfit text a string.
struct JSONForm: RecordForm {
    /// The members' names with the punctuation around them.
    private let keys: [[UInt8]]
    /// Whether it is JSON Lines: objects without an array around them.
    private let isLines: Bool

    init(fieldNames: [String], isLines: Bool = false) {
        self.isLines = isLines
        keys = fieldNames.enumerated().map { field, name in
            var key = TextBuffer()
            key.append(field > 0 ? ", " : "{" as StaticString)
            var name = name
            name.withUTF8 { key.append(jsonString: $0) }
            key.append(": " as StaticString)
            return Array(key.bytes)
        }
    }

    func appendStart(of part: TablePart, to text: inout TextBuffer) {
        if !isLines { text.append("[\n" as StaticString) }
    }

    @inline(__always)
    func startRecord(_ record: Int, in text: inout TextBuffer) {
        if record > 0, !isLines { text.append(",\n" as StaticString) }
    }

    @inline(__always)
    func startCell(ofField field: Int, record: Int, in text: inout TextBuffer) {
        keys[field].withUnsafeBufferPointer { text.append($0) }
    }

    @inline(__always)
    func endRecord(in text: inout TextBuffer) { text.append(isLines ? "}\n" : "}" as StaticString) }

    func appendEnd(to text: inout TextBuffer) {
        if !isLines { text.append("\n]\n" as StaticString) }
    }

    @inline(__always)
    func appendEmptyCell(to text: inout TextBuffer) { text.append("null" as StaticString) }

    @inline(__always)
    func append(cell number: Int, to text: inout TextBuffer) { text.append(number) }

    @inline(__always)
    func append(cell number: Double, to text: inout TextBuffer) { text.append(number) }

    func append(cell number: DecimalNumber, to text: inout TextBuffer) { text.append(number) }

    @inline(__always)
    func append(cell flag: Bool, to text: inout TextBuffer) {
        text.append(flag ? "true" : "false" as StaticString)
    }

    @inline(__always)
    func append(cell utf8: UnsafeBufferPointer<UInt8>, to text: inout TextBuffer) { text.append(jsonString: utf8) }
}

extension TextBuffer {
    fileprivate mutating func append(jsonString utf8: UnsafeBufferPointer<UInt8>) {
        append(ASCII.quote)
        func isSpecial(_ place: Int) -> Bool { isEscapedInJSON(utf8[place]) }
        append(utf8, where: isSpecial) { place, text in
            let byte = utf8[place]
            switch byte {
            case ASCII.quote, ASCII.backslash:
                text.append(ASCII.backslash)
                text.append(byte)
            case ASCII.lineFeed: text.append("\\n" as StaticString)
            case ASCII.carriageReturn: text.append("\\r" as StaticString)
            case ASCII.tab: text.append("\\t" as StaticString)
            default:
                text.append(byte < 0x10 ? "\\u000" : "\\u001" as StaticString)
                text.append(String(byte & 0xf, radix: 16))
            }
        }
        append(ASCII.quote)
    }
}

extension String {
    /// The text as a string of JSON, in quotation marks.
    package var quotedForJSON: String {
        var text = self
        var quoted = TextBuffer()
        text.withUTF8 { quoted.append(jsonString: $0) }
        return String(decoding: quoted.bytes, as: UTF8.self)
    }
}

@inline(__always)
private func isEscapedInJSON(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == ASCII.quote || byte == ASCII.backslash
}
