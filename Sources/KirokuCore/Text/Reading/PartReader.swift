/// Gathers the cells of one field, batch by batch.
protocol CellGatherer: AnyObject, SendableMetatype {
    /// What was gathered, to be put together with what others have.
    associatedtype Piece: Sendable

    func take(_ cells: BatchCells)
    func takeEmpty(count: Int)
    /// As many cells are expected in all.
    func reserve(_ count: Int)
    func finished() -> Piece
}

/// What was read from a part of a text.
struct ReadPart<Piece: Sendable>: Sendable {
    enum Failure: Sendable {
        /// Bytes that are not UTF-8; the lines are counted from the part's start.
        case invalid(TextPosition)
        case tooLarge
        case cancelled
    }

    /// Where the first record begins.
    let start: Int
    /// Where the record after the last one begins.
    let end: Int
    /// For each field; `nil` for those that nobody wants.
    let pieces: [Piece?]
    let recordCount: Int
    /// The greatest number of cells that a record has.
    let widest: Int
    let findings: TextFindings
    /// The records that are empty lines.
    let emptyRecords: [Int]
    /// Where the record with the first stray quote begins.
    let firstStrayRecord: Int?
    let failure: Failure?
}

/// Reads the records that begin in a part of a text, batch by batch: what is found in the text is read while it is
/// still in the processor's cache, and then forgotten.
struct PartReader<Cells: CellGatherer>: ~Copyable {
    /// A batch, its cells and the numbers that are made of a field fit into the cache beside each other.
    private static var batchSize: Int { 1 << 17 }

    private let rules: LineRules
    private let start: Int
    private let limit: Int
    private let expectedSize: Int
    private let make: (Int) -> Cells?
    private let isCancelled: () -> Bool
    /// What has come of the text and is not read yet.
    private var buffer = TextBuffer(capacity: batchSize + CellScanner.padding)
    private var end: Int
    private var batch: RecordBatch
    private var fields: [Cells?] = []
    private var recordCount = 0
    private var findings = TextFindings()
    private var emptyRecords: [Int] = []
    private var firstStrayRecord: Int?
    private var failure: ReadPart<Cells.Piece>.Failure?

    /// - Parameters:
    ///   - start: where the first record begins.
    ///   - limit: the record that begins here, and those behind, are left to others.
    ///   - rules: how lines are cut into cells.
    ///   - usualWidth: how many cells the records of the text usually have.
    ///   - expectedSize: for how many bytes of text to make room; 0 if that is not known.
    ///   - isCancelled: whether nobody wants it any more.
    ///   - make: what gathers the cells of a field.
    init(
        start: Int, limit: Int, rules: LineRules, usualWidth: Int, expectedSize: Int,
        isCancelled: @escaping () -> Bool, make: @escaping (Int) -> Cells?
    ) {
        self.start = start
        self.limit = limit
        self.rules = rules
        self.expectedSize = expectedSize
        self.make = make
        self.isCancelled = isCancelled
        end = start
        batch = RecordBatch(usualWidth: usualWidth)
        addFields()
    }

    /// Whether there is nothing to read any more.
    var isDone: Bool { end >= limit || failure != nil }

    /// Where the bytes come from that are wanted next.
    var next: Int { end + buffer.count }

    /// Where to put the next bytes; a record that is longer than a batch gets twice as many each time.
    mutating func room() -> UnsafeMutableBufferPointer<UInt8> {
        let count = max(Self.batchSize - buffer.count, Self.batchSize / 2, buffer.count)
        let start = buffer.room(for: count + CellScanner.padding)
        return UnsafeMutableBufferPointer(start: start, count: count)
    }

    /// Reads the records that are whole, after `count` more bytes were put into the ``room()``.
    ///
    /// - Parameter isLast: nothing comes after them.
    mutating func take(_ count: Int, isLast: Bool) {
        buffer.advance(by: count)
        while !isDone, buffer.count > 0 {
            let mayBeMore = takeBatch(isLast: isLast)
            if isCancelled() { failure = .cancelled }
            if !mayBeMore { break }
        }
        if isLast { return }
        if buffer.count > CellScanner.longestRecord { failure = failure ?? .tooLarge }
        // What is no text has no line ends, either: it must not be read as a whole to find that out.
        if buffer.count > Self.batchSize, failure == nil {
            failure = invalidByte(in: UnsafeBufferPointer(rebasing: buffer.bytes.dropLast(4)), wholeCharacters: false)
        }
    }

    /// All that was read.
    mutating func finished() -> ReadPart<Cells.Piece> {
        ReadPart(
            start: start, end: end, pieces: fields.map { $0?.finished() }, recordCount: recordCount,
            widest: batch.widest, findings: findings, emptyRecords: emptyRecords, firstStrayRecord: firstStrayRecord,
            failure: failure)
    }

    /// Returns whether there may be more whole records.
    private mutating func takeBatch(isLast: Bool) -> Bool {
        var marks = TextMarks()
        let text = buffer.bytes
        batch.begin(byteCount: text.count)
        let scanner = CellScanner(text: text, rules, isWhole: isLast)
        let scanned = scanner.scan(upTo: limit - end, into: &batch, &marks)
        if scanned > 0 { take(UnsafeBufferPointer(rebasing: text[..<scanned]), marks) }
        buffer.removeFirst(scanned)
        end += scanned
        guard batch.isTooNarrow else { return batch.isFull }
        batch.widen()
        addFields()
        return true
    }

    private mutating func take(_ text: UnsafeBufferPointer<UInt8>, _ marks: TextMarks) {
        failure = invalidByte(in: text, wholeCharacters: true)
        guard failure == nil, let start = text.baseAddress else { return }
        take(from: start)
        findings.shortRecords.add(batch.shortRecords, in: text, after: findings.lineCount)
        findings.longRecords.add(batch.longRecords, in: text, after: findings.lineCount)
        findings.emptyLines.add(batch.emptyLines, in: text, after: findings.lineCount)
        findings.add(marks, in: text)
        for record in batch.emptyRecords { emptyRecords.append(recordCount + record) }
        if firstStrayRecord == nil { firstStrayRecord = marks.firstStrayRecord.map { end + $0 } }
        if recordCount == 0 { reserve(text.count) }
        recordCount += batch.recordCount
        if recordCount * fields.count > CellLimit.count { failure = .tooLarge }
    }

    private func take(from start: UnsafePointer<UInt8>) {
        for field in fields.indices {
            guard let gatherer = fields[field] else { continue }
            let cells = batch.cells(ofField: field, in: start)
            if let missing = rules.missing { missing.emptied(cells, gatherer.take) } else { gatherer.take(cells) }
        }
    }

    /// Makes room for all records, going by the first ones, which have this many bytes.
    private func reserve(_ byteCount: Int) {
        let expected = Double(expectedSize) / Double(byteCount) * Double(batch.recordCount) * 1.02
        guard expected > 1_000, expected * Double(fields.count) < Double(CellLimit.count) else { return }
        for cells in fields { cells?.reserve(Int(expected)) }
    }

    /// - Parameter wholeCharacters: otherwise the last character may be cut off.
    private func invalidByte(
        in text: UnsafeBufferPointer<UInt8>, wholeCharacters: Bool
    ) -> ReadPart<Cells.Piece>.Failure? {
        guard let invalid = UTF8Check.firstInvalidByte(text) else { return nil }
        if !wholeCharacters, invalid > text.count - 4 { return nil }
        return .invalid(TextPosition(of: invalid, in: text).moved(by: findings.lineCount))
    }

    /// Begins the fields that the batch has become wider by.
    private mutating func addFields() {
        for field in fields.count..<batch.width {
            let cells = make(field)
            cells?.takeEmpty(count: recordCount)
            fields.append(cells)
        }
    }
}
