import Synchronization

/// Takes text in UTF-8, and gives it on in another encoding, piece by piece.
///
/// Pieces must not end within a character; where they end with a line, errors name the right place.
public final class EncodingSink<Sink: ByteSink>: ByteSink {
    private let sink: Sink
    private let encoding: OutputEncoding
    private let name: String
    /// How many lines were given on; `nil` before the first piece.
    private let lineCount = Mutex<Int?>(nil)

    /// - Parameters:
    ///   - sink: what gets the text in the end.
    ///   - encoding: what it gets it in.
    ///   - name: what errors call the place that is written to.
    public init(_ sink: Sink, _ encoding: OutputEncoding, name: String) {
        self.sink = sink
        self.encoding = encoding
        self.name = name
    }

    /// - Throws: ``StorageError/unwritableText(path:reason:)`` if the encoding lacks a character, and what the sink throws.
    public func write(_ bytes: [UInt8]) async throws(StorageError) {
        guard encoding != .utf8 else { return try await sink.write(bytes) }
        let encoded: [UInt8]
        do throws(TextError) {
            encoded = try lineCount.withLock { (lineCount) throws(TextError) in
                let start = lineCount == nil ? encoding.mark : []
                let body = try encoding.encoding.encodeBody(bytes, after: lineCount ?? 0)
                let end = bytes.withUnsafeBufferPointer { TextPosition(of: $0.count, in: $0) }
                lineCount = (lineCount ?? 0) + end.line - 1
                return start + body
            }
        } catch {
            throw .unwritableText(path: name, reason: error.message)
        }
        try await sink.write(encoded)
    }
}
