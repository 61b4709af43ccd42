import Synchronization

/// Converts UTF-8 text to another encoding, piece by piece, and passes it on.
///
/// Pieces must not end within a character; if they end with a line, errors name the right position.
public final class EncodingSink<Sink: ByteSink>: ByteSink {
    private let sink: Sink
    private let encoding: OutputEncoding
    private let name: String
    /// How many lines were passed on; `nil` before the first piece.
    private let lineCount = Mutex<Int?>(nil)

    /// - Parameters:
    ///   - sink: the sink that receives the converted text.
    ///   - encoding: the encoding of the converted text.
    ///   - name: the name of the destination in errors.
    public init(_ sink: Sink, _ encoding: OutputEncoding, name: String) {
        self.sink = sink
        self.encoding = encoding
        self.name = name
    }

    /// - Throws: ``StorageError/unwritableText(path:reason:)`` if the encoding lacks a character, and the errors of the
    ///   sink.
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
