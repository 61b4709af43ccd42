import KirokuCore
import Synchronization

/// A source of text that ends at once if it begins as a document does.
final class TextOnlySource: ByteSource {
    private enum Start {
        case unknown
        case text
        case document
    }

    /// A document is told by so many bytes.
    private static let markSize = 16

    private let source: DescriptorSource
    private let start = Mutex(Start.unknown)

    init(_ source: DescriptorSource) {
        self.source = source
    }

    /// Whether it is no document, as far as was read.
    var isText: Bool { start.withLock { $0 != .document } }

    /// The next bytes of the source; none if it is a document.
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
