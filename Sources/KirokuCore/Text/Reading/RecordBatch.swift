/// The cells of some records that lie in one stretch of text, as many in each record.
struct BatchCells {
    let text: UnsafePointer<UInt8>
    /// Where each cell of the field begins; at the next place stands where the one after it does, behind what
    /// separates them.
    let starts: UnsafePointer<UInt32>
    /// How far the starts of two records are apart.
    let stride: Int
    /// How many records there are.
    let count: Int

    /// The bytes of a cell as they stand in the text; none where the record is too short.
    @inline(__always)
    func raw(_ record: Int) -> UnsafeBufferPointer<UInt8> {
        let start = Int(starts[record &* stride])
        let length = Int(starts[record &* stride &+ 1]) &- start &- 1
        return UnsafeBufferPointer(start: text + start, count: max(length, 0))
    }

    /// Calls `body` with the cell of each record from `first` on: its text, or `nil` if it is empty.
    ///
    /// An empty text in quotes is a text. Behind each text are eight bytes more that can be read, whatever they are.
    ///
    /// Stops when `body` returns false, and returns the record that it was called for; the number of records otherwise.
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
    /// The text between the quotes, inner quotes halved; the whole if the quotes are not those of a quoted cell.
    ///
    /// The result is good until `unquoted` is used again.
    static func content(
        of raw: UnsafeBufferPointer<UInt8>, _ unquoted: inout TextBuffer
    ) -> UnsafeBufferPointer<UInt8> {
        guard raw.count > 1, raw[raw.count - 1] == ASCII.quote else { return raw }
        let inner = UnsafeBufferPointer(rebasing: raw[1..<raw.count - 1])
        guard inner.contains(ASCII.quote) else { return inner }
        unquoted.removeAll()
        var position = 0
        while position < inner.count {
            let byte = inner[position]
            unquoted.append(byte)
            position += 1
            guard byte == ASCII.quote else { continue }
            guard position < inner.count, inner[position] == ASCII.quote else { return raw }
            position += 1
        }
        _ = unquoted.room(for: 8)
        return unquoted.bytes
    }
}

/// Lays the cells of records out in equal widths, as many records as there is room for.
///
/// Records with fewer cells are filled up with empty ones. Longer ones end the batch, to be scanned again when it is
/// wider, unless what they have too much is empty. Lines without anything are left out, but for texts of one field,
/// where they are empty cells.
struct RecordBatch: RecordSink, ~Copyable {
    /// How many cells the records of the text usually have.
    let usualWidth: Int
    /// How many cells each record has here.
    private(set) var width: Int
    /// The greatest number of cells that a record has, empty ones at the end left out.
    private(set) var widest: Int
    private(set) var recordCount = 0
    /// Records with too few cells, by where they end.
    private(set) var shortRecords = Tally()
    /// Records with too many cells, by where the first one that is too much begins.
    private(set) var longRecords = Tally()
    private(set) var emptyLines = Tally()
    /// The records that are empty lines.
    private(set) var emptyRecords: [Int] = []

    private var starts: UnsafeMutablePointer<UInt32>
    private var capacity = 0
    private var used = 0
    /// Where the record begins that is being taken.
    private var base = 0
    /// No record is begun beyond.
    private var lastBase = 0

    init(usualWidth: Int) {
        self.usualWidth = usualWidth
        width = min(usualWidth, Schema.fieldLimit)
        widest = usualWidth
        starts = .allocate(capacity: 0)
    }

    deinit {
        starts.deallocate()
    }

    /// Forgets the records, and makes room for those in `byteCount` bytes of text.
    mutating func begin(byteCount: Int) {
        used = 0
        base = 0
        recordCount = 0
        shortRecords = Tally()
        longRecords = Tally()
        emptyLines = Tally()
        emptyRecords = []
        lastBase = max(byteCount, 4 * width)
        // No record has more starts than its bytes and two, or than the fields and one where it is filled up.
        let needed = lastBase + byteCount + Schema.fieldLimit + 4
        guard needed > capacity else { return }
        capacity = needed
        starts.deallocate()
        starts = .allocate(capacity: capacity)
    }

    /// Whether the scan stopped because there was no room for more records.
    var isFull: Bool { base > lastBase }

    /// From now on records have `width` cells.
    mutating func widen() {
        width = min(widest, Schema.fieldLimit)
    }

    /// Whether a record was met that has more cells than a batch has room for.
    var isTooNarrow: Bool { width < min(widest, Schema.fieldLimit) }

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
        startCell(at: place &+ 1)
        guard count == usualWidth, count == width, count > 1 else { return endUnusualRecord(count) }
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
