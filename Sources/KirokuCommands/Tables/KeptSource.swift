import KirokuCore

/// A source that can be read again from its beginning, because what was read is kept.
actor KeptSource: ByteSource {
    private let source: GzipSource
    private var pieces: [[UInt8]] = []
    private var next = 0
    private var isAtEnd = false
    private var keeps = true

    init(_ source: GzipSource) {
        self.source = source
    }

    /// Goes back to the beginning.
    ///
    /// - Parameter isLast: whether it is not read again after that, so that nothing more is kept.
    func rewind(isLast: Bool) {
        next = 0
        keeps = !isLast
    }

    func read() async throws(StorageError) -> [UInt8] {
        if next < pieces.count {
            defer {
                if !keeps { pieces[next] = [] }
                next += 1
            }
            return pieces[next]
        }
        guard !isAtEnd else { return [] }
        let piece = try await source.read()
        isAtEnd = piece.isEmpty
        if keeps, !isAtEnd {
            pieces.append(piece)
            next += 1
        }
        return piece
    }
}
