/// Files of separated text.
public enum SeparatedTextFile {
    /// Reads a table from a file, as ``SeparatedText/read(_:options:progress:)`` does.
    ///
    /// The name of the file decides between separators that fit equally. The file is read once, in pieces: whatever its
    /// size, it needs no memory besides that of the table, unless it is not UTF-8.
    ///
    /// - Throws: ``StorageError``, such as ``StorageError/malformed(path:reason:)`` if the file does not hold text.
    @concurrent
    public static func read(
        path: String, options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions(),
        progress: (@Sendable (Double) -> Void)? = nil
    ) async throws(StorageError) -> ImportedText {
        let options = knowing(path, options)
        return try await reading(path, options.encoding, progress) { (input) async throws(TextError) in
            try await SeparatedTextReader(input: input, options: options).read().text
        }
    }

    /// Reads records from a file for existing fields, as
    /// ``SeparatedText/read(_:into:matching:options:style:progress:)`` does.
    ///
    /// - Throws: ``StorageError``, such as ``StorageError/malformed(path:reason:)`` if the file does not hold text.
    @concurrent
    public static func read(
        path: String, into schema: Schema, matching: SeparatedText.Matching = .automatic,
        options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions(),
        style: SeparatedText.Style = SeparatedText.Style(), progress: (@Sendable (Double) -> Void)? = nil
    ) async throws(StorageError) -> ImportedRecords {
        let options = knowing(path, options)
        return try await reading(path, options.encoding, progress) { (input) async throws(TextError) in
            try await RecordImport(input: input, options: options, schema: schema, matching: matching, style: style)
                .read()
        }
    }

    /// Reads the beginning of a file, as ``SeparatedText/preview(_:isWhole:count:options:into:)`` does.
    ///
    /// No more than the first megabyte of the file is read.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - count: the greatest number of records to show.
    ///   - options: what is known about the text, or chosen by the user.
    ///   - schema: the fields that the records are for, whose names tell a header; `nil` if they make a new table.
    /// - Throws: ``StorageError``, such as ``StorageError/malformed(path:reason:)`` if the file does not hold text.
    @concurrent
    public static func preview(
        path: String, count: Int = 50, options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions(),
        into schema: Schema? = nil
    ) async throws(StorageError) -> TextPreview {
        let (start, isWhole) = try await BlockingIO.run { () throws(StorageError) in
            try WholeFile.readStart(path, count: 1 << 20)
        }
        return try await reading(path) { () async throws(TextError) in
            try await SeparatedText.preview(
                start, isWhole: isWhole, count: count, options: knowing(path, options), into: schema)
        }
    }

    /// Reads all bytes of a source, such as a pipe.
    ///
    /// - Parameters:
    ///   - source: the source, which is read to its end.
    ///   - name: the name of the source in errors.
    /// - Throws: the errors of the source; ``StorageError/tooLarge(path:)`` as soon as there is too much;
    ///   ``StorageError/cancelled``.
    @concurrent
    public static func bytes(of source: some ByteSource, name: String) async throws(StorageError) -> [UInt8] {
        var text: [UInt8] = []
        while true {
            let piece = try await source.read()
            if Task.isCancelled { throw .cancelled }
            if piece.isEmpty { return text }
            guard text.count + piece.count <= sizeLimit, MemoryRoom.holdsHead(of: text.count) else {
                throw .tooLarge(path: name)
            }
            text.append(contentsOf: piece)
        }
    }

    /// Reads a table from a source, such as a pipe, as ``SeparatedText/read(_:options:progress:)`` does.
    ///
    /// The text is read as it arrives, and not kept. Besides the columns, only numbers with decimals need memory until
    /// the end: a byte each, or their texts if they have more than 15 digits. Only a text that is not UTF-8 is gathered
    /// first, as its encoding is detected from the whole.
    ///
    /// - Parameters:
    ///   - source: the source, which is read to its end.
    ///   - name: the name of the source in errors.
    ///   - options: what is known about the text.
    /// - Throws: the errors of the source; ``StorageError/malformed(path:reason:)`` if it does not provide text.
    @concurrent
    public static func read(
        from source: some ByteSource, name: String,
        options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions()
    ) async throws(StorageError) -> ImportedText {
        if let encoding = options.encoding, encoding != .utf8 {
            let text = try await bytes(of: source, name: name)
            return try await reading(name) { () async throws(TextError) in
                try await SeparatedText.read(text, options: options)
            }
        }
        let input = PipedText(source, encoding: options.encoding)
        return try await reading(name, input) { () async throws(TextError) in
            try await SeparatedTextReader(input: input, options: options).read().text
        }
    }

    /// Reads records from a source, such as a pipe, for existing fields, as
    /// ``SeparatedText/read(_:into:matching:options:style:progress:)`` does.
    ///
    /// The text is read as it arrives, and not kept.
    ///
    /// - Parameters:
    ///   - source: the source, which is read to its end.
    ///   - name: the name of the source in errors.
    ///   - schema: the fields.
    ///   - matching: which column goes to which field.
    ///   - options: what is known about the text.
    ///   - style: how numbers and truth values are written.
    /// - Throws: the errors of the source; ``StorageError/malformed(path:reason:)`` if it does not provide text.
    @concurrent
    public static func read(
        from source: some ByteSource, name: String, into schema: Schema,
        matching: SeparatedText.Matching = .automatic,
        options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions(),
        style: SeparatedText.Style = SeparatedText.Style()
    ) async throws(StorageError) -> ImportedRecords {
        if let encoding = options.encoding, encoding != .utf8 {
            let text = try await bytes(of: source, name: name)
            return try await reading(name) { () async throws(TextError) in
                try await SeparatedText.read(text, into: schema, matching: matching, options: options, style: style)
            }
        }
        let input = PipedText(source, encoding: options.encoding)
        return try await reading(name, input) { () async throws(TextError) in
            try await RecordImport(input: input, options: options, schema: schema, matching: matching, style: style)
                .read()
        }
    }

    /// The greatest number of bytes that is gathered in memory.
    private static let sizeLimit = Int(UInt32.max) - 1

    /// Calls `read` with a file that is taken for UTF-8; if it is not, and no encoding is given, calls it again with
    /// all of its text in the most likely encoding.
    private static func reading<Result: Sendable>(
        _ path: String, _ encoding: TextEncoding?, _ progress: (@Sendable (Double) -> Void)?,
        _ read: (StoredText) async throws(TextError) -> Result
    ) async throws(StorageError) -> Result {
        let file = try await BlockingIO.run { () throws(StorageError) in try TextFile(path: path) }
        if encoding == nil || encoding == .utf8 {
            let decoding = Decoding(encoding: .utf8, isGuessed: false)
            let found = await result { () async throws(TextError) in
                try await read(StoredText(source: .file(file), decoding: decoding, progress: progress))
            }
            try file.check(path)
            switch found {
            case .failure(.notText(in: .utf8, _)) where encoding == nil: break
            default: return try await reading(path) { () async throws(TextError) in try found.get() }
            }
        }
        // The text as it is, and in UTF-8, which may be half as long again.
        guard file.size < 1 << 24 || MemoryRoom.holds(3 * file.size) else { throw .tooLarge(path: path) }
        let text = try await BlockingIO.run { () throws(StorageError) in
            try WholeFile.read(path, limit: sizeLimit)
        }
        return try await reading(path) { () async throws(TextError) in
            try await SeparatedText.stored(text, as: encoding, progress: progress, read)
        }
    }

    private static func reading<Result: Sendable>(
        _ name: String, _ input: PipedText, _ read: () async throws(TextError) -> Result
    ) async throws(StorageError) -> Result {
        let found = await result(read)
        if let failure = await input.failure { throw failure }
        return try await reading(name) { () async throws(TextError) in try found.get() }
    }

    private static func result<Value: Sendable>(
        _ read: () async throws(TextError) -> Value
    ) async -> Result<Value, TextError> {
        do {
            return .success(try await read())
        } catch {
            return .failure(error)
        }
    }

    package static func reading<Result: Sendable>(
        _ path: String, _ read: () async throws(TextError) -> Result
    ) async throws(StorageError) -> Result {
        do {
            return try await read()
        } catch .cancelled {
            throw .cancelled
        } catch .tooLarge {
            throw .tooLarge(path: path)
        } catch {
            throw .malformed(path: path, reason: error.message)
        }
    }

    private static func knowing(
        _ path: String, _ options: SeparatedText.ReadingOptions
    ) -> SeparatedText.ReadingOptions {
        var options = options
        if options.fileExtension == nil { options.fileExtension = FilePath.fileExtension(of: path) }
        return options
    }
}
