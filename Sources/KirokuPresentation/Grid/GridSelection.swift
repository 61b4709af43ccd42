import Geometry

/// The cursor of a grid and the cells that are selected with it.
///
/// The selection is the rectangle between the anchor and the cursor, or all of its records or fields. Usually anchor
/// and cursor are the same cell, and only that is selected.
public struct GridSelection: Sendable, Hashable {
    /// How far the selection extends beyond the rectangle between anchor and cursor.
    public enum Extent: Sendable, Hashable {
        /// Only the cells of the rectangle.
        case cells
        /// Whole records: all fields of its rows.
        case records
        /// Whole fields: all rows of its fields, including rows added later.
        case fields
        /// All cells of the table.
        case all
    }

    /// The cell that keys go to and typing edits.
    public private(set) var cursor = CellIndex(row: 0, column: 0)
    /// The corner of the selection that stays when it is extended.
    public private(set) var anchor = CellIndex(row: 0, column: 0)
    /// Whether cells, whole records or whole fields are selected.
    public private(set) var extent = Extent.cells
    /// The field in which Tab began to go through the cursor's record; `nil` if the cursor came there otherwise.
    public private(set) var tabStart: Int?
    /// Whether the cursor is on the row that adds a record, below the last one; no cell is selected then.
    public private(set) var isOnAddRow = false

    /// Selects the first cell of a grid.
    public init() {}

    /// The selected rows; empty in a grid without rows, and on the row that adds a record.
    public func rows(in size: GridSize) -> Range<Int> {
        switch extent {
        case .fields, .all: 0..<max(0, size.rows)
        case .cells, .records:
            Range(min(cursor.row, anchor.row)...max(cursor.row, anchor.row)).clamped(to: 0..<max(0, size.rows))
        }
    }

    /// The selected fields; empty only in a grid without fields.
    public func fields(in size: GridSize) -> Range<Int> {
        switch extent {
        case .records, .all: 0..<max(0, size.fields)
        case .cells, .fields:
            Range(min(cursor.column, anchor.column)...max(cursor.column, anchor.column))
                .clamped(to: 0..<max(0, size.fields))
        }
    }

    /// Whether a cell, which must exist, is selected.
    public func contains(_ place: CellIndex) -> Bool {
        let isInRows = (min(cursor.row, anchor.row)...max(cursor.row, anchor.row)).contains(place.row)
        let isInFields = (min(cursor.column, anchor.column)...max(cursor.column, anchor.column)).contains(place.column)
        return switch extent {
        case .cells: isInRows && isInFields
        case .records: isInRows
        case .fields: isInFields
        case .all: true
        }
    }

    /// Whether only the cursor's cell is selected.
    public var isSingleCell: Bool { extent == .cells && cursor == anchor }

    /// Puts the cursor on a cell; with `extending`, the anchor stays and everything in between is selected.
    public mutating func go(to place: CellIndex, extending: Bool = false, in size: GridSize) {
        cursor = size.nearest(to: place)
        isOnAddRow = false
        tabStart = nil
        if extending {
            if extent == .all { extent = .cells }
        } else {
            anchor = cursor
            extent = .cells
        }
    }

    /// Selects whole records and moves the cursor to `row`, within its field.
    ///
    /// - Parameters:
    ///   - row: the row of the record; if there is none, the nearest record is selected.
    ///   - extending: whether to select everything from the anchor's row to `row`.
    ///   - size: how many rows and fields the grid has.
    public mutating func selectRecords(to row: Int, extending: Bool = false, in size: GridSize) {
        cursor = size.nearest(to: CellIndex(row: row, column: cursor.column))
        isOnAddRow = false
        tabStart = nil
        if !extending || extent == .fields || extent == .all { anchor = cursor }
        extent = .records
    }

    /// Selects whole fields and moves the cursor to `field`, within its row.
    ///
    /// - Parameters:
    ///   - field: the index of the field; if there is none, the nearest field is selected.
    ///   - extending: whether to select everything from the anchor's field to `field`.
    ///   - size: how many rows and fields the grid has.
    public mutating func selectFields(to field: Int, extending: Bool = false, in size: GridSize) {
        cursor = size.nearest(to: CellIndex(row: cursor.row, column: field))
        isOnAddRow = false
        tabStart = nil
        if !extending || extent == .records || extent == .all { anchor = cursor }
        extent = .fields
    }

    /// Widens the selection to the whole records or the whole fields of its cells.
    ///
    /// Widening it to records and to fields selects everything.
    public mutating func widen(to whole: Extent, in size: GridSize) {
        extent = extent == .cells || extent == whole ? whole : .all
    }

    /// Selects every cell; the cursor stays where it is.
    public mutating func selectAll() {
        extent = .all
    }

    /// Reduces the selection to the cursor's cell.
    public mutating func collapse() {
        anchor = cursor
        extent = .cells
    }

    /// Moves the cursor by a step.
    ///
    /// - Parameters:
    ///   - step: the step that the key stands for.
    ///   - extending: whether the anchor stays, and everything from there to the cursor is selected.
    ///   - size: how many rows and fields the grid has.
    ///   - isFilled: whether a cell holds anything, for steps to the edge of a block.
    public mutating func move(
        _ step: GridStep, extending: Bool = false, in size: GridSize, isFilled: (CellIndex) -> Bool = { _ in true }
    ) {
        let (before, start) = (cursor, tabStart)
        let destination = step.destination(from: before, startingAt: start, in: size, isFilled: isFilled)
        let mayAdd = isOnAddRow || step == .down && destination.row == size.rows
        if size.hasAddRow, !extending, extent == .cells, mayAdd, destination.row >= size.rows {
            return goToAddRow(column: destination.column, in: size)
        }
        go(to: destination, extending: extending, in: size)
        guard step == .next || step == .previous else { return }
        // In another record, Tab begins again.
        tabStart = cursor.row == before.row ? start ?? before.column : cursor.column
    }

    /// Puts the cursor on the row that adds a record.
    private mutating func goToAddRow(column: Int, in size: GridSize) {
        cursor = CellIndex(row: size.rows, column: max(0, min(column, size.fields - 1)))
        collapse()
        tabStart = nil
        isOnAddRow = true
    }

    /// Follows rows that have moved, all by as much.
    public mutating func move(byRows offset: Int, in size: GridSize) {
        (cursor.row, anchor.row) = (cursor.row + offset, anchor.row + offset)
        fit(size)
    }

    /// Keeps cursor and anchor on cells that exist, or the cursor on the row that adds a record.
    public mutating func fit(_ size: GridSize) {
        if isOnAddRow, size.hasAddRow { return goToAddRow(column: cursor.column, in: size) }
        isOnAddRow = false
        cursor = size.nearest(to: cursor)
        anchor = size.nearest(to: anchor)
    }
}
