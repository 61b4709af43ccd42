/// Files that hold a table as text: those that ``TableExport`` writes, and those of other programs in these formats.
///
/// The format is detected from the contents. Files of separated text are read by ``SeparatedTextFile``. The others:
/// - JSON is an array of objects, whose member names become those of the fields, in the order in which they first
///   occur; or an array of arrays, of which the first may hold the names.
/// - A property list, in XML or binary form, is an array of arrays (the format of ``RecordTable/save(to:)``, without
///   names) or of dictionaries.
/// - Values have types, so a text of digits remains text. A field has the type of its numbers or truth values; texts
///   among them are unfit texts, as Kiroku writes them. Numbers of JSON are Decimal numbers if a Float would lose
///   decimals of one of them; a property list has Decimal numbers as texts. If a field has both numbers and truth
///   values, or whole numbers that a Double cannot hold together with other numbers, all its values become texts; so do
///   dates, data, and numbers that no type can hold.
/// - `null`, and in property lists an empty list, is an empty cell. In JSON, other lists and objects used as values are
///   kept as text; property lists that have any are not tables.
/// - Short records are filled up with empty cells. An object with a repeated name is rejected.
///
/// XML, HTML and JSON with other contents are rejected, and never taken for lines of text. But if
/// ``SeparatedText/ReadingOptions/separator`` is given, any file is read as separated text.
public enum TableFile {
    /// Reads a table from a file.
    ///
    /// The file is read in pieces, and memory is needed only for the table, except for files in UTF-16 and binary
    /// property lists, which are read as a whole.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - options: what is known about the file.
    ///   - progress: receives the share of the work that is done, growing up to 1, on any thread.
    /// - Throws: ``StorageError``, such as ``StorageError/malformed(path:reason:)`` if the file does not hold a table.
    @concurrent
    public static func read(
        path: String, options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions(),
        progress: (@Sendable (Double) -> Void)? = nil
    ) async throws(StorageError) -> ImportedText {
        guard let reader = try await listReader(of: path, options, progress) else {
            return try await SeparatedTextFile.read(path: path, options: options, progress: progress)
        }
        return try await read(reader, path).text
    }

    /// Reads records from a file for existing fields.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - schema: the fields.
    ///   - matching: which column, or named value, goes to which field.
    ///   - options: what is known about the file.
    ///   - progress: receives the share of the work that is done, growing up to 1, on any thread.
    /// - Throws: ``StorageError``, such as ``StorageError/malformed(path:reason:)`` if the file does not hold a table.
    @concurrent
    public static func read(
        path: String, into schema: Schema, matching: SeparatedText.Matching = .automatic,
        options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions(),
        progress: (@Sendable (Double) -> Void)? = nil
    ) async throws(StorageError) -> ImportedRecords {
        guard let reader = try await listReader(of: path, options.keepingForms(for: schema), progress) else {
            return try await SeparatedTextFile.read(
                path: path, into: schema, matching: matching, options: options, progress: progress)
        }
        return try await read(reader, path).text.fitted(to: schema, matching: matching, options)
    }

    /// Reads the beginning of a file.
    ///
    /// No more than its first megabyte is read, unless a record is longer or it is a binary property list.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - count: the greatest number of records to show.
    ///   - options: what is known about the file, or chosen by the user.
    ///   - schema: the fields that the records are for, whose names tell a header; `nil` if they make a new table.
    /// - Throws: ``StorageError``, such as ``StorageError/malformed(path:reason:)`` if the file does not hold a table.
    @concurrent
    public static func preview(
        path: String, count: Int = 50, options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions(),
        into schema: Schema? = nil
    ) async throws(StorageError) -> TextPreview {
        guard var reader = try await listReader(of: path, options, nil) else {
            return try await SeparatedTextFile.preview(path: path, count: count, options: options, into: schema)
        }
        reader.enough = reader.form == .binaryPropertyList ? 1_000 : 1 << 20
        let (text, isWhole) = try await read(reader, path)
        let table = text.table
        let records = (0..<min(max(count, 0), table.count)).map { record in
            table.schema.fields.indices.map { table[record, $0].plainText }
        }
        return TextPreview(
            names: table.fieldNames, types: table.fieldTypes, records: records, hasHeader: text.hadHeader,
            firstLine: nil, missingWords: [], unclearDates: [], numberNotes: [],
            format: text.format, encoding: text.encoding, isWhole: isWhole && records.count == table.count)
    }

    /// Reads a table from a source, such as a pipe.
    ///
    /// Separated text is read as it arrives, as ``SeparatedTextFile`` does; the other formats are gathered first.
    ///
    /// - Parameters:
    ///   - source: the source, which is read to its end.
    ///   - name: the name of the source in errors.
    ///   - options: what is known about the text.
    /// - Throws: the errors of the source; ``StorageError/malformed(path:reason:)`` if it does not provide a table.
    @concurrent
    public static func read(
        from source: some ByteSource, name: String,
        options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions()
    ) async throws(StorageError) -> ImportedText {
        let source = BegunSource(source)
        guard let reader = try await listReader(of: source, name, options) else {
            return try await SeparatedTextFile.read(from: source, name: name, options: options)
        }
        return try await read(reader, name).text
    }

    /// Reads records from a source, such as a pipe, for existing fields.
    ///
    /// - Parameters:
    ///   - source: the source, which is read to its end.
    ///   - name: the name of the source in errors.
    ///   - schema: the fields.
    ///   - options: what is known about the text.
    /// - Throws: the errors of the source; ``StorageError/malformed(path:reason:)`` if it does not provide a table.
    @concurrent
    public static func read(
        from source: some ByteSource, name: String, into schema: Schema,
        options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions()
    ) async throws(StorageError) -> ImportedRecords {
        let source = BegunSource(source)
        guard let reader = try await listReader(of: source, name, options.keepingForms(for: schema)) else {
            return try await SeparatedTextFile.read(from: source, name: name, into: schema, options: options)
        }
        return try await read(reader, name).text.fitted(to: schema, matching: .automatic, options)
    }

    // MARK: Forms

    /// The greatest number of bytes that is read as a whole.
    private static let wholeLimit = 1 << 30

    /// A reader for a list; `nil` if the file is separated text.
    private static func listReader(
        of path: String, _ options: SeparatedText.ReadingOptions, _ progress: (@Sendable (Double) -> Void)?
    ) async throws(StorageError) -> ListReader? {
        return try await BlockingIO.run { () throws(StorageError) in
            let (start, isWhole) = try WholeFile.readStart(path, count: ListForm.sampleSize)
            try check(start, path)
            guard options.separator == nil else { return nil }
            let encoding = encoding(of: start, options)
            guard let form = form(start, isWhole, encoding, FilePath.fileExtension(of: path)) else { return nil }
            let source: TextSource
            if encoding != .utf8, form != .binaryPropertyList {
                source = .memory(try decoded(try WholeFile.read(path, limit: wholeLimit), encoding, path))
            } else if form == .binaryPropertyList {
                source = .memory(try WholeFile.read(path, limit: wholeLimit))
            } else {
                source = .file(try TextFile(path: path))
            }
            return ListReader(
                source: source, form: form, encoding: encoding, options: options, progress: progress)
        }
    }

    /// A reader for a list; `nil` if the source provides separated text, which can then still be read from the
    /// beginning.
    private static func listReader(
        of source: BegunSource, _ name: String, _ options: SeparatedText.ReadingOptions
    ) async throws(StorageError) -> ListReader? {
        let (start, isWhole) = try await source.start(count: ListForm.sampleSize)
        try check(start, name)
        guard options.separator == nil else { return nil }
        let encoding = encoding(of: start, options)
        guard let form = form(start, isWhole, encoding, nil) else { return nil }
        let bytes = try await SeparatedTextFile.bytes(of: source, name: name)
        let text =
            encoding == .utf8 || form == .binaryPropertyList ? bytes : try decoded(bytes, encoding, name)
        return ListReader(source: .memory(text), form: form, encoding: encoding, options: options)
    }

    /// Rejects files that do not hold text.
    private static func check(_ start: [UInt8], _ name: String) throws(StorageError) {
        guard let file = OtherFile(of: start) else { return }
        throw .malformed(path: name, reason: TextError.otherFile(file).message)
    }

    private static func encoding(of start: [UInt8], _ options: SeparatedText.ReadingOptions) -> TextEncoding {
        options.encoding ?? (start.starts(with: BinaryPropertyList.mark) ? nil : WideText(start)?.encoding) ?? .utf8
    }

    private static func form(
        _ start: [UInt8], _ isWhole: Bool, _ encoding: TextEncoding, _ fileExtension: String?
    ) -> ListForm? {
        ListForm(
            of: [.utf16, .utf32].contains(encoding) ? ascii(of: start, WideText(start, known: encoding)) : start,
            isWhole: isWhole, fileExtension: fileExtension)
    }

    /// A text with a letter in place of each character beyond ASCII, for detecting its form.
    private static func ascii(of text: [UInt8], _ wide: WideText) -> [UInt8] {
        let size = wide.unitSize
        return stride(from: wide.markSize, through: text.count - size, by: size).map { place in
            let unit = text[place..<place + size]
            let low = wide.isBigEndian ? unit[place + size - 1] : unit[place]
            let isASCII = low < 0x80 && unit.count { $0 == 0 } == size - 1
            return isASCII ? low : UInt8(ascii: "x")
        }
    }

    private static func decoded(
        _ bytes: [UInt8], _ encoding: TextEncoding, _ path: String
    ) throws(StorageError) -> [UInt8] {
        do {
            return try encoding.decode(bytes)
        } catch {
            throw .malformed(path: path, reason: error.message)
        }
    }

    private static func read(
        _ reader: ListReader, _ path: String
    ) async throws(StorageError) -> (text: ImportedText, isWhole: Bool) {
        let stop = StopFlag()
        let found = await withTaskCancellationHandler {
            await BlockingIO.run { Result { () throws(TextError) in try reader.read(stop) } }
        } onCancel: {
            stop.set()
        }
        if case .file(let file) = reader.source { try file.check(path) }
        return try await SeparatedTextFile.reading(path) { () async throws(TextError) in
            let (text, isWhole) = try found.get()
            return (try text.applying(reader.options), isWhole)
        }
    }
}

extension FilePath {
    /// The extension of a file's name, without the point; `nil` if it has none.
    static func fileExtension(of path: String) -> String? {
        let name = name(of: path)
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return nil }
        return String(name[name.index(after: point)...])
    }
}

/// A source whose beginning can be examined before it is read.
private actor BegunSource: ByteSource {
    private let next: @Sendable () async throws(StorageError) -> [UInt8]
    private var begun: [UInt8] = []
    private var isAtEnd = false

    init(_ source: some ByteSource) {
        next = { () async throws(StorageError) in try await source.read() }
    }

    /// Returns at least `count` bytes, or all there are, and whether these are all; ``read()`` returns them again.
    ///
    /// Does not wait for more of a text whose first character shows that it is separated text.
    func start(count: Int) async throws(StorageError) -> (start: [UInt8], isWhole: Bool) {
        while begun.count < count, !isAtEnd, ListForm.mayBegin(with: begun) {
            let piece = try await next()
            begun += piece
            isAtEnd = piece.isEmpty
        }
        return (begun, isAtEnd)
    }

    func read() async throws(StorageError) -> [UInt8] {
        guard begun.isEmpty else {
            defer { begun = [] }
            return begun
        }
        return isAtEnd ? [] : try await next()
    }
}

extension SeparatedText.ReadingOptions {
    /// The options for records that go to these fields.
    fileprivate func keepingForms(for schema: Schema) -> Self {
        var options = self
        options.keepsForms = schema.fields.contains { $0.type.kind.keepsForms }
        return options
    }
}

extension ImportedText {
    /// The records, converted to other fields.
    fileprivate func fitted(
        to schema: Schema, matching: SeparatedText.Matching, _ options: SeparatedText.ReadingOptions
    ) throws(StorageError) -> ImportedRecords {
        let names = table.fieldNames
        let fields = matching.fields(ofColumns: names.count, header: hadHeader ? names : nil, in: schema)
        let matches = zip(table.schema.fields.indices, fields).compactMap { source, field in
            field.map { FieldMatch(source: source, field: $0) }
        }
        let records: FittedRecords
        do {
            records = try FittedRecords(
                table, for: schema, matches, dateOrder: options.dateOrder, decimalSign: options.decimalSign)
        } catch {
            throw .cancelled
        }
        return ImportedRecords(
            table: records.table, fields: fields, header: hadHeader ? names : nil, firstLine: nil,
            notices: notices, format: format, encoding: encoding,
            leftOut: fields.indices.filter { fields[$0] == nil && !matching.leavesOut($0) })
    }
}
