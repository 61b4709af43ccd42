/// Reads the contents of the cells that a scan has found.
struct ScannedCellReader: ~Copyable {
    let text: UnsafeBufferPointer<UInt8>
    let index: CellIndex
    private var unquoted = TextBuffer()

    init(text: UnsafeBufferPointer<UInt8>, index: CellIndex) {
        self.text = text
        self.index = index
    }

    /// Calls `body` with the cell of each record from `first` on: its text, or `nil` if it is empty (an empty text in
    /// quotes is a text).
    ///
    /// Stops when `body` returns false, or the task is cancelled, and returns false then.
    @inline(__always)
    mutating func forEachCell(
        inField field: Int, from first: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Bool
    ) -> Bool {
        var skipped = first
        for part in index.parts {
            let start = min(skipped, part.recordCount)
            skipped -= start
            let isComplete = part.withStarts { records, cells in
                for record in start..<part.recordCount {
                    if record & 0xffff == 0, Task.isCancelled { return false }
                    guard body(content(of: rawCell(record, field, records, cells))) else { return false }
                }
                return true
            }
            guard isComplete else { return false }
        }
        return true
    }

    /// The cells of the first records, at most `count`; the first may be a header.
    mutating func firstRecords(_ count: Int) -> [[String?]] {
        var found: [[String?]] = []
        for part in index.parts {
            part.withStarts { records, cells in
                for record in 0..<min(count - found.count, part.recordCount) {
                    found.append(
                        (0..<index.width).map { field in
                            content(of: rawCell(record, field, records, cells))
                                .map { String(decoding: $0, as: UTF8.self) }
                        })
                }
            }
        }
        return found
    }

    /// The bytes of a cell as they stand in the text; none where the record is too short.
    @inline(__always)
    private func rawCell(
        _ record: Int, _ field: Int, _ records: UnsafeBufferPointer<UInt32>, _ cells: UnsafeBufferPointer<UInt32>
    ) -> UnsafeBufferPointer<UInt8> {
        let cell = Int(records[record]) + field
        guard cell < Int(records[record + 1]) else { return UnsafeBufferPointer(start: nil, count: 0) }
        let start = Int(cells[cell])
        var end = Int(cells[cell + 1]) - 1
        if end > start, end < text.count, text[end] == ASCII.lineFeed, text[end - 1] == ASCII.carriageReturn {
            end -= 1
        }
        return UnsafeBufferPointer(rebasing: text[start..<end])
    }

    /// What a cell holds.
    ///
    /// The result is good until the next call.
    @inline(__always)
    private mutating func content(of raw: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        guard let first = raw.first else { return nil }
        return first == ASCII.quote ? contentOfQuoted(raw) : raw
    }

    /// The text between the quotes, inner quotes halved; the whole if the quotes are not those of a quoted cell.
    private mutating func contentOfQuoted(_ raw: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
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
        return unquoted.bytes
    }
}
