/// How records stand in a kind of text: what is written before, between and behind them, and how each cell is written.
///
/// Fields and records are numbered as they stand in the part that is written.
protocol RecordForm: Sendable {
    /// What comes before the first record.
    func appendStart(of part: TablePart, to text: inout TextBuffer)
    /// What comes before a record.
    func startRecord(_ record: Int, in text: inout TextBuffer)
    /// What comes before a cell, whatever is in it.
    func startCell(ofField field: Int, record: Int, in text: inout TextBuffer)
    /// What comes behind a record.
    func endRecord(in text: inout TextBuffer)
    /// What comes behind the last record.
    func appendEnd(to text: inout TextBuffer)

    func appendEmptyCell(to text: inout TextBuffer)
    func append(cell number: Int, to text: inout TextBuffer)
    func append(cell number: Double, to text: inout TextBuffer)
    func append(cell flag: Bool, to text: inout TextBuffer)
    /// A text, which is UTF-8.
    func append(cell utf8: UnsafeBufferPointer<UInt8>, to text: inout TextBuffer)
}
