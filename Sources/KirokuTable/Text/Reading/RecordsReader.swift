/// What was read from all records of a text.
struct ReadRecords<Piece: Sendable>: Sendable {
    /// The pieces of each field, in order; `nil` for fields that are not needed.
    var fields: [[Piece]?]
    private(set) var recordCount = 0
    /// The greatest number of cells in a record.
    private(set) var width: Int
    private(set) var findings: TextFindings
    /// Whether the text was read to its end, rather than up to a number of records.
    var isWhole = true
    /// The indexes of the records that are empty lines, in order.
    var emptyRecords: [Int] = []
    private(set) var firstStrayRecord: Int?

    /// Creates an empty result.
    ///
    /// - Parameters:
    ///   - width: the least number of cells in a record.
    ///   - findings: what was found before the first record.
    init(width: Int, findings: TextFindings) {
        self.width = width
        self.findings = findings
        fields = []
    }

    /// Adds the records that follow.
    ///
    /// - Parameter empty: creates a piece of empty cells for a field; `nil` if the field is not needed.
    mutating func add(_ part: ReadPart<Piece>, empty: (_ field: Int, _ count: Int) -> Piece?) throws(TextError) {
        switch part.failure {
        case .invalid(let position): throw .notText(in: .utf8, from: position.moved(by: findings.lineCount))
        case .tooLarge: throw .tooLarge
        case .cancelled: throw .cancelled
        case nil: break
        }
        if fields.isEmpty {
            fields = part.pieces.map { $0.map { [$0] } }
        } else {
            append(part, empty)
        }
        emptyRecords += part.emptyRecords.map { $0 + recordCount }
        firstStrayRecord = firstStrayRecord ?? part.firstStrayRecord
        findings.add(part.findings)
        width = max(width, part.widest)
        recordCount += part.recordCount
    }

    private mutating func append(_ part: ReadPart<Piece>, _ empty: (_ field: Int, _ count: Int) -> Piece?) {
        for field in 0..<max(fields.count, part.pieces.count) {
            if field == fields.count { fields.append(empty(field, recordCount).map { [$0] }) }
            let piece = field < part.pieces.count ? part.pieces[field] : empty(field, part.recordCount)
            if let piece { fields[field]?.append(piece) }
        }
    }

    /// Rejects a table with too many cells.
    func check() throws(TextError) {
        guard fields.count(where: { $0 != nil }) * recordCount <= CellLimit.count else { throw .tooLarge }
    }
}

/// Reads all records of a text from an offset on, in several parts at once.
struct RecordsReader<Cells: CellGatherer>: Sendable {
    let source: TextSource
    let rules: LineRules
    /// The start of the first record.
    let start: Int
    let usualWidth: Int
    /// The largest number of cells read from a record.
    let widthLimit: Int
    /// How many records are enough: reading from the beginning then stops after them; `nil` for all.
    let enough: Int?
    let progress: (@Sendable (Double) -> Void)?
    /// Creates the gatherer of a field's cells; `nil` if the field is not needed.
    let make: @Sendable (Int) -> Cells?

    /// - Parameter findings: what was found before the first record.
    func read(after findings: TextFindings) async throws(TextError) -> ReadRecords<Cells.Piece> {
        let ranges = enough == nil ? await BlockingIO.run { lineRanges() } : [start..<max(start, source.size)]
        let done = ProgressCount(of: max(1, source.size - start), from: 0)
        let stop = StopFlag()
        let result = await withTaskCancellationHandler { () async -> Result<ReadRecords<Cells.Piece>, TextError> in
            do throws(TextError) {
                return .success(try await read(ranges, after: findings, done, stop))
            } catch {
                return .failure(error)
            }
        } onCancel: {
            stop.set()
        }
        return try result.get()
    }

    private func read(
        _ ranges: [Range<Int>], after findings: TextFindings, _ done: ProgressCount, _ stop: StopFlag
    ) async throws(TextError) -> ReadRecords<Cells.Piece> {
        let parts = await Parallel.mapPatiently(ranges) { read($0, done, stop) }
        var records = ReadRecords<Cells.Piece>(width: usualWidth, findings: findings)
        var end = start
        // A line's start is assumed to be a record's start, but the line end before it may be inside quotes. A part
        // that does not begin where the records before it end is read again from there.
        for (part, range) in zip(parts, ranges) where end < range.upperBound || range.isEmpty {
            var part = part
            if part.start != end {
                let rest = end..<range.upperBound
                part = await BlockingIO.run { read(rest, done, stop) }
            }
            try records.add(part) { field, count in Self.empty(make(field), count) }
            end = part.end
        }
        if Task.isCancelled { throw .cancelled }
        records.isWhole = enough == nil || end >= source.size
        try records.check()
        progress?(1)
        return records
    }

    /// A piece of empty cells.
    static func empty(_ cells: Cells?, _ count: Int) -> Cells.Piece? {
        cells?.takeEmpty(count: count)
        return cells?.finished()
    }

    private func read(_ range: Range<Int>, _ done: ProgressCount, _ stop: StopFlag) -> ReadPart<Cells.Piece> {
        var reader = PartReader(
            start: range.lowerBound, limit: range.upperBound, rules: rules, usualWidth: usualWidth,
            widthLimit: widthLimit,
            // All other parts will be appended to the first.
            expectedSize: enough != nil ? 0 : range.lowerBound == start ? source.size - start : range.count,
            isCancelled: { stop.isSet }, make: make)
        while !reader.isDone, reader.recordCount < enough ?? .max {
            // One more byte would show that the text continues.
            let room = reader.room(most: max(0, source.size - reader.next) + 1)
            let count = source.read(into: room, at: reader.next)
            reader.take(count, isLast: count < room.count)
            progress?(done.next(count))
            if count < room.count || room.isEmpty { break }
        }
        return reader.finished()
    }

    /// Splits the text at line ends into as many parts as there are processors.
    private func lineRanges() -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var lower = start
        for part in Parallel.parts(of: source.size, atLeast: 1 << 20) where part.upperBound > lower {
            let end = part.upperBound == source.size ? source.size : lineStart(from: part.upperBound - 1)
            ranges.append(lower..<end)
            lower = end
        }
        return ranges.isEmpty ? [start..<start] : ranges
    }

    /// The offset after the first line feed from `place` on, or the end of the text.
    private func lineStart(from place: Int) -> Int {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 16) { piece in
            var place = place
            while place < source.size {
                let count = source.read(into: piece, at: place)
                if let found = piece[..<count].firstIndex(of: ASCII.lineFeed) { return place + found + 1 }
                guard count > 0 else { break }
                place += count
            }
            return source.size
        }
    }
}
