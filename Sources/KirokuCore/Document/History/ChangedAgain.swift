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

    private var cells: Set<UnsavedEdits.Cell> = []

    /// Looks at each cell of the change once, in the background.
    ///
    /// - Parameters:
    ///   - change: as it was made.
    ///   - table: as it is now.
    @concurrent
    public static func since(_ change: Change, in table: RecordTable) async -> ChangedAgain {
        let changed = ChangedElsewhere(since: change, in: table).records
        var again = ChangedAgain()
        var latest: [UnsavedEdits.Cell: CellValue] = [:]
        for part in change.inverse.flattened {
            switch part {
            case .setCells(let cells): for cell in cells { again.look(at: cell, in: table, &latest) }
            case .deleteRecords(let records):
                for id in records.ids where table.index(of: id) != nil {
                    if changed.contains(id) { again.recordCount += 1 } else { again.hasOthers = true }
                }
            case .insertRecords(let records):
                if records.ids.contains(where: { table.index(of: $0) == nil }) { again.hasOthers = true }
            case .setPlaces, .changeFields: again.hasOthers = true
            case .sequence: break
            }
        }
        return again
    }

    /// - Parameter latest: what cells hold after what was looked at before.
    private mutating func look(
        at change: CellChange, in table: RecordTable, _ latest: inout [UnsavedEdits.Cell: CellValue]
    ) {
        guard let record = table.index(of: change.record), let field = table.schema.index(of: change.field),
            change.value.fits(table.schema[field].type)
        else { return }
        let cell = UnsavedEdits.Cell(record: change.record, field: change.field)
        switch latest[cell] ?? table[record, field] {
        case change.value: break
        case change.base:
            hasOthers = true
            latest[cell] = change.value
        default: cells.insert(cell)
        }
    }
}
