/// Files of separated text.
public enum SeparatedTextFile {
    /// Reads a table from a file, as ``SeparatedText/read(_:options:progress:)`` does.
    ///
    /// The file's name gives a hint for the separator. The file is only read.
    ///
    /// - Throws: ``StorageError``: ``StorageError/malformed(path:reason:)`` if it holds no text.
    @concurrent
    public static func read(
        path: String, options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions(),
        progress: (@Sendable (Double) -> Void)? = nil
    ) async throws(StorageError) -> ImportedText {
        let text = try WholeFile.read(path, limit: sizeLimit)
        return try await reading(path) { () async throws(TextError) in
            try await SeparatedText.read(text, options: knowing(path, options), progress: progress)
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
        let text = try WholeFile.read(path, limit: sizeLimit)
        return try await reading(path) { () async throws(TextError) in
            try await SeparatedText.read(
                text, into: schema, matching: matching, options: knowing(path, options), style: style,
                progress: progress)
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
        let (start, isWhole) = try WholeFile.readStart(path, count: 1 << 20)
        return try await reading(path) { () async throws(TextError) in
            try await SeparatedText.preview(
                start, isWhole: isWhole, count: count, options: knowing(path, options))
        }
    }

    /// All bytes of a source, such as a pipe, for ``SeparatedText`` to read: types follow from all values, so there is
    /// no reading before the last one has come.
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
    /// - Parameters:
    ///   - source: is read to its end.
    ///   - name: as errors name it.
    ///   - options: what is known of the text beforehand.
    /// - Throws: ``StorageError``: ``StorageError/malformed(path:reason:)`` if it gives no text.
    @concurrent
    public static func read(
        from source: some ByteSource, name: String,
        options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions()
    ) async throws(StorageError) -> ImportedText {
        let text = try await bytes(of: source, name: name)
        return try await reading(name) { () async throws(TextError) in
            try await SeparatedText.read(text, options: options)
        }
    }

    /// Offsets into a text are kept in 32 bits.
    private static let sizeLimit = Int(UInt32.max) - 1

    private static func reading<Result: Sendable>(
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
        if options.fileExtension == nil { options.fileExtension = fileExtension(of: path) }
        return options
    }

    private static func fileExtension(of path: String) -> String? {
        let name = FilePath.name(of: path)
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return nil }
        return String(name[name.index(after: point)...])
    }
}
