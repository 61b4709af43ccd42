/// The cells of a whole text, laid out as records of equal width.
///
/// The first line that is not empty says how many cells a record has. Records with fewer are filled up with empty
/// cells, longer ones make the table wider unless what they have too much is empty. Lines without anything are left
/// out, but for texts of one field, where they are empty cells.
struct CellIndex: Sendable {
    private(set) var parts: [ScannedCells]
    private(set) var width = 0
    private(set) var shortRecords = Tally()
    private(set) var longRecords = Tally()
    private(set) var emptyLines = Tally()

    init(_ parts: [ScannedCells]) {
        self.parts = parts
        measure()
        guard width > 1, emptyLines.count > 0 else {
            width = max(width, 1)
            emptyLines = Tally()
            return
        }
        for index in parts.indices {
            self.parts[index].removeRecords { parts[index].isEmptyLine(record: $0) }
        }
    }

    var recordCount: Int { parts.reduce(0) { $0 + $1.recordCount } }

    var nulBytes: Tally { sum(\.nulBytes) }

    var strayQuotes: Tally { sum(\.strayQuotes) }

    private mutating func measure() {
        var usualWidth = 0
        for part in parts {
            for record in 0..<part.recordCount {
                let count = part.cellCount(ofRecord: record)
                if count == usualWidth && count > 1 { continue }
                let place = part.record(record)
                if part.isEmptyLine(record: record) {
                    emptyLines.add(at: place)
                } else if usualWidth == 0 {
                    usualWidth = count
                    width = count
                } else if count < usualWidth {
                    shortRecords.add(at: place)
                } else if count > usualWidth {
                    let filled = filledCells(ofRecord: record, in: part)
                    if filled > usualWidth { longRecords.add(at: place) }
                    width = max(width, filled)
                }
            }
        }
    }

    /// The number of cells without the empty ones at the end.
    private func filledCells(ofRecord record: Int, in part: ScannedCells) -> Int {
        let first = Int(part.recordStarts[record])
        var count = part.cellCount(ofRecord: record)
        while count > 0, part.cellStarts[first + count] - part.cellStarts[first + count - 1] <= 1 { count -= 1 }
        return count
    }

    private func sum(_ tally: KeyPath<ScannedCells, Tally>) -> Tally {
        var sum = Tally()
        for part in parts { sum.add(part[keyPath: tally]) }
        return sum
    }
}
