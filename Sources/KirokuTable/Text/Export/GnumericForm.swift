/// The cells of a range in Gnumeric's own XML, in which every cell has its position and type.
struct GnumericForm: SpreadsheetForm {
    /// The records begin below the header.
    private let firstRow: Int
    private let fieldCount: Int
    private let rowCount: Int
    private var flags = FlagCells()
    /// The start of a number: its type, and the code of the field's format.
    private var numberStart = Self.plainNumberStart
    private static let plainNumberStart = Array("\" ValueType=\"40\">".utf8)
    /// The same for decimals as typed, by the number of their places, because trailing zeros are significant.
    private static let startsOfPlaces = (0...DecimalNumber.mostDigits).map {
        $0 > 0 ? GnumericForm.start(code: NumberFormat.sheetCode(places: $0)) : GnumericForm.plainNumberStart
    }

    init(_ part: TablePart, header: Bool, style: SeparatedText.Style) {
        firstRow = header ? 1 : 0
        fieldCount = part.fields.count
        rowCount = part.recordCount + firstRow
        flags = FlagCells(self, style)
    }

    func form(for field: FieldDefinition) -> GnumericForm {
        guard let code = field.numberFormat.sheetCode(for: field.type) else { return self }
        var form = self
        form.numberStart = Self.start(code: code)
        return form
    }

    private static func start(code: String) -> [UInt8] {
        Array("\" ValueType=\"40\" ValueFormat=\"".utf8) + code.attributeBytes + Array("\">".utf8)
    }

    func appendStart(of part: TablePart, to text: inout TextBuffer) {
        text.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gnm:ClipboardRange xmlns:gnm="http://www.gnumeric.org/v10.dtd" Cols="\(fieldCount)" Rows="\(rowCount)" \
            BaseCol="0" BaseRow="0">
            <gnm:Cells>

            """)
        guard firstRow > 0 else { return }
        for (field, name) in part.fieldNames.enumerated() {
            startCell(ofField: field, record: -1, in: &text)
            var name = name
            name.withUTF8 { append(cell: $0, to: &text) }
        }
    }

    @inline(__always)
    func startRecord(_ record: Int, in text: inout TextBuffer) {}

    @inline(__always)
    func startCell(ofField field: Int, record: Int, in text: inout TextBuffer) {
        text.append("<gnm:Cell Row=\"" as StaticString)
        text.append(record + firstRow)
        text.append("\" Col=\"" as StaticString)
        text.append(field)
    }

    @inline(__always)
    func endRecord(in text: inout TextBuffer) {}

    func appendEnd(to text: inout TextBuffer) {
        text.append("</gnm:Cells>\n</gnm:ClipboardRange>\n" as StaticString)
    }

    @inline(__always)
    func appendEmptyCell(to text: inout TextBuffer) { text.append("\" ValueType=\"10\"/>\n" as StaticString) }

    @inline(__always)
    func append(cell number: Int, to text: inout TextBuffer) {
        numberStart.withUnsafeBufferPointer { text.append($0) }
        text.append(number)
        text.append("</gnm:Cell>\n" as StaticString)
    }

    @inline(__always)
    func append(cell number: Double, to text: inout TextBuffer) {
        numberStart.withUnsafeBufferPointer { text.append($0) }
        text.append(plain: number)
        text.append("</gnm:Cell>\n" as StaticString)
    }

    func append(cell number: DecimalNumber, to text: inout TextBuffer) {
        let isAsTyped = numberStart.count == Self.plainNumberStart.count
        (isAsTyped ? Self.startsOfPlaces[number.places] : numberStart).withUnsafeBufferPointer { text.append($0) }
        text.append(number)
        text.append("</gnm:Cell>\n" as StaticString)
    }

    @inline(__always)
    func append(cell flag: Bool, to text: inout TextBuffer) { flags.append(flag, to: &text) }

    func appendTruthValue(_ flag: Bool, to text: inout TextBuffer) {
        text.append(
            flag
                ? "\" ValueType=\"20\">TRUE</gnm:Cell>\n" : "\" ValueType=\"20\">FALSE</gnm:Cell>\n" as StaticString)
    }

    func append<Value: CalendarValue>(cell value: Value, to text: inout TextBuffer) {
        guard let number = value.sheetNumber else { return append(textOf: value, to: &text) }
        text.append("\" ValueType=\"40\" ValueFormat=\"" as StaticString)
        text.append(value.sheetCode)
        text.append("\">" as StaticString)
        text.append(plain: number)
        text.append("</gnm:Cell>\n" as StaticString)
    }

    @inline(__always)
    func append(cell utf8: UnsafeBufferPointer<UInt8>, to text: inout TextBuffer) {
        text.append("\" ValueType=\"60\">" as StaticString)
        text.append(xml: utf8)
        text.append("</gnm:Cell>\n" as StaticString)
    }
}
