import KirokuCore

/// A block of cells from the clipboard: texts in records and fields, without types.
public struct PastedCells: Sendable {
    /// A table with only String fields.
    private let texts: RecordTable
    /// How the program that the cells come from shows the numbers of fields, by their index, if the texts do not show
    /// it.
    public let formats: [Int: NumberFormat]
    /// How many times the texts are repeated, one below the other.
    private var recordRepeats = 1
    /// How many times the texts are repeated, side by side.
    private var fieldRepeats = 1

    /// Takes the records of a table as texts.
    ///
    /// - Parameters:
    ///   - texts: a table of String fields, as read from a text without detecting types.
    ///   - formats: how the numbers of fields are shown.
    init(texts: RecordTable, formats: [Int: NumberFormat] = [:]) {
        self.texts = texts
        self.formats = formats.filter { $0.value != .asTyped }
    }

    /// Rows of cells, padded to the length of the longest; `nil` if there are no cells, or more than `most` in total.
    init?(rows: [[String?]], most: Int, formats: [Int: NumberFormat] = [:]) {
        let count = rows.map(\.count).max() ?? 0
        let names = (0..<count).map { String($0 + 1) }
        guard count > 0, rows.count <= most / count,
            var texts = try? RecordTable(fieldNames: names, fieldTypes: Array(repeating: .string, count: count))
        else { return nil }
        for row in rows {
            let values = row.map { $0.map(CellValue.string) ?? .empty }
            texts.appendUnchecked(values + Array(repeating: .empty, count: count - row.count))
        }
        self.init(texts: texts, formats: formats)
    }

    /// What a program has put on the clipboard in a form with this name.
    ///
    /// Returns `nil` if the form holds no table from which cells can be taken.
    @concurrent
    public init?(_ bytes: [UInt8], form: Form) async {
        let block: PastedCells? =
            switch form {
            case .gnumeric: PastedCells(gnumeric: bytes)
            case .html: PastedCells(html: bytes)
            }
        guard let block else { return nil }
        self = block
    }

    /// Writes the cells to a file, from which they can be imported.
    ///
    /// - Throws: `StorageError`.
    public func write(toFile path: String) async throws(StorageError) {
        try await TableExport(TablePart(texts), as: .separatedText(.init(header: false))).write(toFile: path)
    }

    /// Forms that hold the values of cells, whatever the text shows of them; the best first.
    public enum Form: String, CaseIterable, Sendable {
        /// Gnumeric's own XML, which Kiroku writes, too.
        case gnumeric = "application/x-gnumeric"
        /// A table, as Calc, Excel and browsers write it.
        case html = "text/html"
    }

    /// Reads the text of a clipboard: a line for each record, tabs between the cells, double quotes around cells with
    /// line breaks or tabs.
    ///
    /// - Parameters:
    ///   - text: the text in UTF-8.
    ///   - formats: how the numbers of fields are shown, if that is known.
    /// - Throws: `TextError`.
    @concurrent
    public init(text: [UInt8], formats: [Int: NumberFormat] = [:]) async throws(TextError) {
        var options = SeparatedText.ReadingOptions(separator: .tab, header: .absent, encoding: .utf8, types: .text)
        options.skippedLines = 0
        self.init(texts: try await SeparatedText.read(text, options: options).table, formats: formats)
    }

    /// The number of records in the block.
    public var recordCount: Int { texts.count * recordRepeats }

    /// The largest number of cells that a text with this many bytes may stand for; more would not be plausible.
    static func mostCells(in length: Int) -> Int { max(length, 1_000_000) }

    /// The number of fields in the block.
    public var fieldCount: Int { texts.schema.count * fieldRepeats }

    /// The text of a cell, which may have no characters; `nil` if the cell is empty.
    ///
    /// - Parameters:
    ///   - record: from 0, less than ``recordCount``.
    ///   - field: from 0, less than ``fieldCount``.
    public func text(record: Int, field: Int) -> String? {
        texts[record % texts.count, field % texts.schema.count].plainText
    }

    /// The block repeated to fill a selection, as in spreadsheets; unchanged if the selection is not a multiple of it.
    public func filling(records: Int, fields: Int) -> PastedCells {
        guard texts.count > 0, records % texts.count == 0, fields % texts.schema.count == 0 else { return self }
        var block = self
        block.recordRepeats = max(records / texts.count, 1)
        block.fieldRepeats = max(fields / texts.schema.count, 1)
        return block
    }

    /// The form of the numbers of a field, as in files; `nil` if its texts have none in common.
    ///
    /// - Parameters:
    ///   - field: from 0, less than ``fieldCount``.
    ///   - first: the first record that is examined.
    func numberForm(ofField field: Int, from first: Int) -> NumberForm? {
        NumberForm(commonTo: sample(ofField: field, from: first))
    }

    /// How the numbers of a field are shown in the program that they come from; `nil` if they have no format in common.
    func format(ofField field: Int, from first: Int) -> NumberFormat? {
        formats[field % max(texts.schema.count, 1)]
            ?? NumberForm(commonTo: sample(ofField: field, from: first), nearlyAll: true)?.format
    }

    private func sample(ofField field: Int, from first: Int) -> [String] {
        (first..<min(recordCount, first + Self.sampleSize)).compactMap { text(record: $0, field: field) }
    }

    /// The number of texts that tell how numbers are written.
    static let sampleSize = 1_000

    /// The texts of the first record, which may be the names of fields.
    var firstRecord: [String?] {
        recordCount == 0 ? [] : (0..<fieldCount).map { text(record: 0, field: $0) }
    }
}
