/// Gathers the cells of one field, batch by batch.
protocol CellGatherer: AnyObject, SendableMetatype {
    /// The gathered cells, to be joined with those of other gatherers.
    associatedtype Piece: Sendable

    func take(_ cells: BatchCells)
    func takeEmpty(count: Int)
    /// Makes room for the expected number of cells.
    func reserve(_ count: Int)
    func finished() -> Piece
}

/// What was read from a part of a text.
struct ReadPart<Piece: Sendable>: Sendable {
    enum Failure: Sendable {
        /// Bytes that are not UTF-8; lines count from the part's start.
        case invalid(TextPosition)
        case tooLarge
        case cancelled
    }

    /// The start of the first record.
    let start: Int
    /// The start of the record after the last one.
    let end: Int
    /// The piece of each field; `nil` for fields that are not needed.
    let pieces: [Piece?]
    let recordCount: Int
    /// The greatest number of cells in a record.
    let widest: Int
    let findings: TextFindings
    /// The indexes of the records that are empty lines.
    let emptyRecords: [Int]
    /// The start of the record with the first stray quote.
    let firstStrayRecord: Int?
    let failure: Failure?
}

/// Reads the records that begin in a part of a text, batch by batch, while each batch is still in the processor's
/// cache.
struct PartReader<Cells: CellGatherer>: ~Copyable {
    /// In bytes; a batch, its cells and the values of a field fit into the cache together.
    private static var batchSize: Int { 1 << 17 }
    /// Before a longer record, in bytes, is read, the reader checks that there is memory for it.
    private static var largeRecord: Int { 1 << 24 }
    /// The bytes of text between two checks that there is memory left.
    private static var stretch: Int { 1 << 23 }

    private let rules: LineRules
    private let start: Int
    private let limit: Int
    private let expectedSize: Int
    private let make: (Int) -> Cells?
    private let isCancelled: () -> Bool
    /// Text that has arrived and is still to be read.
    private var buffer = TextBuffer(capacity: batchSize + CellScanner.padding)
    private var end: Int
    private var batch: RecordBatch
    private var fields: [Cells?] = []
    /// The number of fields to gather.
    private var wantedCount = 0
    private(set) var recordCount = 0
    /// Where the next check for memory is due.
    private var nextCheck: Int
    private var findings = TextFindings()
    private var emptyRecords: [Int] = []
    private var firstStrayRecord: Int?
    private var failure: ReadPart<Cells.Piece>.Failure?

    /// - Parameters:
    ///   - start: where the first record begins.
    ///   - limit: where the part ends; records that begin here or later belong to other parts.
    ///   - rules: how lines become cells.
    ///   - usualWidth: how many cells the records of the text usually have.
    ///   - widthLimit: the largest number of cells read from a record.
    ///   - expectedSize: the expected size of the text in bytes; 0 if unknown.
    ///   - isCancelled: whether the reading was cancelled.
    ///   - make: creates the gatherer of a field's cells.
    init(
        start: Int, limit: Int, rules: LineRules, usualWidth: Int, widthLimit: Int, expectedSize: Int,
        isCancelled: @escaping () -> Bool, make: @escaping (Int) -> Cells?
    ) {
        self.start = start
        self.limit = limit
        self.rules = rules
        self.expectedSize = expectedSize
        self.make = make
        self.isCancelled = isCancelled
        end = start
        nextCheck = start + Self.stretch
        batch = RecordBatch(usualWidth: usualWidth, widthLimit: widthLimit)
        addFields()
    }

    /// Whether nothing is left to read.
    var isDone: Bool { end >= limit || failure != nil }

    /// The offset of the next bytes to read.
    var next: Int { end + buffer.count }

    /// Room for the next bytes; for a record longer than a batch, it grows each time.
    ///
    /// Empty if there is no memory for it.
    ///
    /// - Parameter most: how many bytes may come.
    mutating func room(most: Int = .max) -> UnsafeMutableBufferPointer<UInt8> {
        let isLarge = buffer.count >= Self.largeRecord
        let count = min(
            max(Self.batchSize - buffer.count, Self.batchSize / 2, isLarge ? buffer.count / 2 : buffer.count), most)
        if isLarge, !MemoryRoom.holds(buffer.count + count) {
            failure = .tooLarge
            return UnsafeMutableBufferPointer(start: nil, count: 0)
        }
        let start = buffer.room(for: count + CellScanner.padding)
        return UnsafeMutableBufferPointer(start: start, count: count)
    }

    /// Reads the complete records after `count` more bytes were put into the ``room()``.
    ///
    /// - Parameter isLast: whether the text ends after them.
    mutating func take(_ count: Int, isLast: Bool) {
        buffer.advance(by: count)
        while !isDone, buffer.count > 0 {
            let mayBeMore = takeBatch(isLast: isLast)
            if isCancelled() { failure = .cancelled }
            if !mayBeMore { break }
        }
        if isLast { return }
        if buffer.count > CellScanner.longestRecord { failure = failure ?? .tooLarge }
        // Data that is not text may have no line ends, and must be recognized without reading all of it.
        if buffer.count > Self.batchSize, failure == nil {
            failure = invalidByte(in: UnsafeBufferPointer(rebasing: buffer.bytes.dropLast(4)), wholeCharacters: false)
        }
    }

    /// Returns everything that was read.
    mutating func finished() -> ReadPart<Cells.Piece> {
        ReadPart(
            start: start, end: end, pieces: fields.map { $0?.finished() }, recordCount: recordCount,
            widest: batch.widest, findings: findings, emptyRecords: emptyRecords, firstStrayRecord: firstStrayRecord,
            failure: failure)
    }

    /// Reads a batch; returns whether there may be more complete records.
    private mutating func takeBatch(isLast: Bool) -> Bool {
        var marks = TextMarks()
        let text = buffer.bytes
        let scanner = CellScanner(text: text, rules, isWhole: isLast)
        guard makeRoom(for: scanner) else {
            failure = .tooLarge
            return false
        }
        let scanned = scanner.scan(upTo: limit - end, into: &batch, &marks)
        if scanned > 0 { take(UnsafeBufferPointer(rebasing: text[..<scanned]), marks) }
        buffer.removeFirst(scanned)
        end += scanned
        guard batch.isTooNarrow else { return batch.isFull }
        batch.widen()
        addFields()
        return true
    }

    /// Makes room for the cells of the records to come; returns false if there is no memory for them.
    private mutating func makeRoom(for scanner: CellScanner) -> Bool {
        let count = scanner.text.count
        guard count > RecordBatch.usualSize else {
            batch.begin(byteCount: count, longestRecord: count)
            return true
        }
        // Long records mostly have few cells.
        let cells = LongestRecord.cellCount(found: scanner)
        // The text of a cell may be needed twice more: without its quotes, and where it is kept.
        guard count < Self.largeRecord || MemoryRoom.holds(2 * count + 4 * cells) else { return false }
        batch.begin(byteCount: count, longestRecord: cells)
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
        if recordCount * wantedCount > CellLimit.count { failure = .tooLarge }
        if end + text.count > nextCheck {
            nextCheck = end + text.count + Self.stretch
            if !MemoryRoom.holdsTable(readFrom: end + text.count - self.start) { failure = .tooLarge }
        }
    }

    private func take(from start: UnsafePointer<UInt8>) {
        for field in fields.indices {
            guard let gatherer = fields[field] else { continue }
            let cells = batch.cells(ofField: field, in: start)
            if let missing = rules.missing { missing.emptied(cells, gatherer.take) } else { gatherer.take(cells) }
        }
    }

    /// Makes room for all records, judging by the first ones, which have this many bytes.
    private func reserve(_ byteCount: Int) {
        let expected = Double(expectedSize) / Double(byteCount) * Double(batch.recordCount) * 1.02
        guard expected > 1_000, expected * Double(wantedCount) < Double(CellLimit.count),
            MemoryRoom.holdsTable(readFrom: expectedSize)
        else { return }
        for cells in fields { cells?.reserve(Int(expected)) }
    }

    /// - Parameter wholeCharacters: whether the last character is complete.
    private func invalidByte(
        in text: UnsafeBufferPointer<UInt8>, wholeCharacters: Bool
    ) -> ReadPart<Cells.Piece>.Failure? {
        guard let invalid = UTF8Check.firstInvalidByte(text) else { return nil }
        if !wholeCharacters, invalid > text.count - 4 { return nil }
        return .invalid(TextPosition(of: invalid, in: text).moved(by: findings.lineCount))
    }

    /// Begins the fields by which the batch has become wider.
    private mutating func addFields() {
        for field in fields.count..<batch.width {
            let cells = make(field)
            cells?.takeEmpty(count: recordCount)
            if cells != nil { wantedCount += 1 }
            fields.append(cells)
        }
    }
}

/// Counts the cells of the longest record, so that room is made for no more than that.
private struct LongestRecord: RecordSink {
    private var count = 0
    private var most = 0

    /// The number of cells of the longest record that begins in a text, whether it ends there or not.
    static func cellCount(found scanner: CellScanner) -> Int {
        var longest = LongestRecord()
        var ignored = TextMarks()
        _ = scanner.scan(upTo: scanner.text.count, into: &longest, &ignored)
        return max(longest.most, longest.count)
    }

    mutating func startCell(at place: Int) {
        count &+= 1
    }

    mutating func endRecord(at place: Int) -> RecordVerdict {
        most = max(most, count)
        count = 0
        return .next
    }

    mutating func dropRecord() {
        most = max(most, count)
    }
}
