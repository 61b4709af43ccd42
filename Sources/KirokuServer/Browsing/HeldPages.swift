import KirokuCore

/// The records of a browsed table that are in memory: consecutive ones, at a position that may be estimated.
///
/// Pages are added at either end, and as many records dropped at the other, so memory use stays the same. If an
/// estimate turns out to be wrong because the first or last record is reached, the rows move; the sequence of records
/// never depends on an estimate.
struct HeldPages: Sendable {
    private(set) var table: RecordTable
    /// The key of each record.
    private(set) var keys: [BrowseKey] = []
    /// The records that are incomplete, because cells that are too long are left out.
    private(set) var shortened: Set<BrowseKey> = []
    /// The number of rows before the first record that is held.
    private(set) var before = 0
    /// The total number of rows.
    private(set) var count: Int
    /// Whether ``before`` was counted from the first record, not estimated.
    private(set) var isCounted = true
    /// Whether ``count`` was counted, not estimated.
    private(set) var isCountExact = false
    private(set) var atStart = true
    private(set) var atEnd = false
    /// How far the records have moved with the last change.
    private(set) var moved = 0
    /// The identity of the first record that is held; the others follow consecutively.
    private var firstID: Int64

    /// The largest number of records in memory.
    static let limit = 3_000
    /// How far beyond the held records a row may be to be reached page by page.
    static let reach = 2 * RemoteBrowser.pageSize

    /// - Parameters:
    ///   - page: the first records.
    ///   - count: the approximate number of all records.
    ///   - generation: a number different from that of any earlier records, whose identities must not be reused.
    init(_ page: BrowsePage, count: Int, generation: Int) {
        table = RecordTable(schema: page.records.schema)
        self.count = max(count, page.keys.count)
        firstID = Self.firstID(generation)
        add(page, forward: true)
    }

    private static func firstID(_ generation: Int) -> Int64 { Int64(generation) << 40 + 1 << 39 }

    /// The rows that are held.
    var rows: Range<Int> { before..<before + keys.count }

    /// The key of the record in a row, if it is held.
    func key(ofRow row: Int) -> BrowseKey? { rows.contains(row) ? keys[row - before] : nil }

    var heldRows: HeldRows {
        HeldRows(before: before, count: count, isCounted: isCounted, moved: moved)
    }

    // MARK: Next step

    /// What to read next so that the visible rows are in memory.
    enum Step: Sendable, Hashable {
        /// The page before a record.
        case backward(BrowseKey)
        case forward(BrowseKey)
        case start
        case end
        /// The records around a row.
        case jump(row: Int)
    }

    /// - Parameter wanted: the visible rows.
    func step(for wanted: Range<Int>) -> Step? {
        let wanted = wanted.clamped(to: 0..<count)
        guard !wanted.isEmpty else { return nil }
        guard let first = keys.first, let last = keys.last else { return .start }
        let margin = RemoteBrowser.pageSize / 2
        guard wanted.lowerBound <= rows.upperBound + Self.reach, wanted.upperBound >= rows.lowerBound - Self.reach
        else {
            if wanted.lowerBound < RemoteBrowser.pageSize / 2 { return .start }
            return wanted.upperBound > count - margin ? .end : .jump(row: wanted.lowerBound)
        }
        if wanted.upperBound + margin > rows.upperBound, !atEnd { return .forward(last) }
        return wanted.lowerBound - margin < rows.lowerBound && !atStart ? .backward(first) : nil
    }

    // MARK: Adding pages

    /// Adds the page that follows or precedes the held records.
    mutating func add(_ page: BrowsePage, forward: Bool) {
        moved = 0
        let ids = (0..<Int64(page.keys.count)).map { place in
            RecordID(rawValue: forward ? firstID + Int64(keys.count) + place : firstID - Int64(page.keys.count) + place)
        }
        // This cannot fail: all records are new, and have the fields of the table.
        _ = try? table.insert(page.records.identified(by: ids, places: [:], as: table.schema))
        if forward {
            keys += page.keys
            atEnd = page.isLast
        } else {
            keys = page.keys + keys
            before -= page.keys.count
            firstID -= Int64(page.keys.count)
            atStart = page.isLast
        }
        shortened.formUnion(page.shortened)
        let surplus = keys.count - Self.limit
        if surplus > 0 { drop(surplus, fromStart: forward) }
        if !shortened.isEmpty { shortened.formIntersection(keys) }
        settle()
    }

    private mutating func drop(_ surplus: Int, fromStart: Bool) {
        if fromStart {
            _ = try? table.remove(at: RecordIndexes(0..<surplus))
            keys.removeFirst(surplus)
            before += surplus
            firstID += Int64(surplus)
            atStart = false
        } else {
            _ = try? table.remove(at: RecordIndexes(keys.count - surplus..<keys.count))
            keys.removeLast(surplus)
            atEnd = false
        }
    }

    /// Replaces the held records by the last ones.
    ///
    /// - Parameter page: read from the last record on.
    mutating func jump(toEnd page: BrowsePage, generation: Int) {
        let count = count
        self = HeldPages(page, count: count, generation: generation)
        (self.count, isCountExact, moved) = (count, false, 0)
        (atStart, atEnd, isCounted) = (page.isLast, true, page.isLast)
        before = max(0, count - keys.count)
        settle()
    }

    /// Replaces the held records by those around a row.
    ///
    /// - Parameter pages: the records before the row, and those from it on.
    mutating func jump(to pages: (before: BrowsePage, after: BrowsePage), row: Int, generation: Int) {
        let count = count
        self = HeldPages(pages.after, count: count, generation: generation)
        (self.count, isCountExact) = (count, false)
        (before, atStart, isCounted) = (row, false, false)
        add(pages.before, forward: false)
    }

    /// Replaces the held records by their current versions.
    mutating func renew(_ pages: (before: BrowsePage, after: BrowsePage), row: Int, count: Int, generation: Int) {
        let wasCounted = isCounted
        self.count = count
        jump(to: pages, row: row, generation: generation)
        if wasCounted, !atStart { isCounted = true }
    }

    /// Corrects estimates once the first or last record is known.
    private mutating func settle() {
        let guessed = before
        if atStart {
            before = 0
            isCounted = true
        }
        if atEnd, isCounted {
            (count, isCountExact) = (before + keys.count, true)
        } else if atEnd {
            before = max(count - keys.count, RemoteBrowser.pageSize)
            count = before + keys.count
        } else if before + keys.count >= count {
            isCountExact = false
            // There are more records than expected, or the held ones are not as far down.
            if !isCounted {
                before = min(before, max(count - RemoteBrowser.pageSize - keys.count, RemoteBrowser.pageSize))
            }
            count = max(count, before + keys.count + RemoteBrowser.pageSize)
        }
        if !atStart, before <= 0 {
            before = RemoteBrowser.pageSize
            count = max(count, before + keys.count)
            isCounted = false
        }
        moved += before - guessed
    }
}
