/// A part of a table, to be written in one of the formats that other programs read.
///
/// ```swift
/// let found = try TablePart(table, records: [7, 3], fields: [0, 2])
/// try await TableExport(found, as: .json).write(toFile: "/home/aiko/found.json")
/// ```
///
/// The text is made piece by piece on all processors, and only a few pieces are in memory at a time. It is in UTF-8;
/// ``write(toFile:encoding:progress:)`` and an ``EncodingSink`` bring it into other encodings.
public struct TableExport: Sendable {
    /// What is written.
    public enum Format: Sendable, Hashable {
        /// Lines of cells (see ``SeparatedText``).
        case separatedText(SeparatedText.WritingOptions)
        /// An array with an object for each record, its members named as the fields; an empty cell is `null`, unfit
        /// text a string.
        case json
        /// A list of lists as ``RecordTable/save(to:)`` writes it, without names and types of the fields.
        case propertyList
        /// A table as spreadsheets take it from the clipboard: text stays text (`007`) and numbers are numbers.
        ///
        /// What HTML has no place for is lost: TAB and several blanks are one blank to readers. Of the style, other words
        /// than `true` and `false` count: they are texts or numbers then, and no truth values to the spreadsheet.
        case html(header: Bool, style: SeparatedText.Style = SeparatedText.Style())
        /// Cells as Gnumeric puts them on the clipboard, the only form that keeps text as text there; other words than
        /// `true` and `false` as in ``html(header:style:)``.
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

    /// What is told how far the work has come: growing shares up to 1, from any thread.
    public typealias Progress = @Sendable (Double) -> Void

    /// What is written.
    public let part: TablePart
    /// As what.
    public let format: Format

    /// An export that ``write(toFile:encoding:progress:)``, ``write(to:progress:)`` or ``bytes(progress:)`` carries out.
    public init(_ part: TablePart, as format: Format) {
        self.part = part
        self.format = format
    }

    /// The whole text in memory.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    @concurrent
    public func bytes(progress: Progress? = nil) async throws(CancellationError) -> [UInt8] {
        var text: [UInt8] = []
        let isWhole = await produce { (piece, share) async throws(Never) in
            piece.text.withLock { piece in
                // The first piece tells what room the others will need.
                if text.isEmpty { text.reserveCapacity(Int(Double(piece.count) / share * 1.05)) }
                text.append(contentsOf: piece.bytes)
            }
            progress?(share)
        }
        guard isWhole else { throw CancellationError() }
        return text
    }

    /// Gives the text to a sink, piece by piece and in order.
    ///
    /// - Throws: what the sink throws, and ``StorageError/cancelled`` if the task was cancelled; the sink has a part of
    ///   the text then.
    @concurrent
    public func write(to sink: some ByteSink, progress: Progress? = nil) async throws(StorageError) {
        let isWhole = try await produce { (piece, share) async throws(StorageError) in
            try await sink.write(piece.bytes)
            progress?(share)
        }
        guard isWhole else { throw .cancelled }
    }

    /// Writes the text to a file, which is replaced as a whole: if this fails or is cancelled, the old one is still
    /// there as it was.
    ///
    /// Folders on the way are made where they are missing.
    ///
    /// - Parameters:
    ///   - path: where.
    ///   - encoding: for separated text; the other formats are in UTF-8 wherever they are read.
    ///   - progress: is told how far the work has come.
    /// - Throws: ``StorageError``, ``StorageError/unwritableText(path:reason:)`` if the encoding or the format lacks a
    ///   character.
    @concurrent
    public func write(
        toFile path: String, encoding: OutputEncoding = .utf8, progress: Progress? = nil
    ) async throws(StorageError) {
        try check(path)
        let file = try ReplacementFile(for: path)
        try await write(to: EncodingSink(file, encoding, name: path), progress: progress)
        try file.commit()
    }

    /// Looks for what cannot be written in the format: control characters in a property list, which is XML.
    ///
    /// ``write(to:progress:)`` and ``bytes(progress:)`` write the character for lost ones in their place. Costs a pass over the
    /// texts of a property list, and nothing otherwise.
    ///
    /// - Parameter name: what errors call the place that is written to.
    /// - Throws: ``StorageError/unwritableText(path:reason:)``.
    public func check(_ name: String) throws(StorageError) {
        guard format == .propertyList, let (record, field) = part.firstControlCharacter else { return }
        let names = part.table.schema
        throw .unwritableText(
            path: name, reason: TextError.controlCharacter(record: record + 1, field: names[field].name).message)
    }

    private func produce<Failure: Error>(
        _ receive: (_ piece: TextPiece, _ share: Double) async throws(Failure) -> Void
    ) async throws(Failure) -> Bool {
        switch format {
        case .separatedText(let options) where options.guardsFormulas:
            try await TextProducer(part: part, form: GuardedForm(options)).produce(receive)
        case .separatedText(let options):
            try await TextProducer(part: part, form: SeparatedForm(options)).produce(receive)
        case .json:
            try await TextProducer(part: part, form: JSONForm(fieldNames: part.fieldNames)).produce(receive)
        case .propertyList: try await TextProducer(part: part, form: PropertyListForm()).produce(receive)
        case .html(let header, let style):
            try await TextProducer(part: part, form: HTMLForm(header: header, style: style)).produce(receive)
        case .gnumericCells(let header, let style):
            try await TextProducer(part: part, form: GnumericForm(part, header: header, style: style)).produce(receive)
        }
    }
}
