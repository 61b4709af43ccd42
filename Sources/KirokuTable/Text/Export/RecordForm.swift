/// The way a text format writes records: what comes before, between and after them, and how each cell is written.
///
/// Fields and records have the indexes of the part that is written.
protocol RecordForm: Sendable {
    /// Appends what comes before the first record.
    func appendStart(of part: TablePart, to text: inout TextBuffer)
    /// Appends what comes before a record.
    func startRecord(_ record: Int, in text: inout TextBuffer)
    /// Appends what comes before any cell.
    func startCell(ofField field: Int, record: Int, in text: inout TextBuffer)
    /// Appends what comes after a record.
    func endRecord(in text: inout TextBuffer)
    /// Appends what comes after the last record.
    func appendEnd(to text: inout TextBuffer)

    func appendEmptyCell(to text: inout TextBuffer)
    func append(cell number: Int, to text: inout TextBuffer)
    func append(cell number: Double, to text: inout TextBuffer)
    func append(cell number: DecimalNumber, to text: inout TextBuffer)
    func append(cell flag: Bool, to text: inout TextBuffer)
    /// Appends a cell with UTF-8 text.
    func append(cell utf8: UnsafeBufferPointer<UInt8>, to text: inout TextBuffer)

    /// Appends a cell with a date or a time.
    func append<Value: CalendarValue>(cell value: Value, to text: inout TextBuffer)

    /// The form for the cells of one field, if it has its own settings.
    func form(for field: FieldDefinition) -> Self
}

extension RecordForm {
    func form(for field: FieldDefinition) -> Self { self }

    @inline(__always)
    package func append<Value: CalendarValue>(cell value: Value, to text: inout TextBuffer) {
        append(textOf: value, to: &text)
    }

    /// Appends a cell with the text of a date or a time.
    @inline(__always)
    package func append<Value: CalendarValue>(textOf value: Value, to text: inout TextBuffer) {
        var plain = TextBuffer(capacity: 64)
        value.append(to: &plain)
        append(cell: plain.bytes, to: &text)
    }
}
