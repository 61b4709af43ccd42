/// A text to read: one that is complete, or one that arrives in pieces.
protocol TextInput: Sendable {
    /// Examines the beginning; call this once, before reading the records.
    func head(_ options: SeparatedText.ReadingOptions) async throws(TextError) -> TextHead

    /// Reads the records from the first one on, or from the one after it.
    ///
    /// - Parameters:
    ///   - widthLimit: the largest number of cells read from a record.
    ///   - make: creates the gatherer of a field's cells; `nil` if the field is not needed.
    func records<Cells: CellGatherer>(
        _ head: TextHead, behindFirst: Bool, widthLimit: Int,
        _ make: @escaping @Sendable (_ field: Int) -> Cells?
    ) async throws(TextError) -> ReadRecords<Cells.Piece>

    /// How the text was converted to UTF-8, known after it was read.
    var decoding: Decoding { get async }
}

/// A text that is complete, in UTF-8.
struct StoredText: TextInput {
    let source: TextSource
    let decoding: Decoding
    let progress: (@Sendable (Double) -> Void)?

    func head(_ options: SeparatedText.ReadingOptions) async throws(TextError) -> TextHead {
        let source = source
        let result = await BlockingIO.run { () -> Result<TextHead, TextError> in
            do throws(TextError) {
                return .success(try Self.head(of: source, options))
            } catch {
                return .failure(error)
            }
        }
        if Task.isCancelled { throw .cancelled }
        return try result.get()
    }

    private static func head(
        of source: TextSource, _ options: SeparatedText.ReadingOptions
    ) throws(TextError) -> TextHead {
        var buffer = TextBuffer(capacity: 2 * TextHead.sampleSize)
        while true {
            guard buffer.count <= CellScanner.longestRecord, MemoryRoom.holdsHead(of: buffer.count) else {
                throw .tooLarge
            }
            // One more byte would show that the text continues.
            let count = min(
                buffer.count + TextHead.sampleSize + TextEncoding.Mark.utf8.count,
                max(0, source.size - buffer.count) + 1)
            let room = UnsafeMutableBufferPointer(start: buffer.room(for: count + CellScanner.padding), count: count)
            let read = source.read(into: room, at: buffer.count)
            buffer.advance(by: read)
            if let head = try TextHead(of: buffer.bytes, isWhole: read < count, options: options) { return head }
        }
    }

    func records<Cells: CellGatherer>(
        _ head: TextHead, behindFirst: Bool, widthLimit: Int,
        _ make: @escaping @Sendable (_ field: Int) -> Cells?
    ) async throws(TextError) -> ReadRecords<Cells.Piece> {
        let first = head.first
        let start = (behindFirst ? first?.end : first?.start) ?? source.size
        let reader = RecordsReader(
            source: source, rules: head.rules, start: start, usualWidth: head.usualWidth,
            widthLimit: widthLimit, enough: head.enoughRecords, progress: progress, make: make)
        return try await reader.read(after: behindFirst ? head.findingsBehindFirst : head.findingsBeforeFirst)
    }
}
