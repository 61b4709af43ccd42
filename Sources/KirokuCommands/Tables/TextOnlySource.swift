import KirokuCore
import Synchronization

/// A source of text that ends at once if it begins like a document.
final class TextOnlySource: ByteSource {
    private enum Start {
        case unknown
        case text
        case document
    }

    /// The number of bytes by which a document is recognised.
    private static let markSize = 16

    private let source: any ByteSource
    private let start = Mutex(Start.unknown)

    init(_ source: any ByteSource) {
        self.source = source
    }

    /// Whether the bytes read so far are not a document.
    var isText: Bool { start.withLock { $0 != .document } }

    /// The next bytes of the source; empty for a document.
    func read() async throws(StorageError) -> [UInt8] {
        if start.withLock({ $0 == .text }) { return try await source.read() }
        var bytes: [UInt8] = []
        while bytes.count < Self.markSize {
            let piece = try await source.read()
            if piece.isEmpty { break }
            bytes += piece
        }
        let isDocument = FileKind.isDocument(bytes)
        start.withLock { $0 = isDocument ? .document : .text }
        return isDocument ? [] : bytes
    }
}
