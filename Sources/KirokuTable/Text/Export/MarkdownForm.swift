/// A Markdown table, with bars between the cells: for documentation, issues and mail.
///
/// A bar in a text is escaped with a backslash, and a line break becomes `<br>`. Numbers are aligned at the right.
struct MarkdownForm: RecordForm {
    func appendStart(of part: TablePart, to text: inout TextBuffer) {
        for (field, name) in part.fieldNames.enumerated() {
            startCell(ofField: field, record: 0, in: &text)
            var name = name
            name.withUTF8 { append(cell: $0, to: &text) }
        }
        endRecord(in: &text)
        for field in part.fields {
            text.append(part.table.schema[field].type.alignment == .end ? "| ---: " : "| --- " as StaticString)
        }
        text.append("|\n" as StaticString)
    }

    func startRecord(_ record: Int, in text: inout TextBuffer) {}

    func startCell(ofField field: Int, record: Int, in text: inout TextBuffer) {
        text.append(field > 0 ? " | " : "| " as StaticString)
    }

    func endRecord(in text: inout TextBuffer) { text.append(" |\n" as StaticString) }

    func appendEnd(to text: inout TextBuffer) {}

    func appendEmptyCell(to text: inout TextBuffer) {}

    func append(cell number: Int, to text: inout TextBuffer) { text.append(number) }

    func append(cell number: Double, to text: inout TextBuffer) { text.append(plain: number) }

    func append(cell number: DecimalNumber, to text: inout TextBuffer) { text.append(number) }

    func append(cell flag: Bool, to text: inout TextBuffer) { text.append(flag ? "true" : "false" as StaticString) }

    func append(cell utf8: UnsafeBufferPointer<UInt8>, to text: inout TextBuffer) {
        var isAfterReturn = false
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "|"): text.append("\\|" as StaticString)
            case ASCII.lineFeed where isAfterReturn: break
            case ASCII.lineFeed, ASCII.carriageReturn: text.append("<br>" as StaticString)
            default: text.append(byte)
            }
            isAfterReturn = byte == ASCII.carriageReturn
        }
    }
}
