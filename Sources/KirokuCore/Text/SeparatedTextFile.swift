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
        var options = options
        if options.fileExtension == nil { options.fileExtension = fileExtension(of: path) }
        let text = try WholeFile.read(path, limit: Int(UInt32.max) - 1)
        do {
            return try await SeparatedText.read(text, options: options, progress: progress)
        } catch .cancelled {
            throw .cancelled
        } catch .tooLarge {
            throw .tooLarge(path: path)
        } catch {
            throw .malformed(path: path, reason: error.message)
        }
    }

    private static func fileExtension(of path: String) -> String? {
        let name = FilePath.name(of: path)
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return nil }
        return String(name[name.index(after: point)...])
    }
}
