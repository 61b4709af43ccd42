/// The beginning of a text as it would be read, for the user to choose options.
public struct TextPreview: Sendable {
    /// The names that the fields would have.
    public let names: [String]
    /// The types that follow from the examined records; later records may lead to others.
    public let types: [FieldType]
    /// The first records as they are in the text, without the header; `nil` is an empty cell.
    ///
    /// Each has a cell for every field.
    public let records: [[String?]]
    /// Whether the first line holds the field names.
    public let hasHeader: Bool
    /// What the first line was taken for; `nil` if the options decided, or the text is a list or empty.
    public let firstLine: FirstLine?
    /// Words for missing values that make fields text, in the examined part.
    public let missingWords: [MissingWord]
    /// The columns of dates with an ambiguous order of day and month, in the examined part.
    public let unclearDates: [UnclearDates]
    /// How numbers are understood, where their writer may have meant something else, in the examined part.
    public let numberNotes: [NumberNote]
    /// The format, as given or detected.
    public let format: TableFormat
    /// The encoding, as given or detected from the examined part.
    public let encoding: TextEncoding
    /// Whether ``records`` are all records of the text.
    public let isWhole: Bool
    /// Whether a line before the table, such as `sep=;`, names the separator.
    public internal(set) var namesSeparator = false
    /// How many lines above the table were left out as titles or comments.
    public internal(set) var linesAbove = 0
    /// Whether lines that begin with `#` were left out as comments, although the options did not ask for that.
    public internal(set) var hasComments = false
    /// What happened to a last line that sums up the others, if ``isWhole`` and there is one.
    public internal(set) var total: TotalOutcome?
}

extension SeparatedText {
    /// Reads the beginning of a text.
    ///
    /// - Parameters:
    ///   - start: the first bytes of the text; they may end anywhere.
    ///   - isWhole: whether these are all bytes.
    ///   - count: the greatest number of records to show.
    ///   - options: what is known about the text, or chosen by the user.
    ///   - schema: the fields that the records are for, whose names tell a header; `nil` if they make a new table.
    /// - Throws: ``TextError``, if the beginning cannot be read.
    @concurrent
    public static func preview(
        _ start: [UInt8], isWhole: Bool, count: Int = 50, options: ReadingOptions = ReadingOptions(),
        into schema: Schema? = nil
    ) async throws(TextError) -> TextPreview {
        let start = isWhole ? start : TextStart.upToLineEnd(start, in: options.encoding)
        return try await stored(start, as: options.encoding, progress: nil) { (input) async throws(TextError) in
            var known = options
            if let schema {
                let records = RecordImport(
                    input: input, options: options, schema: schema, matching: .automatic, style: Style())
                known.header = try await records.hasHeader() ? .present : .absent
            }
            return try await TextStart(input: input, isWhole: isWhole, options: known).preview(
                count: max(count, 0), header: options.header)
        }
    }
}

/// The beginning of a text, in UTF-8.
private struct TextStart {
    let input: StoredText
    let isWhole: Bool
    let options: SeparatedText.ReadingOptions

    /// - Parameter header: what was given about the first line.
    func preview(
        count: Int, header: SeparatedText.ReadingOptions.Header
    ) async throws(TextError) -> TextPreview {
        var input = input
        var (read, strayRecord) = try await SeparatedTextReader(input: input, options: options).read()
        // In a truncated text, a stray quote may be one whose closing quote is cut off, so the text is read up to its
        // record.
        if !isWhole, let strayRecord, strayRecord > 0, case .memory(let text) = input.source {
            input = StoredText(source: .memory(Array(text[..<strayRecord])), decoding: input.decoding, progress: nil)
            read = try await SeparatedTextReader(input: input, options: options).read().text
        }
        var asText = options
        asText.types = .text
        asText.fieldTypes = [:]
        asText.header = read.hadHeader ? .present : .absent
        asText.separator = read.format.separator
        let texts = try await SeparatedTextReader(input: input, options: asText).read().text.table
        let above = read.notices.filter { $0.kind == .titleLine }.reduce(0) { $0 + $1.count }
        let records = (0..<min(count, texts.count)).map { record in
            texts.schema.fields.indices.map { texts[record, $0].plainText }
        }
        return TextPreview(
            names: read.table.fieldNames, types: read.table.fieldTypes, records: records, hasHeader: read.hadHeader,
            firstLine: FirstLine(header, hasHeader: read.hadHeader, isEmpty: read.table.count == 0),
            missingWords: read.table.missingWords(),
            unclearDates: texts.unclearDates(),
            numberNotes: texts.numberNotes(options.decimalSign, read.format.separator),
            format: read.format, encoding: input.decoding.encoding,
            isWhole: isWhole && records.count == read.table.count, namesSeparator: read.namesSeparator,
            linesAbove: above,
            hasComments: read.notices.contains { $0.kind == .comment },
            total: isWhole ? read.total : nil)
    }

    /// The complete lines; if there are none, everything except a character that is cut off.
    static func upToLineEnd(_ start: [UInt8], in encoding: TextEncoding?) -> [UInt8] {
        let isKnownWide = encoding == .utf16 || encoding == .utf32
        if let wide = isKnownWide
            ? encoding.map({ WideText(start, known: $0) }) : encoding == nil ? WideText(start) : nil
        {
            let size = wide.unitSize
            let zeros = [UInt8](repeating: 0, count: size - 1)
            let lineFeed = wide.isBigEndian ? zeros + [ASCII.lineFeed] : [ASCII.lineFeed] + zeros
            let places = stride(from: 0, through: start.count - size, by: size).reversed()
            let end = places.first { start[$0..<$0 + size].elementsEqual(lineFeed) }
            return Array(start[..<(end.map { $0 + size } ?? start.count / size * size)])
        }
        if let end = start.lastIndex(of: ASCII.lineFeed) { return Array(start[...end]) }
        let tail = start.suffix(4)
        guard let first = tail.lastIndex(where: { $0 & 0xc0 == 0xc0 }),
            String(validating: start[first...], as: UTF8.self) == nil
        else { return start }
        return Array(start[..<first])
    }
}
