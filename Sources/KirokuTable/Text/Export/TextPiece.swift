import Synchronization

/// A piece of a text during its production.
final class TextPiece: Sendable {
    let text = Mutex(TextBuffer(capacity: 1 << 16))

    /// A copy of its bytes.
    var bytes: [UInt8] { text.withLock { Array($0.bytes) } }
}

/// Received pieces for reuse, because allocating memory costs more than filling it.
final class TextPieceStore: Sendable {
    private let pieces = Mutex<[TextPiece]>([])

    func take() -> TextPiece { pieces.withLock { $0.popLast() } ?? TextPiece() }

    func put(_ piece: TextPiece) { pieces.withLock { $0.append(piece) } }
}
