/// The steps of ``SeparatedText/read(_:options:progress:)``: find the cells, then read them a field at a time.
struct SeparatedTextReader {
    let text: [UInt8]
    let decoding: Decoding
    let options: SeparatedText.ReadingOptions
    let progress: (@Sendable (Double) -> Void)?

    /// Offsets are kept in 32 bits.
    private static let greatestSize = Int(UInt32.max) - 1
    /// Very uneven lines can stand for far more cells than there are bytes.
    private static let greatestCellCount = 500_000_000
    /// The share of the work that finding the cells is.
    private static let scanningShare = 0.3

    /// Where the cells are, and what sets them apart.
    struct Found {
        let index: CellIndex
        let separator: SeparatedText.Separator
    }

    func read() async throws(TextError) -> ImportedText {
        let found = try await findCells()
        let (header, columns) = try await readColumns(found.index)
        let names = header.map { FieldNames(header: $0) } ?? FieldNames(count: found.index.width)
        return ImportedText(
            table: try table(names: names.names, columns: columns),
            notices: decoding.notices + notices(found.index) + notices(names, found.index),
            separator: found.separator, hadHeader: header != nil, encoding: decoding.encoding)
    }

    func findCells() async throws(TextError) -> Found {
        guard text.count <= Self.greatestSize else { throw .tooLarge }
        let separator = text.withUnsafeBufferPointer { text in
            options.separator
                ?? .init(
                    detectedIn: UnsafeBufferPointer(rebasing: text[start...]), fileExtension: options.fileExtension)
        }
        let index = CellIndex(try await scan(separator: separator))
        try check(index)
        progress?(Self.scanningShare)
        return Found(index: index, separator: separator)
    }

    // MARK: Encoding

    /// Where the text begins: behind the byte order mark, if there is one.
    private var start: Int { text.starts(with: TextEncoding.Mark.utf8) ? TextEncoding.Mark.utf8.count : 0 }

    // MARK: Finding the cells

    private struct Part: Sendable {
        let cells: ScannedCells
        let invalidByte: Int?
    }

    /// Scans parts of the text at the same time, each from a line's start on.
    ///
    /// That a line's start is a record's start is a guess: the line end before it may be inside quotes. Where a part
    /// does not begin where the records before it end, it is scanned again from there.
    private func scan(separator: SeparatedText.Separator) async throws(TextError) -> [ScannedCells] {
        let (text, separator) = (text, separator.byte)
        let ranges = lineRanges()
        let parts = await Parallel.map(ranges) { range in
            text.withUnsafeBufferPointer { bytes in
                Part(
                    cells: CellScanner(text: bytes, separator: separator).scan(range),
                    invalidByte: UTF8Check.firstInvalidByte(UnsafeBufferPointer(rebasing: bytes[range]))
                        .map { $0 + range.lowerBound })
            }
        }
        var scanned: [ScannedCells] = []
        var end = start
        for (part, range) in zip(parts, ranges) {
            try checkCancellation()
            if let invalid = part.invalidByte { throw .notText(in: .utf8, from: position(of: invalid)) }
            if end >= range.upperBound { continue }
            let cells =
                part.cells.start == end
                ? part.cells
                : text.withUnsafeBufferPointer { bytes in
                    CellScanner(text: bytes, separator: separator).scan(end..<range.upperBound)
                }
            scanned.append(cells)
            end = cells.end
        }
        return scanned
    }

    /// The text in as many parts as there are processors, cut at line ends.
    private func lineRanges() -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var lower = start
        for part in Parallel.parts(of: text.count, atLeast: 1 << 20) where part.upperBound > lower {
            let lineEnd = text[(part.upperBound - 1)...].firstIndex(of: ASCII.lineFeed) ?? text.count - 1
            ranges.append(lower..<lineEnd + 1)
            lower = lineEnd + 1
        }
        return ranges
    }

    private func check(_ index: CellIndex) throws(TextError) {
        guard index.width <= Schema.fieldLimit else {
            throw .tooManyFields(found: index.width, limit: Schema.fieldLimit)
        }
        guard index.width * index.recordCount <= Self.greatestCellCount else { throw .tooLarge }
    }

    // MARK: Reading them

    /// The header's cells, if there is a header, and the columns of what comes after it.
    private func readColumns(_ index: CellIndex) async throws(TextError) -> (header: [String?]?, columns: [Column]) {
        let firstRecord = firstRecords(1, index).first ?? []
        let rule = HeaderRule(firstRecord: firstRecord)
        if options.header == .present && !firstRecord.isEmpty || options.header == .detected && rule.isPossible {
            let columns = try await columns(index, from: 1)
            if options.header == .present || rule.isHeader(over: columns.map(\.type)) { return (firstRecord, columns) }
        }
        return (nil, try await columns(index, from: 0))
    }

    /// The texts of the first records, at most `count`, header included.
    func firstRecords(_ count: Int, _ index: CellIndex) -> [[String?]] {
        text.withUnsafeBufferPointer { bytes in
            var reader = ScannedCellReader(text: bytes, index: index)
            return reader.firstRecords(count)
        }
    }

    /// The columns from the record `first` on.
    private func columns(_ index: CellIndex, from first: Int) async throws(TextError) -> [Column] {
        let types = options.types
        return try await readFields(Array(0..<index.width), index, from: first) { reader, field, count in
            switch types {
            case .detected: reader.column(ofField: field, from: first, count: count)
            case .text: reader.strings(inField: field, from: first, count: count).map(Column.string)
            }
        }
    }

    /// What `read` makes of each of the fields, several at the same time.
    ///
    /// It is called with the number of records from `first` on, and returns `nil` if the task was cancelled.
    func readFields<Cells: Sendable>(
        _ fields: [Int], _ index: CellIndex, from first: Int,
        _ read: @escaping @Sendable (_ reader: inout ScannedCellReader, _ field: Int, _ count: Int) -> Cells?
    ) async throws(TextError) -> [Cells] {
        let (text, progress) = (text, progress)
        let count = index.recordCount - min(first, index.recordCount)
        let done = ProgressCount(of: fields.count, from: Self.scanningShare)
        let columns = await Parallel.map(fields) { field in
            let cells = text.withUnsafeBufferPointer { bytes in
                var reader = ScannedCellReader(text: bytes, index: index)
                return read(&reader, field, count)
            }
            progress?(done.next())
            return cells
        }
        let complete = columns.compactMap(\.self)
        guard complete.count == columns.count else { throw .cancelled }
        return complete
    }

    private func table(names: [String], columns: [Column]) throws(TextError) -> RecordTable {
        do {
            return try RecordTable(schema: Schema(names: names, types: columns.map(\.type)), columns: columns)
        } catch {
            preconditionFailure("names and columns were made to fit: \(error)")
        }
    }

    // MARK: Telling

    /// What was met while the cells were found.
    func notices(_ index: CellIndex) -> [TextNotice] {
        text.withUnsafeBufferPointer { text in
            let found: [(TextNotice.Kind, Tally)] = [
                (.missingCells, index.shortRecords), (.extraCells, index.longRecords),
                (.strayQuote, index.strayQuotes), (.nulCharacter, index.nulBytes), (.emptyLine, index.emptyLines),
            ]
            return found.compactMap { TextNotice($0, $1, in: text) }
        }
    }

    private func notices(_ names: FieldNames, _ index: CellIndex) -> [TextNotice] {
        guard names.mended.count > 0 else { return [] }
        let first = headerCell(names.mended.first, index)
        return [TextNotice(kind: .mendedName, count: names.mended.count, first: position(of: first))]
    }

    /// Where a cell of the first record begins.
    func headerCell(_ field: Int, _ index: CellIndex) -> Int {
        guard let part = index.parts.first(where: { $0.recordCount > 0 }) else { return 0 }
        let cell = min(Int(part.recordStarts[0]) + field, Int(part.recordStarts[1]))
        return Int(part.cellStarts[cell])
    }

    func position(of offset: Int) -> TextPosition {
        text.withUnsafeBufferPointer { TextPosition(of: offset, in: $0) }
    }

    private func checkCancellation() throws(TextError) {
        if Task.isCancelled { throw .cancelled }
    }
}
