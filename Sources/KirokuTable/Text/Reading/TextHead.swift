/// What must be known about a text before its records can be read.
struct TextHead: Sendable {
    /// A record as it is in the text.
    struct Record: Sendable {
        let cells: [String?]
        /// The start of the first cell, in bytes.
        let start: Int
        /// The start of the next record.
        let end: Int
    }

    /// How many bytes of a text are examined to detect its separator.
    static let sampleSize = 1 << 16

    /// The largest number of cells in a first record, whichever of them are read.
    private static let mostCells = 1 << 20

    let rules: LineRules
    /// How many records are enough; `nil` for all.
    let enoughRecords: Int?
    /// Whether a line before the table names the separator.
    let namesSeparator: Bool
    /// The first record that is not an empty line.
    let first: Record?
    /// The cells of the following records, as far as needed to recognise a header.
    let sample: [[String?]]
    /// The header's cell for each column; `nil` if the first record is not a header.
    ///
    /// If all records have one more cell, as in tables written by R, the first column holds the names of the rows.
    let header: [String?]?
    /// Whether the first record is a header, and not only because its texts look like names.
    let isHeaderEvident: Bool
    /// The number of empty lines before the first record.
    let emptyLineCount: Int
    /// What was found in these lines.
    let findingsBeforeFirst: TextFindings
    /// What was found in these lines and in the first record.
    let findingsBehindFirst: TextFindings
    /// The positions of the first record's cells, and of the next record.
    private let positions: [TextPosition]

    /// How many cells the records of the text usually have.
    var usualWidth: Int { max(header?.count ?? first?.cells.count ?? 0, 1) }

    /// The position of a cell of the first record; the position after the last cell if there are fewer.
    func position(ofCell cell: Int) -> TextPosition {
        positions.isEmpty ? TextPosition(line: 1, column: 1) : positions[min(cell, positions.count - 1)]
    }

    /// Examines the beginning of a text; `nil` if more of it is needed.
    ///
    /// Text in UTF-16, UTF-32 or ISO-2022-JP is rejected as not UTF-8, although its bytes would be valid.
    ///
    /// - Parameters:
    ///   - buffer: the first bytes of the text; after them, ``CellScanner/padding`` more are readable.
    ///   - isWhole: whether these are all bytes.
    ///   - options: what is known about the text.
    /// - Throws: ``TextError/notText(in:from:)``.
    init?(
        of buffer: UnsafeBufferPointer<UInt8>, isWhole: Bool, options: SeparatedText.ReadingOptions
    ) throws(TextError) {
        guard isWhole || buffer.count >= Self.sampleSize + TextEncoding.Mark.utf8.count else { return nil }
        let isOther =
            WideText(Array(buffer.prefix(WideText.sampleSize))) != nil
            || TextEncoding.firstJapaneseEscape(in: Array(buffer.prefix(Self.sampleSize))) != nil
        if options.encoding == nil, isOther {
            throw .notText(in: .utf8, from: TextPosition(line: 1, column: 1))
        }
        guard let title = TableStart(of: buffer, isWhole: isWhole, options) else { return nil }
        namesSeparator = title.namesSeparator
        rules = title.rules
        enoughRecords = options.enoughRecords
        let start = title.end
        let text = UnsafeBufferPointer(rebasing: buffer[start...])
        var firstRecord = FirstRecord(limit: Self.mostCells)
        var marks = TextMarks()
        let end = CellScanner(text: text, rules, isWhole: isWhole)
            .scan(upTo: text.count, into: &firstRecord, &marks)
        let tail = UnsafeBufferPointer(rebasing: text[end...])
        guard firstRecord.cellCount <= Self.mostCells else {
            throw .tooManyFields(found: firstRecord.cellCount, limit: Schema.fieldLimit)
        }
        // It only matters whether a record has more cells than the first.
        let mostSampled = max(firstRecord.cellCount, Schema.fieldLimit) + 2
        var secondRecord = FirstRecord(
            limit: mostSampled, takesEmptyLine: firstRecord.cellCount == 1 && !options.leavesOutEmptyLines)
        var ignored = TextMarks()
        let secondEnd = CellScanner(text: tail, rules, isWhole: isWhole)
            .scan(upTo: tail.count, into: &secondRecord, &ignored)
        let isDecided = firstRecord.isFound && secondRecord.isFound
        let scanned = UnsafeBufferPointer(rebasing: text[..<(isDecided ? end + secondEnd : text.count)])
        if let invalid = UTF8Check.firstInvalidByte(scanned), isDecided || isWhole || invalid < scanned.count - 3 {
            throw .notText(in: .utf8, from: TextPosition(of: invalid, in: text).moved(by: title.lineCount))
        }
        guard isWhole || isDecided else { return nil }
        emptyLineCount = options.leavesOutEmptyLines ? 0 : firstRecord.emptyLines.count
        var findings = TextFindings()
        findings.titleLines = title.titleLines
        findings.comments = title.comments
        findings.emptyLines.add(firstRecord.emptyLines, in: text, after: title.lineCount)
        findings.lineCount = title.lineCount + TextPosition(of: firstRecord.start, in: text).line - 1
        findingsBeforeFirst = findings
        findings.lineCount = title.lineCount
        findings.add(marks, in: text)
        findingsBehindFirst = findings
        guard firstRecord.isFound else {
            (first, positions, sample, header, isHeaderEvident) = (nil, [], [], nil, false)
            return
        }
        let cells = firstRecord.cells(in: text)
        first = Record(cells: cells, start: start + firstRecord.start, end: start + end)
        positions = firstRecord.positions(in: text, end: end).map { $0.moved(by: title.lineCount) }
        let second = secondRecord.isFound ? [secondRecord.cells(in: tail, longest: FirstRecord.longestSample)] : []
        guard options.header != .absent else {
            (sample, header, isHeaderEvident) = (second, nil, false)
            return
        }
        // A text that arrives in pieces must be read like the same text in a file.
        let rest = tail[secondEnd..<max(secondEnd, min(text.count, Self.sampleSize) - end)]
        sample =
            second
            + FirstRecord.all(
                in: UnsafeBufferPointer(rebasing: rest), rules, count: HeaderRule.sampleCount - 1,
                mostCells: mostSampled, isWhole: isWhole && rest.endIndex == tail.endIndex
            ).map(\.cells)
        let isOneMore = !sample.isEmpty && sample.allSatisfy { $0.count == cells.count + 1 }
        let names = isOneMore && cells.count > 1 ? [nil] + cells : cells
        let rule = HeaderRule(first: names, below: sample)
        header = options.header == .present || rule.isHeader ? names : nil
        isHeaderEvident = rule.isEvident
    }
}
