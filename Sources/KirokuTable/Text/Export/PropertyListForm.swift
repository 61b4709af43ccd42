/// A property list with a list for each record: the format of ``RecordTable/save(to:)``.
///
/// An empty cell is an empty list, unfit text a string. Text that XML does not allow is rejected earlier.
struct PropertyListForm: RecordForm {
    private static let head: StaticString = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <array>

        """

    func appendStart(of part: TablePart, to text: inout TextBuffer) { text.append(Self.head) }

    @inline(__always)
    func startRecord(_ record: Int, in text: inout TextBuffer) { text.append("\t<array>\n" as StaticString) }

    @inline(__always)
    func startCell(ofField field: Int, record: Int, in text: inout TextBuffer) {
        text.append("\t\t" as StaticString)
    }

    @inline(__always)
    func endRecord(in text: inout TextBuffer) { text.append("\t</array>\n" as StaticString) }

    func appendEnd(to text: inout TextBuffer) { text.append("</array>\n</plist>\n" as StaticString) }

    @inline(__always)
    func appendEmptyCell(to text: inout TextBuffer) { text.append("<array/>\n" as StaticString) }

    @inline(__always)
    func append(cell number: Int, to text: inout TextBuffer) {
        text.append("<integer>" as StaticString)
        text.append(number)
        text.append("</integer>\n" as StaticString)
    }

    @inline(__always)
    func append(cell number: Double, to text: inout TextBuffer) {
        text.append("<real>" as StaticString)
        text.append(number)
        text.append("</real>\n" as StaticString)
    }

    /// As text, so that no reader turns it into a Double.
    func append(cell number: DecimalNumber, to text: inout TextBuffer) {
        text.append("<string>" as StaticString)
        text.append(number)
        text.append("</string>\n" as StaticString)
    }

    @inline(__always)
    func append(cell flag: Bool, to text: inout TextBuffer) {
        text.append(flag ? "<true/>\n" : "<false/>\n" as StaticString)
    }

    @inline(__always)
    func append(cell utf8: UnsafeBufferPointer<UInt8>, to text: inout TextBuffer) {
        text.append("<string>" as StaticString)
        text.append(xml: utf8)
        text.append("</string>\n" as StaticString)
    }
}
