extension SeparatedText {
    /// Which column of a text goes to which field of a table that is there already.
    public enum Matching: Sendable, Hashable {
        /// By name if the text has a header with the name of at least one field, by position otherwise.
        case automatic
        /// Columns go to the field of exactly their name; without a header to none.
        case byName
        /// The first column goes to the first field, and so on.
        case byPosition
        /// The index of the field that each column goes to; `nil` for a column that is left out, as are those beyond
        /// the list and those with an index that no field has.
        case columns([Int?])
    }

    /// Reads records from text for fields that are there already: for a paste, or an import into a table.
    ///
    /// The form of the text is that of ``read(_:options:progress:)``. Values are read as typed ones are, by
    /// ``EntryReader``; what does not fit its field becomes unfit text. A field that no column goes to has its initial
    /// value in every record. Where two columns would go to one field, the first does.
    ///
    /// Unless it is said whether there is a header, the first line is one if all it holds are names of fields. Where it
    /// holds no values, it is one, too, if half of it are names of fields, or if it has a text over a value that fits a
    /// field which the text does not fit.
    ///
    /// - Parameters:
    ///   - text: the bytes of the whole text.
    ///   - schema: the fields.
    ///   - matching: which column goes to which field.
    ///   - options: what is known of the text beforehand; ``ReadingOptions/types`` has no part in it.
    ///   - style: how numbers and truth values are written. With a decimal comma, a number with a point in it is unfit.
    ///   - progress: called with growing shares of the work that is done, up to 1, from any thread.
    /// - Throws: ``TextError``.
    @concurrent
    public static func read(
        _ text: [UInt8], into schema: Schema, matching: Matching = .automatic,
        options: ReadingOptions = ReadingOptions(), style: Style = Style(),
        progress: (@Sendable (Double) -> Void)? = nil
    ) async throws(TextError) -> ImportedRecords {
        try await stored(text, as: options.encoding, progress: progress) { (input) async throws(TextError) in
            try await RecordImport(input: input, options: options, schema: schema, matching: matching, style: style)
                .read()
        }
    }
}

/// Records that were read from text for the fields of a table.
public struct ImportedRecords: Sendable {
    /// The records, with the fields asked for.
    public let table: RecordTable
    /// The index of the field that each column of the text went to; `nil` for those that were left out.
    public let fields: [Int?]
    /// What stands in the header over each column; `nil` without a header.
    public let header: [String?]?
    /// What the first line was seen to be; `nil` where that was said, or the text is a list or empty.
    public let firstLine: FirstLine?
    /// What in the text was mended or left out; empty for a flawless one.
    public let notices: [TextNotice]
    /// The one that was given or seen.
    public let format: TableFormat
    /// The one that was given or seen.
    public let encoding: TextEncoding
}
