import KirokuCore
import KirokuViews

extension PartialDocument {
    /// Whether it holds all rows that will be visible when all records are loaded, so that nothing moves then.
    ///
    /// Never for a sorted document: which records are visible there is known only when all are loaded.
    func holds(_ place: GridPosition?) -> Bool {
        guard !isSorted else { return false }
        guard let place else { return recordsBefore == 0 }
        let table = contents.table
        let isCursorThere = place.record.map { table.index(of: $0) != nil } ?? true
        let rowsAbove = place.rowsAbove - Double(recordsBefore)
        return isCursorThere && rowsAbove >= 0
            && (reachesEnd || rowsAbove + Self.rowsInSight <= Double(table.count))
    }

    /// More rows than fit on a screen.
    private static let rowsInSight = 200.0
}

extension GridPosition {
    /// The record at the top of the view; `nil` if that is not known.
    var sight: RecordPlace? {
        // A stored value may be anything.
        guard let top, let index = Int(exactly: rowsAbove.rounded(.down)) else { return nil }
        return RecordPlace(record: top, index: index)
    }
}
