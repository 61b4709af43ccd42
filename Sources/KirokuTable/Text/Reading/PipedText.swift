/// A text that arrives in pieces and is read as it arrives; only its cells are kept.
///
/// If the source fails, the text seems to end there, and ``failure`` has the error.
actor PipedText: TextInput {
    private let next: @Sendable () async throws(StorageError) -> [UInt8]
    private var decoder: PipeDecoder
    private var isAtEnd = false
    /// The part that was examined and is still to be read.
    private var start: [UInt8] = []
    private(set) var failure: StorageError?

    init(_ source: some ByteSource, encoding: TextEncoding?) {
        next = { () async throws(StorageError) in try await source.read() }
        decoder = PipeDecoder(isKnown: encoding != nil)
    }

    var decoding: Decoding { decoder.decoding }

    /// The next bytes; none at the end.
    private func read() async -> [UInt8] {
        while !isAtEnd {
            var piece: [UInt8] = []
            do throws(StorageError) {
                piece = try await next()
            } catch {
                failure = error
            }
            isAtEnd = piece.isEmpty
            let text = isAtEnd ? decoder.finish() : decoder.take(piece)
            if !text.isEmpty { return text }
        }
        return []
    }

    func head(_ options: SeparatedText.ReadingOptions) async throws(TextError) -> TextHead {
        var wanted = TextHead.sampleSize + TextEncoding.Mark.utf8.count
        while true {
            while start.count < wanted, !isAtEnd { start += await read() }
            if Task.isCancelled { throw .cancelled }
            var buffer = TextBuffer(capacity: start.count + CellScanner.padding)
            start.withUnsafeBufferPointer { buffer.append($0) }
            _ = buffer.room(for: CellScanner.padding)
            if let head = try TextHead(of: buffer.bytes, isWhole: isAtEnd, options: options) { return head }
            guard start.count <= CellScanner.longestRecord, MemoryRoom.holdsHead(of: start.count) else {
                throw .tooLarge
            }
            wanted = 2 * start.count
        }
    }

    func records<Cells: CellGatherer>(
        _ head: TextHead, behindFirst: Bool, widthLimit: Int,
        _ make: @escaping @Sendable (_ field: Int) -> Cells?
    ) async throws(TextError) -> ReadRecords<Cells.Piece> {
        let begin = (behindFirst ? head.first?.end : head.first?.start) ?? start.count
        var reader = PartReader(
            start: begin, limit: .max, rules: head.rules, usualWidth: head.usualWidth, widthLimit: widthLimit,
            expectedSize: 0, isCancelled: { Task.isCancelled }, make: make)
        var piece = start[begin...]
        start = []
        let enough = head.enoughRecords ?? .max
        repeat {
            while !piece.isEmpty, !reader.isDone {
                let room = reader.room()
                let count = min(room.count, piece.count)
                _ = room.update(fromContentsOf: piece.prefix(count))
                piece = piece.dropFirst(count)
                reader.take(count, isLast: false)
            }
            // The rest of an endless text, and a record that is not complete, do not matter then.
            piece = reader.recordCount < enough ? await read()[...] : []
        } while !piece.isEmpty && !reader.isDone
        let isWhole = reader.recordCount < enough
        if isWhole { reader.take(0, isLast: true) }
        let findings = behindFirst ? head.findingsBehindFirst : head.findingsBeforeFirst
        var records = ReadRecords<Cells.Piece>(width: head.usualWidth, findings: findings)
        try records.add(reader.finished()) { _, _ in nil }
        records.isWhole = isWhole
        try records.check()
        return records
    }
}

/// Converts a text that arrives in pieces to UTF-8.
///
/// UTF-16 and UTF-32 are recognized by the beginning; other encodings show only at characters beyond ASCII. From the
/// first of these on, the text is held back until enough have arrived to be certain that it is UTF-8. If it is not
/// UTF-8, all of it is held back, because the encoding is guessed from the whole text.
struct PipeDecoder {
    private enum State {
        /// Too little has arrived to decide.
        case begun([UInt8])
        /// Everything so far is ASCII.
        case plain
        /// The text may be UTF-8.
        case held([UInt8], checked: Int, characters: Int)
        /// The text is not UTF-8.
        case gathered([UInt8])
        case known
    }

    /// How many characters beyond ASCII make UTF-8 certain.
    private static let enoughCharacters = 1_000
    private static let enoughBytes = 1 << 24

    private var state: State
    /// Whether the text so far has control characters.
    private var hasControls = false
    private(set) var decoding = Decoding(encoding: .utf8, isGuessed: false)

    /// - Parameter isKnown: whether the text is known to be UTF-8.
    init(isKnown: Bool) {
        state = isKnown ? .known : .begun([])
    }

    /// Adds a piece; returns what is now certain to be UTF-8.
    mutating func take(_ piece: [UInt8]) -> [UInt8] {
        switch state {
        case .known: return piece
        case .begun(let start): return begin(start + piece, isWhole: false)
        case .gathered(let text): state = .gathered(text + piece)
        case .held(let text, let checked, let characters): return hold(text + piece, checked, characters)
        case .plain:
            let plain = Array(piece.prefix { $0 < 0x80 && $0 != ASCII.escape })
            hasControls = hasControls || TextEncoding.hasControls(plain)
            return plain.count == piece.count ? piece : plain + hold(Array(piece[plain.count...]), 0, 0)
        }
        return []
    }

    /// Returns the text that was held back, at the end of the whole text.
    mutating func finish() -> [UInt8] {
        var begun: [UInt8] = []
        if case .begun(let start) = state { begun = begin(start, isWhole: true) }
        return begun + ended()
    }

    /// Decides by the beginning whether the text can be UTF-8.
    private mutating func begin(_ start: [UInt8], isWhole: Bool) -> [UInt8] {
        let isPlain = start.count >= 4 && start.allSatisfy { 0 < $0 && $0 < 0x80 }
        guard isWhole || isPlain || start.count >= WideText.sampleSize else {
            state = .begun(start)
            return []
        }
        guard WideText(start) == nil else {
            state = .gathered(start)
            return []
        }
        state = .plain
        return take(start)
    }

    private mutating func ended() -> [UInt8] {
        defer { state = .known }
        switch state {
        case .plain, .known, .begun: return []
        case .held(let text, let checked, _) where checked == text.count || text.allSatisfy { $0 < 0x80 }: return text
        case .held(let text, _, _), .gathered(let text):
            guard !hasControls, let (decoding, decoded) = TextEncoding.decodedByLikelihood(text) else { return text }
            self.decoding = decoding
            return decoded
        }
    }

    private mutating func hold(_ text: [UInt8], _ checked: Int, _ characters: Int) -> [UInt8] {
        if text.first == ASCII.escape {
            if text.count < 4 {
                state = .held(text, checked: 0, characters: 0)
                return []
            }
            state = TextEncoding.isJapaneseEscape(text[...]) ? .gathered(text) : .plain
            if case .gathered = state { return [] }
            return [ASCII.escape] + take(Array(text.dropFirst()))
        }
        let invalid = text.withUnsafeBufferPointer { text in
            UTF8Check.firstInvalidByte(UnsafeBufferPointer(rebasing: text[checked...])).map { checked + $0 }
        }
        if let invalid, invalid < text.count - 3 {
            state = .gathered(text)
            return []
        }
        let valid = invalid ?? text.count
        let characters = characters + text[checked..<valid].count { $0 >= 0xc0 }
        if characters >= Self.enoughCharacters || valid >= Self.enoughBytes {
            state = .known
            return text
        }
        state = .held(text, checked: valid, characters: characters)
        return []
    }
}
