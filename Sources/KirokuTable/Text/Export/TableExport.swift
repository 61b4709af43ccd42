/// Writes a part of a table in one of the formats that other programs read.
///
/// ```swift
/// let found = try TablePart(table, records: [7, 3], fields: [0, 2])
/// try await TableExport(found, as: .json).write(toFile: "/home/aiko/found.json")
/// ```
///
/// The text is made in pieces on all processors, and only a few pieces are in memory at a time. It is in UTF-8;
/// ``write(toFile:encoding:progress:)`` and an ``EncodingSink`` convert it to other encodings.
public struct TableExport: Sendable {
    /// The formats of an export.
    public enum Format: Sendable, Hashable {
        /// Lines of cells (see ``SeparatedText``).
        case separatedText(SeparatedText.WritingOptions)
        /// An array with an object for each record; the members have the names of the fields, an empty cell is `null`,
        /// unfit text a string.
        case json
        /// One such object per line, without an array around them.
        case jsonLines
        /// A Markdown table.
        case markdown
        /// A list of lists as ``RecordTable/save(to:)`` writes it, without the names and types of the fields.
        case propertyList
        /// A table for the clipboard of spreadsheets: text remains text (`007`), and numbers remain numbers.
        ///
        /// HTML loses TABs: readers see them as blanks. Words of the style other than `true` and `false` become texts
        /// or numbers, which the spreadsheet does not read as truth values.
        case html(header: Bool, style: SeparatedText.Style = SeparatedText.Style())
        /// Cells in Gnumeric's clipboard form, the only one in which it keeps text as text; for words other than `true`
        /// and `false`, see ``html(header:style:)``.
        case gnumericCells(header: Bool, style: SeparatedText.Style = SeparatedText.Style())

        /// Tab-separated text.
        public static func tsv(header: Bool = true) -> Format {
            .separatedText(SeparatedText.WritingOptions(separator: .tab, header: header))
        }

        /// Comma-separated text.
        public static func csv(header: Bool = true) -> Format {
            .separatedText(SeparatedText.WritingOptions(separator: .comma, header: header))
        }
    }

    /// The position of a part of a text whose records are written in several batches.
    public struct Place: Sendable, Hashable {
        /// How many records were written before.
        public let recordsBefore: Int
        /// Whether no records follow.
        public let isLast: Bool

        /// A part of a text; the first one has no records before it.
        public init(recordsBefore: Int, isLast: Bool) {
            (self.recordsBefore, self.isLast) = (recordsBefore, isLast)
        }

        /// The only part.
        public static let whole = Place(recordsBefore: 0, isLast: true)
    }

    /// Called with the progress, growing up to 1, on any thread.
    public typealias Progress = @Sendable (Double) -> Void

    /// The part of the table that is written.
    public let part: TablePart
    /// The format.
    public let format: Format

    /// Creates an export for ``write(toFile:encoding:progress:)``, ``write(to:as:progress:)`` or ``bytes(progress:)``.
    public init(_ part: TablePart, as format: Format) {
        self.part = part
        self.format = format
    }

    /// Returns the whole text.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    @concurrent
    public func bytes(progress: Progress? = nil) async throws(CancellationError) -> [UInt8] {
        var text: [UInt8] = []
        let isWhole = await produce { (piece, share) async throws(Never) in
            piece.text.withLock { piece in
                // The first piece tells how much room the others need.
                if text.isEmpty { text.reserveCapacity(Int(Double(piece.count) / share * 1.05)) }
                text.append(contentsOf: piece.bytes)
            }
            progress?(share)
        }
        guard isWhole else { throw CancellationError() }
        return text
    }

    /// Writes the text to a sink, piece by piece and in order.
    ///
    /// - Parameters:
    ///   - sink: the sink.
    ///   - place: which part of a text this is, if several batches of records are written; not for
    ///     ``Format/gnumericCells(header:style:)``, which begins with the number of records.
    ///   - progress: called with the progress.
    /// - Throws: the errors of the sink, and ``StorageError/cancelled`` if the task was cancelled. The sink may have a
    ///   part of the text then.
    @concurrent
    public func write(
        to sink: some ByteSink, as place: Place = .whole, progress: Progress? = nil
    ) async throws(StorageError) {
        let isWhole = try await produce(place) { (piece, share) async throws(StorageError) in
            try await sink.write(piece.bytes)
            progress?(share)
        }
        guard isWhole else { throw .cancelled }
    }

    /// Writes the text to a file, which is replaced only when the text is complete.
    ///
    /// Creates missing folders.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - encoding: for separated text; the other formats are always in UTF-8.
    ///   - progress: called with the progress.
    /// - Throws: ``StorageError``, such as ``StorageError/unwritableText(path:reason:)`` if the encoding or the format
    ///   lacks a character. An existing file is unchanged then.
    @concurrent
    public func write(
        toFile path: String, encoding: OutputEncoding = .utf8, progress: Progress? = nil
    ) async throws(StorageError) {
        try check(path)
        let file = try ReplacementFile(for: path)
        try await write(to: EncodingSink(file, encoding, name: path), progress: progress)
        try file.commit()
    }

    /// Checks for text that the format cannot hold: control characters in a property list, which is XML.
    ///
    /// ``write(to:as:progress:)`` and ``bytes(progress:)`` replace it by U+FFFD. Costs a pass over the texts for a
    /// property list, and nothing otherwise.
    ///
    /// - Parameter name: the name of the destination in errors.
    /// - Throws: ``StorageError/unwritableText(path:reason:)``.
    public func check(_ name: String) throws(StorageError) {
        guard format == .propertyList, let (record, field) = part.firstControlCharacter else { return }
        let names = part.table.schema
        throw .unwritableText(
            path: name, reason: TextError.controlCharacter(record: record + 1, field: names[field].name).message)
    }

    private func produce<Failure: Error>(
        _ place: Place = .whole,
        _ receive: (_ piece: TextPiece, _ share: Double) async throws(Failure) -> Void
    ) async throws(Failure) -> Bool {
        switch format {
        case .separatedText(let options):
            try await TextProducer(part: part, form: SeparatedForm(options), place: place).produce(receive)
        case .json:
            try await TextProducer(part: part, form: JSONForm(fieldNames: part.fieldNames), place: place).produce(
                receive)
        case .jsonLines:
            try await TextProducer(part: part, form: JSONForm(fieldNames: part.fieldNames, isLines: true), place: place)
                .produce(receive)
        case .markdown: try await TextProducer(part: part, form: MarkdownForm(), place: place).produce(receive)
        case .propertyList: try await TextProducer(part: part, form: PropertyListForm(), place: place).produce(receive)
        case .html(let header, let style):
            try await TextProducer(part: part, form: HTMLForm(header: header, style: style), place: place).produce(
                receive)
        case .gnumericCells(let header, let style):
            try await TextProducer(part: part, form: GnumericForm(part, header: header, style: style), place: place)
                .produce(receive)
        }
    }
}
