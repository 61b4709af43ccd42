/// What of a change has been changed again since, so that taking it back would go over that.
public struct ChangedAgain: Sendable, Hashable {
    /// How many cells hold something else by now.
    public var cellCount: Int { cells.count }
    /// How many of the added records hold something else by now.
    public private(set) var recordCount = 0
    /// Whether there is anything else to take back.
    public private(set) var hasOthers = false

    /// Whether nothing has been changed again.
    public var isEmpty: Bool { cells.isEmpty && recordCount == 0 }

    private var cells: Set<CellID> = []

    /// Looks at each cell of the change once, in the background.
    ///
    /// - Parameters:
    ///   - change: as it was made.
    ///   - table: as it is now.
    @concurrent
    public static func since(_ change: Change, in table: RecordTable) async -> ChangedAgain {
        let net = NetChange(CollectionOfOne(change))
        let changed = net.changedRecords(in: table)
        var again = ChangedAgain()
        again.recordCount = changed.count
        again.hasOthers =
            net.fields != nil || !net.places.isEmpty
            || net.inserted.keys.contains { table.index(of: $0) != nil && !changed.contains($0) }
            || net.deleted.keys.contains { table.index(of: $0) == nil }
        for (cell, edit) in net.cells where net.inserted[cell.record] == nil {
            guard let record = table.index(of: cell.record), let field = table.schema.index(of: cell.field),
                edit.base.fits(table.schema[field].type)
            else { continue }
            switch table[record, field] {
            case edit.base: break
            case edit.value: again.hasOthers = true
            default: again.cells.insert(cell)
            }
        }
        return again
    }
}
