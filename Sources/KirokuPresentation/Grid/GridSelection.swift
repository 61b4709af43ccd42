import Geometry

/// The cursor of a grid, and the cells that are selected with it (pure: what the keys mean, without a toolkit).
///
/// The selection is the rectangle between the anchor and the cursor, or all of the records or fields that these two
/// are in; mostly both are the same cell, and it alone is selected.
public struct GridSelection: Sendable, Hashable {
    /// What of the rectangle between anchor and cursor counts.
    public enum Extent: Sendable, Hashable {
        /// The cells of the rectangle.
        case cells
        /// Whole records: all fields of its rows.
        case records
        /// Whole fields: all rows of its fields, also those that come later.
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
    /// The field in which Tab began to go through the record with the cursor; `nil` if the cursor came there otherwise.
    public private(set) var tabStart: Int?
    /// Whether the cursor is on the row that adds a record, below the last one; no cell is selected then.
    public private(set) var isOnAddRow = false

    /// The first cell of a grid, alone.
    public init() {}

    /// The selected rows; empty in a grid without any, and on the row that adds a record.
    public func rows(in size: GridSize) -> Range<Int> {
        switch extent {
        case .fields, .all: 0..<max(0, size.rows)
        case .cells, .records:
            Range(min(cursor.row, anchor.row)...max(cursor.row, anchor.row)).clamped(to: 0..<max(0, size.rows))
        }
    }

    /// The selected fields; empty only in a grid without any.
    public func fields(in size: GridSize) -> Range<Int> {
        switch extent {
        case .records, .all: 0..<max(0, size.fields)
        case .cells, .fields:
            Range(min(cursor.column, anchor.column)...max(cursor.column, anchor.column))
                .clamped(to: 0..<max(0, size.fields))
        }
    }

    /// Whether the cell, which must exist, is one of the selected ones.
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

    /// Whether nothing but the cursor's cell is selected.
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

    /// Selects whole records; the cursor stays in its field, or goes to the last of them.
    ///
    /// - Parameters:
    ///   - row: the record's; that of the nearest record if there is none.
    ///   - extending: from the anchor's row on; that one is the other end then.
    ///   - size: how many rows and fields the grid has.
    public mutating func selectRecords(to row: Int, extending: Bool = false, in size: GridSize) {
        cursor = size.nearest(to: CellIndex(row: row, column: cursor.column))
        isOnAddRow = false
        tabStart = nil
        if !extending || extent == .fields || extent == .all { anchor = cursor }
        extent = .records
    }

    /// Selects whole fields; the cursor stays in its row.
    ///
    /// - Parameters:
    ///   - field: its index; that of the nearest field if there is none.
    ///   - extending: from the anchor's field on.
    ///   - size: how many rows and fields the grid has.
    public mutating func selectFields(to field: Int, extending: Bool = false, in size: GridSize) {
        cursor = size.nearest(to: CellIndex(row: cursor.row, column: field))
        isOnAddRow = false
        tabStart = nil
        if !extending || extent == .records || extent == .all { anchor = cursor }
        extent = .fields
    }

    /// Selects the records in which cells are selected, or the fields.
    ///
    /// Both one after the other select everything.
    public mutating func widen(to whole: Extent, in size: GridSize) {
        extent = extent == .cells || extent == whole ? whole : .all
    }

    /// Selects every cell; the cursor stays where it is.
    public mutating func selectAll() {
        extent = .all
    }

    /// Gives up all but the cursor's cell.
    public mutating func collapse() {
        anchor = cursor
        extent = .cells
    }

    /// Moves the cursor as a key says.
    ///
    /// - Parameters:
    ///   - step: what the key stands for.
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
        // In another record, Tab begins anew.
        tabStart = cursor.row == before.row ? start ?? before.column : cursor.column
    }

    /// Puts the cursor on the row that adds a record.
    private mutating func goToAddRow(column: Int, in size: GridSize) {
        cursor = CellIndex(row: size.rows, column: max(0, min(column, size.fields - 1)))
        collapse()
        tabStart = nil
        isOnAddRow = true
    }

    /// Keeps cursor and anchor on cells that exist, or the cursor on the row that adds a record.
    public mutating func fit(_ size: GridSize) {
        if isOnAddRow, size.hasAddRow { return goToAddRow(column: cursor.column, in: size) }
        isOnAddRow = false
        cursor = size.nearest(to: cursor)
        anchor = size.nearest(to: anchor)
    }
}
