/// Receives the first record of a text that is not an empty line.
struct FirstRecord: RecordSink, ~Copyable {
    /// How much of a cell is examined to tell what the first record is, in bytes.
    static let longestSample = 1 << 13

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

    /// - Parameter longest: longer cells are cut to this many bytes.
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

    /// The first records of a text, without those that are not complete.
    ///
    /// - Parameters:
    ///   - count: how many records are wanted.
    ///   - mostCells: further cells of a record are left out.
    ///   - isWhole: whether the text ends where the buffer does.
    static func all(
        in text: UnsafeBufferPointer<UInt8>, _ rules: LineRules, count: Int, mostCells: Int, isWhole: Bool
    ) -> [(cells: [String?], start: Int, isBehindGap: Bool)] {
        var records: [(cells: [String?], start: Int, isBehindGap: Bool)] = []
        var start = 0
        var ignored = TextMarks()
        while start < text.count, records.count < count {
            let rest = UnsafeBufferPointer(rebasing: text[start...])
            var record = FirstRecord(limit: mostCells)
            let end = CellScanner(text: rest, rules, isWhole: isWhole).scan(upTo: rest.count, into: &record, &ignored)
            guard record.isFound else { break }
            records.append(
                (record.cells(in: rest, longest: longestSample), start + record.start, record.emptyLines.count > 0))
            start += end
        }
        return records
    }
}
