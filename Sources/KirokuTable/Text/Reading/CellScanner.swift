import Glibc

/// Receives the cells that a ``CellScanner`` finds, record by record.
protocol RecordSink: ~Copyable {
    /// A cell begins at `place`; the first one after a record's end begins the next record.
    mutating func startCell(at place: Int)
    /// The record's last cell ends at `place`.
    mutating func endRecord(at place: Int) -> RecordVerdict
    /// The current record is incomplete.
    mutating func dropRecord()
}

/// How the scan continues after a record.
enum RecordVerdict {
    case next
    /// No more records.
    case stop
    /// No more records, and this one is rejected: the scan ends before it.
    case refuse
}

/// Finds the cells of separated text without reading their contents.
///
/// A line ends with LF, CR LF or a lone CR. A cell is quoted if its first byte is `"` and its closing quote is followed
/// by a separator, a line end or the end of the text; separators and line ends inside then do not count. A cell that
/// begins with `"` but is not closed in that way is an ordinary cell, so a stray quote affects only its own cell.
struct CellScanner {
    /// How many bytes after the end of ``text`` must be readable, whatever they are.
    static let padding = 64

    /// The greatest size of a record in bytes.
    static let longestRecord = 1 << 30

    /// The text, which begins with a record.
    let text: UnsafeBufferPointer<UInt8>
    let separator: UInt8
    /// The byte that begins comment lines; `nil` if there are none.
    let comment: UInt8?
    /// Whether ``text`` extends to the end of the whole text.
    ///
    /// If not, a record without a certain end is left for later.
    let isWhole: Bool

    /// Passes the records that begin before `limit` to `sink`, and counts other findings in them in `marks`.
    ///
    /// Returns the start of the first record that was not passed.
    func scan<Sink: RecordSink & ~Copyable>(upTo limit: Int, into sink: inout Sink, _ marks: inout TextMarks) -> Int {
        // Compiled three times: a tab needs no separate search, and few texts have comments.
        if comment != nil { return scan(upTo: limit, into: &sink, &marks, isTab: false, hasComments: true) }
        return separator == ASCII.tab
            ? scan(upTo: limit, into: &sink, &marks, isTab: true, hasComments: false)
            : scan(upTo: limit, into: &sink, &marks, isTab: false, hasComments: false)
    }

    @inline(__always)
    private func scan<Sink: RecordSink & ~Copyable>(
        upTo limit: Int, into sink: inout Sink, _ marks: inout TextMarks, isTab: Bool, hasComments: Bool
    ) -> Int {
        guard limit > 0, text.count > 0 else { return 0 }
        var start = 0
        var inRecord = TextMarks()
        if hasComments, !skipComments(&start, &marks) || start >= limit { return start }
        guard var position = beginCell(at: start, &sink, &inRecord) else { return drop(start, &sink) }
        scanning: while position < text.count {
            var found = self.marks(at: position, isTab: isTab)
            while found != 0 {
                let place = position + found.trailingZeroBitCount
                found &= found - 1
                let byte = text[place]
                if byte == separator {
                    let next = place + 1
                    guard next < text.count, text[next] == ASCII.quote else {
                        sink.startCell(at: next)
                        continue
                    }
                    guard let resumed = beginCell(at: next, &sink, &inRecord) else { return drop(start, &sink) }
                    position = resumed
                    continue scanning
                }
                if byte == 0 { inRecord.nulBytes.add(at: place) }
                guard byte == ASCII.lineFeed || byte == ASCII.carriageReturn else { continue }
                var next = place + 1
                if byte == ASCII.carriageReturn {
                    if next == text.count, !isWhole { return drop(start, &sink) }
                    if next < text.count, text[next] == ASCII.lineFeed { next += 1 }
                }
                let verdict = sink.endRecord(at: place)
                if verdict == .refuse { return start }
                marks.add(&inRecord, from: start)
                marks.lineCount += 1
                start = next
                if verdict == .stop || start >= limit || start == text.count { return start }
                if hasComments, !skipComments(&start, &marks) || start >= limit { return start }
                guard let resumed = beginCell(at: start, &sink, &inRecord) else { return drop(start, &sink) }
                if resumed == place + 1 { continue }
                position = resumed
                continue scanning
            }
            position += 64
        }
        guard isWhole else { return drop(start, &sink) }
        if sink.endRecord(at: text.count) == .refuse { return start }
        marks.add(&inRecord, from: start)
        return text.count
    }

    /// Moves `start` past the comments that begin there.
    ///
    /// Returns false if no record begins after them: the text ends, or the end of a comment is not certain.
    private func skipComments(_ start: inout Int, _ marks: inout TextMarks) -> Bool {
        while start < text.count, text[start] == comment {
            let found = text[start...].firstIndex { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }
            guard isWhole || found.map({ $0 + 1 < text.count || text[$0] == ASCII.lineFeed }) ?? false else {
                return false
            }
            marks.comments.add(at: start)
            var end = found ?? text.count - 1
            if text[end] == ASCII.carriageReturn, end + 1 < text.count, text[end + 1] == ASCII.lineFeed { end += 1 }
            start = end + 1
            marks.lineCount += 1
        }
        return start < text.count
    }

    private func drop<Sink: RecordSink & ~Copyable>(_ start: Int, _ sink: inout Sink) -> Int {
        sink.dropRecord()
        return start
    }

    /// Starts a cell, and returns where to continue: after the closing quote of a quoted cell, at the start of any
    /// other.
    ///
    /// Returns `nil` if the text ends before that is certain.
    @inline(__always)
    private func beginCell<Sink: RecordSink & ~Copyable>(
        at start: Int, _ sink: inout Sink, _ marks: inout TextMarks
    ) -> Int? {
        sink.startCell(at: start)
        return text[start] == ASCII.quote ? endOfQuotes(at: start, &marks) : start
    }

    /// The place after the closing quote of a quoted cell, or after the first quote if the cell is not quoted; `nil` if
    /// the text ends before that is certain.
    private func endOfQuotes(at start: Int, _ marks: inout TextMarks) -> Int? {
        var index = start + 1
        while let quote = nextQuote(from: index) {
            let next = quote + 1
            if next == text.count {
                guard isWhole else { return nil }
            } else if text[next] == ASCII.quote {
                index = next + 1
                continue
            } else if !endsCell(text[next]) {
                if text[quote - 1] == ASCII.backslash { marks.escapedQuotes.add(at: start) }
                marks.strayQuotes.add(at: start)
                return start + 1
            }
            count(start + 1..<quote, &marks)
            return next
        }
        guard isWhole else { return nil }
        marks.strayQuotes.add(at: start)
        return start + 1
    }

    private func nextQuote(from index: Int) -> Int? {
        guard index < text.count, let start = text.baseAddress else { return nil }
        return memchr(start + index, Int32(ASCII.quote), text.count - index)
            .map { UnsafeRawPointer($0) - UnsafeRawPointer(start) }
    }

    /// Counts the line ends and NUL bytes within quotes.
    private func count(_ quoted: Range<Int>, _ marks: inout TextMarks) {
        for index in quoted where text[index] <= ASCII.carriageReturn {
            if text[index] == 0 { marks.nulBytes.add(at: index) }
            if TextPosition.isLineEnd(index, in: text) { marks.lineCount += 1 }
        }
    }

    private func endsCell(_ byte: UInt8) -> Bool {
        byte == separator || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
    }

    /// A bit for each of the 64 bytes from `position` on: whether it may be special.
    ///
    /// Special bytes are separators, line ends and NUL; a few others are marked, too. There are 64 at once because the
    /// processor cannot predict how many of a few bytes are special.
    @inline(__always)
    private func marks(at position: Int, isTab: Bool) -> UInt64 {
        let bytes = UnsafeRawPointer(text.baseAddress.unsafelyUnwrapped) + position
        var marks: UInt64 = 0
        for index in 0..<8 {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
            var found = ByteWord.marksUpToReturn(in: word)
            if !isTab { found |= ByteWord.marks(of: separator, in: word) }
            marks |= ByteWord.bits(ofMarks: found) << UInt64(8 * index)
        }
        let left = text.count - position
        return left >= 64 ? marks : marks & (1 << UInt64(left) - 1)
    }
}

/// What is found in a text besides its cells; places are offsets.
struct TextMarks {
    var lineCount = 0
    var nulBytes = Tally()
    var strayQuotes = Tally()
    /// The cells with stray quotes that have a backslash before the quote.
    var escapedQuotes = Tally()
    var comments = Tally()
    /// The start of the record with the first stray quote.
    private(set) var firstStrayRecord: Int?

    /// Adds the findings of the record that begins at `start`, and clears them.
    @inline(__always)
    mutating func add(_ record: inout TextMarks, from start: Int) {
        if record.lineCount | record.nulBytes.count | record.strayQuotes.count == 0 { return }
        lineCount += record.lineCount
        nulBytes.add(record.nulBytes)
        strayQuotes.add(record.strayQuotes)
        escapedQuotes.add(record.escapedQuotes)
        if record.strayQuotes.count > 0, firstStrayRecord == nil { firstStrayRecord = start }
        record = TextMarks()
    }
}
