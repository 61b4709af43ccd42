/// Where the table of a text begins, and the rules for its lines.
///
/// There may be lines to skip above the table: `sep=;`, which tells Excel the separator, and, unless the number of
/// lines to skip is given, comments and titles:
///
/// - Lines that begin with `#` are comments, there and anywhere below. The last of them is the header if it has as many
///   cells as the records, as "#chrom,start,end" has, and the line below it is not a header itself. If records begin
///   with `#`, no line is a comment.
/// - A title is a line with one filled cell where the records have several, above an empty line or a header ("Sales
///   2024,,"). Several such lines may have up to half of their cells filled if an empty line and a header follow, as in
///   bank statements.
struct TableStart {
    /// The start of the table, in bytes.
    private(set) var end: Int
    private(set) var lineCount = 0
    private(set) var rules: LineRules
    /// Whether a line before the table names the separator.
    private(set) var namesSeparator = false
    /// The lines above the table that were taken for its title.
    private(set) var titleLines = PlacedTally()
    /// The comments above the table.
    private(set) var comments = PlacedTally()

    /// How many records are examined.
    private static let sampleCount = 64
    private static let comment = UInt8(ascii: "#")

    /// Examines the beginning of a text; `nil` if more of it is needed.
    ///
    /// After the buffer, ``CellScanner/padding`` more bytes must be readable.
    init?(of buffer: UnsafeBufferPointer<UInt8>, isWhole: Bool, _ options: SeparatedText.ReadingOptions) {
        end = buffer.starts(with: TextEncoding.Mark.utf8) ? TextEncoding.Mark.utf8.count : 0
        while lineCount < options.skippedLines ?? 0, end < buffer.count {
            guard let next = Self.lineEnd(from: end, in: buffer, isWhole) else { return nil }
            end = next
            lineCount += 1
        }
        let named = Self.separator(named: &end, in: buffer, isWhole, options)
        if named != nil { lineCount += 1 }
        namesSeparator = named != nil
        let findsLines = options.skippedLines == nil && options.comment == nil
        var commentLines: [Int] = []
        if findsLines {
            guard let lines = Self.commentLines(from: end, in: buffer, isWhole) else { return nil }
            // If every line begins this way, they are records.
            commentLines = lines.last.map { $0 < min(buffer.count, TextHead.sampleSize) } ?? false ? lines : []
        }
        let text = UnsafeBufferPointer(rebasing: buffer[(commentLines.last ?? end)...])
        rules = LineRules(
            separator: options.separator ?? named
                ?? SeparatedText.Separator(
                    detectedIn: text, isWhole: isWhole, comment: options.comment, fileExtension: options.fileExtension),
            comment: options.comment, missing: MissingTexts(options.missing))
        guard findsLines else { return }
        passComments(commentLines, in: buffer, isWhole)
        passTitle(in: buffer, isWhole)
    }

    /// The separator that a line names; moves `place` past that line.
    private static func separator(
        named place: inout Int, in buffer: UnsafeBufferPointer<UInt8>, _ isWhole: Bool,
        _ options: SeparatedText.ReadingOptions
    ) -> SeparatedText.Separator? {
        guard buffer.count - place > 4, options.separator == nil || buffer[place + 4] == options.separator?.byte,
            buffer[place..<place + 4].elementsEqual("sep=".utf8),
            let named = SeparatedText.Separator(Character(Unicode.Scalar(buffer[place + 4]))),
            let next = lineEnd(from: place + 5, in: buffer, isWhole),
            buffer[place + 5..<next].allSatisfy({ $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn })
        else { return nil }
        place = next
        return named
    }

    /// The ends of the comments with which the text begins at a place; `nil` if more of the text is needed.
    private static func commentLines(
        from place: Int, in buffer: UnsafeBufferPointer<UInt8>, _ isWhole: Bool
    ) -> [Int]? {
        var ends: [Int] = []
        var place = place
        while place < min(buffer.count, TextHead.sampleSize), buffer[place] == comment {
            guard let next = lineEnd(from: place, in: buffer, isWhole) else { return nil }
            ends.append(next)
            place = next
        }
        return ends
    }

    /// Moves past the comments above the table, and decides whether lines below them are comments, too.
    private mutating func passComments(_ ends: [Int], in buffer: UnsafeBufferPointer<UInt8>, _ isWhole: Bool) {
        guard let last = ends.last else { return }
        let lastStart = ends.count > 1 ? ends[ends.count - 2] : end
        let below = records(from: last, in: buffer, isWhole).map(\.cells)
        guard !below.isEmpty else { return }
        let width = below.first?.count ?? 0
        let isData = below.contains { $0.count == width && width > 1 && $0[0]?.utf8.first == Self.comment }
        let lastCells = records(from: lastStart, in: buffer, isWhole, count: 1).first?.cells ?? []
        let isHeader =
            width > 1 && lastCells.count == width && lastCells[0]?.hasPrefix("##") == false
            && !HeaderRule(first: below[0], below: Array(below.dropFirst())).isEvident
        let passed = isHeader ? ends.count - 1 : ends.count
        guard !isData, passed > 0 || !isHeader else { return }
        for _ in 0..<passed { comments.add(at: TextPosition(line: lineCount + comments.count + 1, column: 1)) }
        end = passed > 0 ? ends[passed - 1] : end
        lineCount += passed
        if !isHeader { rules.comment = Self.comment }
    }

    private mutating func passTitle(in buffer: UnsafeBufferPointer<UInt8>, _ isWhole: Bool) {
        let records = records(from: end, in: buffer, isWhole)
        guard let first = Self.firstRecord(of: records.map { ($0.cells, $0.isBehindGap) }), first > 0 else { return }
        let start = end + records[first].start
        let above = UnsafeBufferPointer(rebasing: buffer[end..<start])
        let count = TextPosition(of: above.count, in: above).line - 1
        titleLines.add(at: TextPosition(line: lineCount + 1, column: 1), count: count)
        (end, lineCount) = (start, lineCount + count)
    }

    /// The place of the record with which the table begins, among the first records of a text, each with whether there
    /// are empty lines above it; `nil` if there is no sign of a title.
    private static func firstRecord(of records: [(cells: [String?], isBehindGap: Bool)]) -> Int? {
        let filled = records.map { record in record.cells.count { ColumnSample.content($0) != nil } }
        let tallies = Dictionary(records.map { ($0.cells.count, 1) }, uniquingKeysWith: +)
        guard let width = tallies.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key, width > 1,
            let first = records.indices.first(where: { place in
                abs(records[place].cells.count - width) <= 1 && filled[place] >= max(2, (width + 1) / 2)
            }), first > 0, first + 1 < records.count
        else { return nil }
        let rule = HeaderRule(first: records[first].cells, below: records[(first + 1)...].map(\.cells))
        let isBehindGap = records[first].isBehindGap || filled[first - 1] == 0
        if filled[..<first].allSatisfy({ $0 <= 1 }) {
            return isBehindGap || rule.isHeader && (width > 2 || rule.isEvident) ? first : nil
        }
        return isBehindGap && rule.isHeader ? first : nil
    }

    private func records(
        from start: Int, in buffer: UnsafeBufferPointer<UInt8>, _ isWhole: Bool, count: Int = sampleCount
    ) -> [(cells: [String?], start: Int, isBehindGap: Bool)] {
        // A text that arrives in pieces must be read like the same text in a file.
        let end = max(start, min(buffer.count, TextHead.sampleSize))
        return FirstRecord.all(
            in: UnsafeBufferPointer(rebasing: buffer[start..<end]), rules, count: count,
            mostCells: Schema.fieldLimit, isWhole: isWhole && end == buffer.count)
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
