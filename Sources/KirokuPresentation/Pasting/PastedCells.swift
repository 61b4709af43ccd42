import KirokuCore

/// A block of cells from the clipboard: texts in records and fields, without types.
public struct PastedCells: Sendable {
    /// A table with only String fields.
    private let texts: RecordTable
    /// How many times the texts are repeated, one below the other.
    private var recordRepeats = 1
    /// How many times the texts are repeated, side by side.
    private var fieldRepeats = 1

    /// Takes the records of a table as texts.
    ///
    /// - Parameter texts: a table of String fields, as read from a text without detecting types.
    init(texts: RecordTable) {
        self.texts = texts
    }

    /// Reads the text of a clipboard: a line for each record, tabs between the cells, double quotes around cells with
    /// line breaks or tabs.
    ///
    /// - Parameter text: the text in UTF-8.
    /// - Throws: `TextError`.
    @concurrent
    public init(text: [UInt8]) async throws(TextError) {
        let options = SeparatedText.ReadingOptions(separator: .tab, header: .absent, encoding: .utf8, types: .text)
        self.init(texts: try await SeparatedText.read(text, options: options).table)
    }

    /// The number of records in the block.
    public var recordCount: Int { texts.count * recordRepeats }

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

    /// The block repeated to fill a selection, as in spreadsheets; unchanged if the selection is no multiple of it.
    public func filling(records: Int, fields: Int) -> PastedCells {
        guard texts.count > 0, records % texts.count == 0, fields % texts.schema.count == 0 else { return self }
        var block = self
        block.recordRepeats = max(records / texts.count, 1)
        block.fieldRepeats = max(fields / texts.schema.count, 1)
        return block
    }

    /// The texts of the first record, which may be the names of fields.
    var firstRecord: [String?] {
        recordCount == 0 ? [] : (0..<fieldCount).map { text(record: 0, field: $0) }
    }
}
