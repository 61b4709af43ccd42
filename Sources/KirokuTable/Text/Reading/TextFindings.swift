/// How many findings of a kind a text has, and the position of the first.
struct PlacedTally: Sendable {
    private(set) var count = 0
    private(set) var first = TextPosition(line: 1, column: 1)

    /// Adds findings at a position.
    mutating func add(at place: TextPosition, count: Int = 1) {
        if self.count == 0 { first = place }
        self.count += count
    }

    /// Adds later findings, counted in a text that begins after `lineCount` lines.
    mutating func add(_ later: PlacedTally, after lineCount: Int) {
        guard later.count > 0 else { return }
        if count == 0 { first = later.first.moved(by: lineCount) }
        count += later.count
    }

    /// Adds findings counted by offsets into `text`, which begins after `lineCount` lines.
    mutating func add(_ tally: Tally, in text: UnsafeBufferPointer<UInt8>, after lineCount: Int) {
        guard tally.count > 0 else { return }
        if count == 0 { first = TextPosition(of: tally.first, in: text).moved(by: lineCount) }
        count += tally.count
    }
}

/// The findings while reading a text.
struct TextFindings: Sendable {
    var shortRecords = PlacedTally()
    var longRecords = PlacedTally()
    var strayQuotes = PlacedTally()
    var escapedQuotes = PlacedTally()
    var nulBytes = PlacedTally()
    var emptyLines = PlacedTally()
    var titleLines = PlacedTally()
    var comments = PlacedTally()
    var lineCount = 0

    /// Adds what was found in the text that follows.
    mutating func add(_ later: TextFindings) {
        shortRecords.add(later.shortRecords, after: lineCount)
        longRecords.add(later.longRecords, after: lineCount)
        strayQuotes.add(later.strayQuotes, after: lineCount)
        escapedQuotes.add(later.escapedQuotes, after: lineCount)
        nulBytes.add(later.nulBytes, after: lineCount)
        emptyLines.add(later.emptyLines, after: lineCount)
        comments.add(later.comments, after: lineCount)
        lineCount += later.lineCount
    }

    /// Adds what was found in `text`, which follows.
    mutating func add(_ marks: TextMarks, in text: UnsafeBufferPointer<UInt8>) {
        strayQuotes.add(marks.strayQuotes, in: text, after: lineCount)
        escapedQuotes.add(marks.escapedQuotes, in: text, after: lineCount)
        nulBytes.add(marks.nulBytes, in: text, after: lineCount)
        comments.add(marks.comments, in: text, after: lineCount)
        lineCount += marks.lineCount
    }

    /// The findings as notices, without empty lines if these are cells.
    ///
    /// - Parameter findsComments: whether comments were found rather than asked for.
    func notices(ofSeveralFields: Bool, findsComments: Bool) -> [TextNotice] {
        let found: [(TextNotice.Kind, PlacedTally)] = [
            (.titleLine, titleLines), (.comment, findsComments ? comments : PlacedTally()),
            (.missingCells, shortRecords), (.extraCells, longRecords), (.strayQuote, strayQuotes),
            (.escapedQuote, escapedQuotes),
            (.nulCharacter, nulBytes), (.emptyLine, ofSeveralFields ? emptyLines : PlacedTally()),
        ]
        return found.filter { $0.1.count > 0 }.map { TextNotice(kind: $0.0, count: $0.1.count, first: $0.1.first) }
    }
}
