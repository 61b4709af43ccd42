/// Files of separated text.
public enum SeparatedTextFile {
    /// Reads a table from a file, as ``SeparatedText/read(_:options:progress:)`` does.
    ///
    /// The file's name gives a hint for the separator. The file is only read, once and piece by piece: however large it
    /// is, its text takes no memory besides the table, unless it is not UTF-8.
    ///
    /// - Throws: ``StorageError``: ``StorageError/malformed(path:reason:)`` if it holds no text.
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

    /// Reads records from a file for fields that are there already, as
    /// ``SeparatedText/read(_:into:matching:options:style:progress:)`` does.
    ///
    /// - Throws: ``StorageError``: ``StorageError/malformed(path:reason:)`` if it holds no text.
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

    /// Looks at the beginning of a file, as ``SeparatedText/preview(_:isWhole:count:options:)`` does.
    ///
    /// However large the file, no more than its first megabyte is read.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - count: how many records to show at most.
    ///   - options: what is known of the text, or chosen by somebody.
    /// - Throws: ``StorageError``: ``StorageError/malformed(path:reason:)`` if it holds no text.
    @concurrent
    public static func preview(
        path: String, count: Int = 50, options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions()
    ) async throws(StorageError) -> TextPreview {
        let (start, isWhole) = try await BlockingIO.run { () throws(StorageError) in
            try WholeFile.readStart(path, count: 1 << 20)
        }
        return try await reading(path) { () async throws(TextError) in
            try await SeparatedText.preview(
                start, isWhole: isWhole, count: count, options: knowing(path, options))
        }
    }

    /// All bytes of a source, such as a pipe.
    ///
    /// - Parameters:
    ///   - source: is read to its end.
    ///   - name: as errors name it.
    /// - Throws: what the source throws; ``StorageError/tooLarge(path:)`` as soon as there is more than can be read,
    ///   ``StorageError/cancelled``.
    @concurrent
    public static func bytes(of source: some ByteSource, name: String) async throws(StorageError) -> [UInt8] {
        var text: [UInt8] = []
        while true {
            let piece = try await source.read()
            if Task.isCancelled { throw .cancelled }
            if piece.isEmpty { return text }
            guard text.count + piece.count <= sizeLimit else { throw .tooLarge(path: name) }
            text.append(contentsOf: piece)
        }
    }

    /// Reads a table from a source, such as a pipe, as ``SeparatedText/read(_:options:progress:)`` does.
    ///
    /// The text is read as it comes, and forgotten: memory is taken by the columns alone, and while a field holds
    /// numbers with decimals by a byte more for each, or by their texts if they have more than 15 digits. Only a text that is
    /// not UTF-8 is gathered first, for its encoding is seen from the whole.
    ///
    /// - Parameters:
    ///   - source: is read to its end.
    ///   - name: as errors name it.
    ///   - options: what is known of the text beforehand.
    /// - Throws: what the source throws; ``StorageError/malformed(path:reason:)`` if it gives no text.
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

    /// Reads records from a source, such as a pipe, for fields that are there already, as
    /// ``SeparatedText/read(_:into:matching:options:style:progress:)`` does.
    ///
    /// The text is read as it comes, and forgotten.
    ///
    /// - Parameters:
    ///   - source: is read to its end.
    ///   - name: as errors name it.
    ///   - schema: the fields.
    ///   - matching: which column goes to which field.
    ///   - options: what is known of the text beforehand.
    ///   - style: how numbers and truth values are written.
    /// - Throws: what the source throws; ``StorageError/malformed(path:reason:)`` if it gives no text.
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

    /// More than that is not gathered in memory.
    private static let sizeLimit = Int(UInt32.max) - 1

    /// Calls `read` with a file that is taken for UTF-8; if it is not, and nobody said so, with all of its text in the
    /// encoding that it most likely is in.
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

    static func reading<Result: Sendable>(
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
