/// Files that hold a table as text: all that ``TableExport`` writes to files, and what others write in these forms.
///
/// The form is seen from the contents. A file of separated text is read as ``SeparatedTextFile`` does. Of the others:
/// - JSON is an array of objects, whose members' names are those of the fields, in the order in which they come first,
///   or an array of arrays, of which the first may hold the names.
/// - A property list, in XML or in the binary form, is an array of arrays (the format of ``RecordTable/save(to:)``, without
///   names) or of dictionaries.
/// - Values come with their kinds, so a text of digits stays text. A field is of the type of its numbers or truth values,
///   and texts between them are unfit texts, as Kiroku writes them. Where numbers meet truth values, or whole numbers
///   that a Double does not hold meet others, all become texts; so do dates, data, and numbers that no type holds.
/// - `null`, and in property lists an empty list, is an empty cell. Other lists and objects in the place of a value are
///   kept as text in JSON; property lists that have any are no tables.
/// - Records that are too short end in empty cells. A name that stands twice in one object is refused.
///
/// XML, HTML and JSON of other contents are refused as what they are and never taken for lines of text; but if
/// ``SeparatedText/ReadingOptions/separator`` is given, the file is separated text whatever it looks like.
public enum TableFile {
    /// Reads a table from a file.
    ///
    /// The file is only read, piece by piece; memory is taken by the table alone, but for files in UTF-16 and binary
    /// property lists, which are read as a whole.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - options: what is known of it beforehand.
    ///   - progress: called with growing shares of the work, up to 1, from any thread.
    /// - Throws: ``StorageError``: ``StorageError/malformed(path:reason:)`` if it holds no table.
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

    /// Reads records from a file for fields that are there already.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - schema: the fields.
    ///   - matching: which column, or named value, goes to which field.
    ///   - options: what is known of the file beforehand.
    ///   - progress: called with growing shares of the work, up to 1, from any thread.
    /// - Throws: ``StorageError``: ``StorageError/malformed(path:reason:)`` if it holds no table.
    @concurrent
    public static func read(
        path: String, into schema: Schema, matching: SeparatedText.Matching = .automatic,
        options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions(),
        progress: (@Sendable (Double) -> Void)? = nil
    ) async throws(StorageError) -> ImportedRecords {
        guard let reader = try await listReader(of: path, options, progress) else {
            return try await SeparatedTextFile.read(
                path: path, into: schema, matching: matching, options: options, progress: progress)
        }
        return try await read(reader, path).text.fitted(to: schema, matching: matching)
    }

    /// Looks at the beginning of a file.
    ///
    /// However large it is, no more than its first megabyte is read, unless a record is longer or it is a binary
    /// property list.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - count: how many records to show at most.
    ///   - options: what is known of the file, or chosen by somebody.
    /// - Throws: ``StorageError``: ``StorageError/malformed(path:reason:)`` if it holds no table.
    @concurrent
    public static func preview(
        path: String, count: Int = 50, options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions()
    ) async throws(StorageError) -> TextPreview {
        guard var reader = try await listReader(of: path, options, nil) else {
            return try await SeparatedTextFile.preview(path: path, count: count, options: options)
        }
        reader.enough = reader.form == .binaryPropertyList ? 1_000 : 1 << 20
        let (text, isWhole) = try await read(reader, path)
        let table = text.table
        let records = (0..<min(max(count, 0), table.count)).map { record in
            table.schema.fields.indices.map { table[record, $0].plainText }
        }
        return TextPreview(
            names: table.fieldNames, types: table.fieldTypes, records: records, hasHeader: text.hadHeader,
            firstLine: nil, missingWords: [],
            format: text.format, encoding: text.encoding, isWhole: isWhole && records.count == table.count)
    }

    /// Reads a table from a source, such as a pipe.
    ///
    /// Separated text is read as it comes, as ``SeparatedTextFile`` does; the other forms are gathered first.
    ///
    /// - Parameters:
    ///   - source: is read to its end.
    ///   - name: as errors name it.
    ///   - options: what is known of the text beforehand.
    /// - Throws: what the source throws; ``StorageError/malformed(path:reason:)`` if it gives no table.
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

    /// Reads records from a source, such as a pipe, for fields that are there already.
    ///
    /// - Parameters:
    ///   - source: is read to its end.
    ///   - name: as errors name it.
    ///   - schema: the fields.
    ///   - options: what is known of the text beforehand.
    /// - Throws: what the source throws; ``StorageError/malformed(path:reason:)`` if it gives no table.
    @concurrent
    public static func read(
        from source: some ByteSource, name: String, into schema: Schema,
        options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions()
    ) async throws(StorageError) -> ImportedRecords {
        let source = BegunSource(source)
        guard let reader = try await listReader(of: source, name, options) else {
            return try await SeparatedTextFile.read(from: source, name: name, into: schema, options: options)
        }
        return try await read(reader, name).text.fitted(to: schema, matching: .automatic)
    }

    // MARK: Forms

    /// Larger ones are not read as a whole.
    private static let wholeLimit = 1 << 30

    /// `nil` if the file is separated text.
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

    /// `nil` if the source gives separated text, which it then still gives from the beginning.
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

    /// Refuses what is no text at all.
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

    /// A text as far as the forms are told by it: with a letter in the place of what is not ASCII.
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
    /// Without the point; `nil` if the name has none.
    static func fileExtension(of path: String) -> String? {
        let name = name(of: path)
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return nil }
        return String(name[name.index(after: point)...])
    }
}

/// A source whose beginning can be looked at before it is read.
private actor BegunSource: ByteSource {
    private let next: @Sendable () async throws(StorageError) -> [UInt8]
    private var begun: [UInt8] = []
    private var isAtEnd = false

    init(_ source: some ByteSource) {
        next = { () async throws(StorageError) in try await source.read() }
    }

    /// At least `count` bytes, if there are so many, and whether these are all; ``read()`` gives them again.
    ///
    /// Text whose first character says that it is separated text is not waited for.
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

extension ImportedText {
    /// The records as ones of other fields.
    fileprivate func fitted(
        to schema: Schema, matching: SeparatedText.Matching
    ) throws(StorageError) -> ImportedRecords {
        let sources = table.schema.fields.indices
        let named = hadHeader ? sources.map { schema.index(named: table.schema[$0].name) } : sources.map { _ in nil }
        let wished: [Int?] =
            switch matching {
            case .columns(let fields): sources.map { $0 < fields.count ? fields[$0] : nil }
            case .byName: named
            case .byPosition: sources.map { $0 }
            case .automatic: named.contains { $0 != nil } ? named : sources.map { $0 }
            }
        var taken: Set<Int> = []
        let fields = wished.map { field in
            field.flatMap { schema.fields.indices.contains($0) && taken.insert($0).inserted ? $0 : nil }
        }
        let matches = zip(sources, fields).compactMap { source, field in
            field.map { FieldMatch(source: source, field: $0) }
        }
        let plan: MergePlan
        do {
            plan = try MergePlan(
                table, into: RecordTable(schema: schema), matches: matches, key: nil, emptiesCells: true)
        } catch {
            throw .cancelled
        }
        return ImportedRecords(
            table: plan.newRecords, fields: fields, header: hadHeader ? table.fieldNames : nil, firstLine: nil,
            notices: notices, format: format, encoding: encoding)
    }
}
