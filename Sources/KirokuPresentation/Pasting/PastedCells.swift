import KirokuCore

/// A block of cells as another program put it on the clipboard: texts in records and fields, without types.
public struct PastedCells: Sendable {
    /// Only String fields; an empty cell is an empty cell of it.
    private let texts: RecordTable
    /// How many times the texts come, one below the other.
    private var recordRepeats = 1
    /// How many times the texts come, side by side.
    private var fieldRepeats = 1

    /// The records of a table as their texts.
    ///
    /// - Parameter texts: a table of String fields, as reading a text without looking for types gives it.
    init(texts: RecordTable) {
        self.texts = texts
    }

    /// Takes the text of a clipboard apart: a line for each record, TABs between the cells, cells with line breaks or
    /// TABs in them in double quotes.
    ///
    /// - Parameter text: in UTF-8.
    /// - Throws: `TextError`.
    @concurrent
    public init(text: [UInt8]) async throws(TextError) {
        let options = SeparatedText.ReadingOptions(separator: .tab, header: .absent, encoding: .utf8, types: .text)
        self.init(texts: try await SeparatedText.read(text, options: options).table)
    }

    /// How many records the block has.
    public var recordCount: Int { texts.count * recordRepeats }

    /// How many fields the block has.
    public var fieldCount: Int { texts.schema.count * fieldRepeats }

    /// What a cell of the block holds: nothing, or a text, which may be one without characters.
    ///
    /// - Parameters:
    ///   - record: from 0, less than ``recordCount``.
    ///   - field: from 0, less than ``fieldCount``.
    public func text(record: Int, field: Int) -> String? {
        texts[record % texts.count, field % texts.schema.count].plainText
    }

    /// The block as often as it fills a selection, as spreadsheets do; once if the selection is no multiple of it.
    public func filling(records: Int, fields: Int) -> PastedCells {
        guard texts.count > 0, records % texts.count == 0, fields % texts.schema.count == 0 else { return self }
        var block = self
        block.recordRepeats = max(records / texts.count, 1)
        block.fieldRepeats = max(fields / texts.schema.count, 1)
        return block
    }

    /// The first record's texts, which may be the names of fields.
    var firstRecord: [String?] {
        recordCount == 0 ? [] : (0..<fieldCount).map { text(record: 0, field: $0) }
    }
}
