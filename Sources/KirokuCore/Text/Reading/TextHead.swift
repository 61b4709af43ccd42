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

    /// The most cells of a first record, whichever of them are read.
    private static let mostCells = 1 << 20

    /// How much of a cell is examined to tell what the first record is, in bytes.
    private static let longestSample = 1 << 13

    let rules: LineRules
    /// Whether a line before the table names the separator.
    let namesSeparator: Bool
    /// The first record that is not an empty line.
    let first: Record?
    /// The cells of the records after it, as far as they are needed to recognize a header.
    let sample: [[String?]]
    /// The header's cell for each column; `nil` if the first record is not a header.
    ///
    /// If all records have one more cell, as in tables written by R, the first column holds the names of the rows.
    let header: [String?]?
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
        guard let title = TitleLines(of: buffer, isWhole: isWhole, options) else { return nil }
        namesSeparator = title.separator != nil
        let start = title.end
        let text = UnsafeBufferPointer(rebasing: buffer[start...])
        rules = LineRules(
            separator: options.separator ?? title.separator
                ?? SeparatedText.Separator(
                    detectedIn: text, isWhole: isWhole, comment: options.comment, fileExtension: options.fileExtension),
            comment: options.comment, missing: MissingTexts(options.missing))
        var firstRecord = FirstRecord(limit: Self.mostCells)
        var marks = TextMarks()
        let end = CellScanner(text: text, rules, isWhole: isWhole)
            .scan(upTo: text.count, into: &firstRecord, &marks)
        let tail = UnsafeBufferPointer(rebasing: text[end...])
        guard firstRecord.cellCount <= Self.mostCells else {
            throw .tooManyFields(found: firstRecord.cellCount, limit: Schema.fieldLimit)
        }
        // All that counts is whether a record has more cells than the first.
        let mostSampled = max(firstRecord.cellCount, Schema.fieldLimit) + 2
        var secondRecord = FirstRecord(
            limit: mostSampled, takesEmptyLine: firstRecord.cellCount == 1 && !options.leavesOutEmptyLines)
        var ignored = TextMarks()
        let secondEnd = CellScanner(text: tail, rules, isWhole: isWhole)
            .scan(upTo: tail.count, into: &secondRecord, &ignored)
        let isTold = firstRecord.isFound && secondRecord.isFound
        let scanned = UnsafeBufferPointer(rebasing: text[..<(isTold ? end + secondEnd : text.count)])
        if let invalid = UTF8Check.firstInvalidByte(scanned), isTold || isWhole || invalid < scanned.count - 3 {
            throw .notText(in: .utf8, from: TextPosition(of: invalid, in: text).moved(by: title.lineCount))
        }
        guard isWhole || isTold else { return nil }
        emptyLineCount = options.leavesOutEmptyLines ? 0 : firstRecord.emptyLines.count
        var findings = TextFindings()
        findings.emptyLines.add(firstRecord.emptyLines, in: text, after: title.lineCount)
        findings.lineCount = title.lineCount + TextPosition(of: firstRecord.start, in: text).line - 1
        findingsBeforeFirst = findings
        findings.lineCount = title.lineCount
        findings.add(marks, in: text)
        findingsBehindFirst = findings
        guard firstRecord.isFound else {
            (first, positions, sample, header) = (nil, [], [], nil)
            return
        }
        let cells = firstRecord.cells(in: text)
        first = Record(cells: cells, start: start + firstRecord.start, end: start + end)
        positions = firstRecord.positions(in: text, end: end).map { $0.moved(by: title.lineCount) }
        let second = secondRecord.isFound ? [secondRecord.cells(in: tail, longest: Self.longestSample)] : []
        guard options.header != .absent else {
            (sample, header) = (second, nil)
            return
        }
        // A text that arrives in pieces must be read like the same text in a file.
        let rest = tail[secondEnd..<max(secondEnd, min(text.count, Self.sampleSize) - end)]
        sample =
            second
            + Self.records(
                in: UnsafeBufferPointer(rebasing: rest), rules, mostCells: mostSampled,
                isWhole: isWhole && rest.endIndex == tail.endIndex)
        let isOneMore = !sample.isEmpty && sample.allSatisfy { $0.count == cells.count + 1 }
        let names = isOneMore && cells.count > 1 ? [nil] + cells : cells
        header = options.header == .present || HeaderRule(first: names, below: sample).isHeader ? names : nil
    }

    /// The next records, which the first is compared with.
    private static func records(
        in text: UnsafeBufferPointer<UInt8>, _ rules: LineRules, mostCells: Int, isWhole: Bool
    ) -> [[String?]] {
        var records: [[String?]] = []
        var start = 0
        var ignored = TextMarks()
        while start < text.count, records.count + 1 < HeaderRule.sampleCount {
            let rest = UnsafeBufferPointer(rebasing: text[start...])
            var record = FirstRecord(limit: mostCells)
            start += CellScanner(text: rest, rules, isWhole: isWhole)
                .scan(upTo: rest.count, into: &record, &ignored)
            guard record.isFound else { break }
            records.append(record.cells(in: rest, longest: Self.longestSample))
        }
        return records
    }
}

/// The lines before the table: those to skip, and `sep=;`, which tells Excel the separator.
private struct TitleLines {
    /// The start of the table, in bytes.
    private(set) var end: Int
    private(set) var lineCount = 0
    /// The separator that the text names.
    private(set) var separator: SeparatedText.Separator?

    /// Examines the beginning of a text; `nil` if more of it is needed.
    init?(of buffer: UnsafeBufferPointer<UInt8>, isWhole: Bool, _ options: SeparatedText.ReadingOptions) {
        end = buffer.starts(with: TextEncoding.Mark.utf8) ? TextEncoding.Mark.utf8.count : 0
        while lineCount < options.skippedLines, end < buffer.count {
            guard let next = Self.lineEnd(from: end, in: buffer, isWhole) else { return nil }
            end = next
            lineCount += 1
        }
        guard buffer.count - end > 4, options.separator == nil || buffer[end + 4] == options.separator?.byte,
            buffer[end..<end + 4].elementsEqual("sep=".utf8),
            let named = SeparatedText.Separator(Character(Unicode.Scalar(buffer[end + 4]))),
            let next = Self.lineEnd(from: end + 5, in: buffer, isWhole),
            buffer[end + 5..<next].allSatisfy({ $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn })
        else { return }
        separator = named
        end = next
        lineCount += 1
    }

    /// The start of the next line.
    private static func lineEnd(
        from place: Int, in buffer: UnsafeBufferPointer<UInt8>, _ isWhole: Bool
    ) -> Int? {
        guard let end = buffer[place...].firstIndex(where: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn })
        else { return isWhole ? buffer.count : nil }
        let next = end + 1
        guard buffer[end] == ASCII.carriageReturn else { return next }
        guard next < buffer.count else { return isWhole ? next : nil }
        return buffer[next] == ASCII.lineFeed ? next + 1 : next
    }
}

/// Receives the first record of a text that is not an empty line.
private struct FirstRecord: RecordSink, ~Copyable {
    private let takesEmptyLine: Bool
    /// Further cells are only counted.
    private let limit: Int
    private var starts: [Int] = []
    private var end = 0
    private(set) var isFound = false
    private(set) var emptyLines = Tally()

    init(limit: Int, takesEmptyLine: Bool = false) {
        self.limit = limit
        self.takesEmptyLine = takesEmptyLine
    }

    private(set) var cellCount = 0

    var start: Int { starts.first ?? 0 }

    mutating func startCell(at place: Int) {
        cellCount += 1
        if starts.count < limit { starts.append(place) }
    }

    mutating func endRecord(at place: Int) -> RecordVerdict {
        if cellCount == 1, starts[0] == place, !takesEmptyLine {
            emptyLines.add(at: place)
            dropRecord()
            return .next
        }
        end = place
        isFound = true
        return .stop
    }

    mutating func dropRecord() {
        starts = []
        cellCount = 0
    }

    /// - Parameter longest: longer cells are cut to so many bytes.
    func cells(in text: UnsafeBufferPointer<UInt8>, longest: Int = .max) -> [String?] {
        var unquoted = TextBuffer()
        return starts.indices.map { cell in
            let raw = raw(cell, in: text)
            guard let byte = raw.first else { return nil }
            if raw.count > longest {
                let start = byte == ASCII.quote ? raw[1...] : raw[...]
                return String(decoding: start.prefix(longest), as: UTF8.self)
            }
            let content = byte == ASCII.quote ? QuotedCell.content(of: raw, &unquoted) : raw
            return String(decoding: content, as: UTF8.self)
        }
    }

    private func raw(_ cell: Int, in text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let cellEnd = cell + 1 < starts.count ? starts[cell + 1] - 1 : end
        return UnsafeBufferPointer(rebasing: text[starts[cell]..<max(cellEnd, starts[cell])])
    }

    func positions(in text: UnsafeBufferPointer<UInt8>, end: Int) -> [TextPosition] {
        var place = 0
        var position = TextPosition(line: 1, column: 1)
        return (starts + [end]).map { start in
            let between = UnsafeBufferPointer(rebasing: text[place..<start])
            position = TextPosition(of: between.count, in: between).behind(position)
            place = start
            return position
        }
    }
}
