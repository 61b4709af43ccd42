/// Where the records and cells of a stretch of text are.
struct ScannedCells: Sendable {
    /// Where the first record begins.
    let start: Int
    /// Where the record after the last one begins.
    let end: Int
    /// Where each cell begins, and at last where the next one would: a cell ends before the separator or the line's end
    /// that stands before the next.
    let cellStarts: [UInt32]
    /// For each record the number of its first cell, and at last the number of cells.
    private(set) var recordStarts: [UInt32]
    let nulBytes: Tally
    let strayQuotes: Tally

    /// A stretch without records.
    init(emptyAt start: Int) {
        self.init(start: start, end: start, cellStarts: [], recordStarts: [], nulBytes: Tally(), strayQuotes: Tally())
    }

    init(
        start: Int, end: Int, cellStarts: [UInt32], recordStarts: [UInt32], nulBytes: Tally, strayQuotes: Tally
    ) {
        self.start = start
        self.end = end
        self.cellStarts = cellStarts
        self.recordStarts = recordStarts
        self.nulBytes = nulBytes
        self.strayQuotes = strayQuotes
    }

    var recordCount: Int { max(recordStarts.count - 1, 0) }

    func cellCount(ofRecord record: Int) -> Int {
        Int(recordStarts[record + 1] - recordStarts[record])
    }

    /// Whether the record is a line without anything in it.
    func isEmptyLine(record: Int) -> Bool {
        cellCount(ofRecord: record) == 1 && self.record(record) + 1 >= self.record(record + 1)
    }

    /// Where the record begins.
    func record(_ record: Int) -> Int {
        Int(cellStarts[Int(recordStarts[record])])
    }

    /// Leaves out the records that `isLeftOut` says; what remains keeps its cells.
    mutating func removeRecords(where isLeftOut: (Int) -> Bool) {
        let kept = (0..<recordCount).filter { !isLeftOut($0) }.map { recordStarts[$0] }
        recordStarts = kept + recordStarts.suffix(1)
    }

    /// Calls `body` with the parts of the cells, as buffers that can be read without checks: ``recordStarts`` and
    /// ``cellStarts``.
    @inline(__always)
    func withStarts<Result>(
        _ body: (_ records: UnsafeBufferPointer<UInt32>, _ cells: UnsafeBufferPointer<UInt32>) -> Result
    ) -> Result {
        recordStarts.withUnsafeBufferPointer { records in
            cellStarts.withUnsafeBufferPointer { cells in body(records, cells) }
        }
    }
}

/// The cells of a stretch of text while it is being scanned.
struct CellsInProgress: ~Copyable {
    private let start: Int
    private var cellStarts: OffsetList
    private var recordStarts: OffsetList
    var nulBytes = Tally()
    var strayQuotes = Tally()

    init(start: Int, expectedBytes: Int) {
        self.start = start
        cellStarts = OffsetList(expectedCount: expectedBytes / 9)
        recordStarts = OffsetList(expectedCount: expectedBytes / 45)
    }

    @inline(__always)
    mutating func startRecord(at place: Int) {
        recordStarts.append(cellStarts.count)
        startCell(at: place)
    }

    @inline(__always)
    mutating func startCell(at place: Int) {
        cellStarts.append(place)
    }

    /// Ends the stretch with the record that was started last.
    mutating func finish(nextRecordAt place: Int) -> ScannedCells {
        startRecord(at: place)
        return ScannedCells(
            start: start, end: place, cellStarts: cellStarts.finished(), recordStarts: recordStarts.finished(),
            nulBytes: nulBytes, strayQuotes: strayQuotes)
    }
}
