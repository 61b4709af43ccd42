/// The cells of one field in records of equal width, which lie in one stretch of text.
struct BatchCells {
    let text: UnsafePointer<UInt8>
    /// The start of each cell of the field; the next element is the start of the following cell, after the separator.
    let starts: UnsafePointer<UInt32>
    /// The distance between the starts of two records.
    let stride: Int
    /// The number of records.
    let count: Int

    /// The bytes of a cell as they are in the text; none if the record is too short.
    @inline(__always)
    func raw(_ record: Int) -> UnsafeBufferPointer<UInt8> {
        let start = Int(starts[record &* stride])
        let length = Int(starts[record &* stride &+ 1]) &- start &- 1
        return UnsafeBufferPointer(start: text + start, count: max(length, 0))
    }

    /// Calls `body` with the cell of each record from `first` on: its text, or `nil` if it is empty.
    ///
    /// An empty text in quotes is a text. After each text, eight more bytes are readable, whatever they are.
    ///
    /// Stops when `body` returns false, and returns that record; otherwise returns the number of records.
    @inline(__always)
    func forEach(
        from first: Int, _ unquoted: inout TextBuffer, _ body: (UnsafeBufferPointer<UInt8>?) -> Bool
    ) -> Int {
        var record = first
        while record < count {
            let raw = raw(record)
            if raw.count == 0 {
                guard body(nil) else { return record }
            } else if raw[0] != ASCII.quote {
                guard body(raw) else { return record }
            } else {
                guard body(QuotedCell.content(of: raw, &unquoted)) else { return record }
            }
            record += 1
        }
        return count
    }
}

/// Cells that begin with a quote.
enum QuotedCell {
    /// The text between the quotes, with doubled quotes made single; the whole cell if it is not a quoted cell.
    ///
    /// The result is valid until `unquoted` is used again.
    static func content(
        of raw: UnsafeBufferPointer<UInt8>, _ unquoted: inout TextBuffer
    ) -> UnsafeBufferPointer<UInt8> {
        guard raw.count > 1, raw[raw.count - 1] == ASCII.quote else { return raw }
        let inner = UnsafeBufferPointer(rebasing: raw[1..<raw.count - 1])
        guard inner.contains(ASCII.quote) else { return inner }
        unquoted.removeAll()
        _ = unquoted.room(for: inner.count + 8)
        var position = 0
        while position < inner.count {
            let byte = inner[position]
            unquoted.append(byte)
            position += 1
            guard byte == ASCII.quote else { continue }
            guard position < inner.count, inner[position] == ASCII.quote else { return raw }
            position += 1
        }
        return unquoted.bytes
    }
}

/// Arranges the cells of records in equal widths, for as many records as there is room for.
///
/// Shorter records are filled up with empty cells. A longer record ends the batch, and is scanned again with a wider
/// batch, unless its extra cells are empty. Empty lines are left out, except in texts of one field, where they are
/// empty cells.
struct RecordBatch: RecordSink, ~Copyable {
    /// How many cells the records of the text usually have.
    let usualWidth: Int
    /// The largest number of cells in a record here; further ones are skipped.
    private let widthLimit: Int
    /// How many cells each record has here.
    private(set) var width: Int
    /// The greatest number of cells in a record, without empty ones at the end.
    private(set) var widest: Int
    private(set) var recordCount = 0
    /// Records with too few cells, by their ends.
    private(set) var shortRecords = Tally()
    /// Records with too many cells, by the start of the first extra cell.
    private(set) var longRecords = Tally()
    private(set) var emptyLines = Tally()
    /// The indexes of the records that are empty lines.
    private(set) var emptyRecords: [Int] = []

    /// In bytes of text; a longer text is divided into several batches.
    static let usualSize = 1 << 18

    private var starts: UnsafeMutablePointer<UInt32>
    private var capacity = 0
    private var used = 0
    /// The start of the current record in ``starts``.
    private var base = 0
    /// No record begins beyond this.
    private var lastBase = 0

    init(usualWidth: Int, widthLimit: Int) {
        self.usualWidth = usualWidth
        self.widthLimit = widthLimit
        width = min(usualWidth, widthLimit)
        widest = usualWidth
        starts = .allocate(capacity: 0)
    }

    deinit {
        starts.deallocate()
    }

    /// Removes all records, and makes room for those in `byteCount` bytes of text.
    ///
    /// - Parameter longestRecord: the largest number of cells that a record in the text can have.
    mutating func begin(byteCount: Int, longestRecord: Int) {
        used = 0
        base = 0
        recordCount = 0
        shortRecords = Tally()
        longRecords = Tally()
        emptyLines = Tally()
        emptyRecords = []
        lastBase = max(min(byteCount, Self.usualSize), 4 * width)
        // No record has more starts than its cells plus two, or, if it is filled up, than the fields plus one.
        let needed = lastBase + longestRecord + widthLimit + 4
        guard needed > capacity else { return }
        capacity = needed
        starts.deallocate()
        starts = .allocate(capacity: capacity)
    }

    /// Whether the scan stopped because there was no room for more records.
    var isFull: Bool { base > lastBase }

    /// Increases the width for the records from now on.
    mutating func widen() {
        width = min(widest, widthLimit)
    }

    /// Whether a record had more cells than a batch has room for.
    var isTooNarrow: Bool { width < min(widest, widthLimit) }

    /// The cells of a field, which lie in `text`.
    func cells(ofField field: Int, in text: UnsafePointer<UInt8>) -> BatchCells {
        BatchCells(text: text, starts: starts + field, stride: width + 1, count: recordCount)
    }

    // MARK: Taking

    @inline(__always)
    mutating func startCell(at place: Int) {
        starts[used] = UInt32(truncatingIfNeeded: place)
        used &+= 1
    }

    @inline(__always)
    mutating func endRecord(at place: Int) -> RecordVerdict {
        let count = used &- base
        let isEmptyLine = count == 1 && Int(starts[base]) == place
        startCell(at: place &+ 1)
        guard count == usualWidth, count == width, !isEmptyLine else { return endUnusualRecord(count) }
        base = used
        recordCount &+= 1
        return base <= lastBase ? .next : .stop
    }

    mutating func dropRecord() {
        used = base
    }

    private mutating func endUnusualRecord(_ count: Int) -> RecordVerdict {
        let place = Int(starts[base])
        if count == 1, starts[base + 1] == starts[base] + 1 {
            emptyLines.add(at: place)
            if width > 1 {
                used = base
                return .next
            }
            emptyRecords.append(recordCount)
        } else if count < usualWidth {
            shortRecords.add(at: Int(starts[used - 1]) - 1)
        } else if count > usualWidth {
            let filled = filledCells(count)
            widest = max(widest, filled)
            if isTooNarrow {
                used = base
                return .refuse
            }
            if filled > usualWidth { longRecords.add(at: Int(starts[base + usualWidth])) }
        }
        let end = starts[used - 1]
        if count < width {
            for cell in count + 1...width { starts[base + cell] = end }
        }
        base += width + 1
        used = base
        recordCount += 1
        return base <= lastBase ? .next : .stop
    }

    /// The number of cells without the empty ones at the end.
    private func filledCells(_ count: Int) -> Int {
        var filled = count
        while filled > 0, starts[base + filled] - starts[base + filled - 1] <= 1 { filled -= 1 }
        return filled
    }
}
