/// Where the records and cells of a stretch of text are.
struct ScannedCells: Sendable {
    /// Where the first record begins.
    let start: Int
    /// Where the record after the last one begins.
    private(set) var end: Int
    /// Where each cell begins, and at last where the next one would: a cell ends before the separator or the line's end
    /// that stands before the next.
    private(set) var cellStarts: [UInt32] = []
    /// For each record the number of its first cell, and at last the number of cells.
    private(set) var recordStarts: [UInt32] = []
    var nulBytes = Tally()
    var strayQuotes = Tally()

    init(start: Int, expectedBytes: Int) {
        self.start = start
        end = start
        cellStarts.reserveCapacity(expectedBytes / 9)
        recordStarts.reserveCapacity(expectedBytes / 45)
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

    // MARK: Scanning

    @inline(__always)
    mutating func startRecord(at place: Int) {
        recordStarts.append(UInt32(truncatingIfNeeded: cellStarts.count))
        startCell(at: place)
    }

    @inline(__always)
    mutating func startCell(at place: Int) {
        cellStarts.append(UInt32(truncatingIfNeeded: place))
    }

    /// Ends the stretch with the record that was started last.
    mutating func finish(nextRecordAt place: Int) {
        recordStarts.append(UInt32(truncatingIfNeeded: cellStarts.count))
        startCell(at: place)
        end = place
    }
}
