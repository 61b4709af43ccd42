/// The cells of a table that need fixing: those with unfit text, those that break a rule of their field, and those with
/// an open edit, because others have changed the same cell.
///
/// Holds a copy of the table, so release it before an edit.
public struct CellsToFix: Sendable {
    private let table: RecordTable
    private let checks: CellChecks
    private let openConflicts: OpenConflicts

    /// - Parameters:
    ///   - table: the table.
    ///   - checks: the cells that break a rule.
    ///   - openConflicts: the conflicts to resolve.
    public init(_ table: RecordTable, _ checks: CellChecks, _ openConflicts: OpenConflicts = OpenConflicts()) {
        self.table = table
        self.checks = checks
        self.openConflicts = openConflicts
    }

    /// Checks all cells of a table; costs several passes over the fields with rules.
    public init(_ table: RecordTable) {
        self.init(table, CellChecks(table))
    }

    /// The number of cells to fix, including all conflicts, even those of a whole record or field.
    public var count: Int { table.unfitCount + checks.brokenCount + openConflicts.list.count }

    /// The number of cells to fix in a field.
    public func count(inField field: Int) -> Int {
        table.unfitCount(inField: field) + checks.brokenCount(inField: field)
            + openCells.count { $0.field == field }
    }

    /// Whether a cell needs fixing; it must exist.
    public func contains(_ record: Int, _ field: Int) -> Bool {
        table.isUnfit(record, field) || checks.isBroken(record, field) || isOpen(record, field)
    }

    /// What is wrong with a cell, for the user; `nil` if nothing is; the cell must exist.
    public func reason(_ record: Int, _ field: Int) -> String? {
        if isOpen(record, field), let conflict = openConflicts.conflict(at: table.ids[record], table.schema[field].id) {
            return conflict.reasonText
        }
        return checks.reason(record, field, in: table)
    }

    /// The records with cells to fix in a field, in any order.
    public func records(inField field: Int) -> [Int] {
        Array(table.unfitTexts(inField: field).keys) + checks.brokenRecords(inField: field)
            + openCells.filter { $0.field == field }.map(\.record)
    }

    /// The next cell to fix after `place`, record by record, wrapping around after the last one.
    ///
    /// `nil` if there is none. Costs one step for each unfit cell, and a pass over a bit for each record of a field
    /// with rules.
    public func next(after place: CellPosition) -> CellPosition? {
        first(from: place) ?? first(from: CellPosition(record: -1, field: 0))
    }

    /// The cells with open edits; for a whole record or field, its first cell.
    private var openCells: [CellPosition] { openConflicts.cells(in: table) }

    private func isOpen(_ record: Int, _ field: Int) -> Bool {
        if openConflicts.isEmpty { return false }
        let id = table.ids[record]
        return openConflicts.conflict(in: id, table.schema[field].id) != nil
            || field == 0 && openConflicts.conflict(of: id) != nil
            || record == 0 && openConflicts.conflict(of: table.schema[field].id) != nil
    }

    private func first(from place: CellPosition) -> CellPosition? {
        let openCells = openCells
        return table.schema.fields.indices.compactMap { field -> CellPosition? in
            let start = field > place.field ? place.record : place.record + 1
            let unfit = table.unfitTexts(inField: field).keys.filter { $0 >= start }.min()
            let broken = checks.firstBroken(inField: field, from: max(start, 0))
            let open = openCells.lazy.filter { $0.field == field && $0.record >= start }.map(\.record).min()
            return [unfit, broken, open].compactMap { $0 }.min().map { CellPosition(record: $0, field: field) }
        }.min()
    }
}

extension TableModel {
    /// The cells that need fixing.
    public var toFix: CellsToFix { CellsToFix(table, checks, openConflicts) }
}
