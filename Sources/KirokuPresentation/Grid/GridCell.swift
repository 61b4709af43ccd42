/// A cell as a grid shows it: by its row, from 0, and its field's index.
///
/// Which record is in that row, ``RecordView`` knows; a `CellPosition` is the same cell in the table.
public struct GridCell: Sendable, Hashable {
    /// From 0, in the order in which the grid shows the records.
    public var row: Int
    /// The field's index, from 0.
    public var field: Int

    /// The place in this row and field, whether or not a grid has one there.
    public init(row: Int, field: Int) {
        self.row = row
        self.field = field
    }
}

/// How many rows and fields there are to move about in.
public struct GridSize: Sendable, Hashable {
    /// Rows of the grid; 0 in an empty table, and where nothing was found.
    public let rows: Int
    /// Columns of the grid.
    public let fields: Int

    /// The size of a grid with so many rows and fields.
    public init(rows: Int, fields: Int) {
        self.rows = rows
        self.fields = fields
    }

    /// The cell itself, or the nearest one that exists.
    ///
    /// In an empty grid that is cell 0, 0.
    public func nearest(to place: GridCell) -> GridCell {
        GridCell(row: max(0, min(place.row, rows - 1)), field: max(0, min(place.field, fields - 1)))
    }

    /// Whether there is such a cell.
    public func contains(_ place: GridCell) -> Bool {
        (0..<rows).contains(place.row) && (0..<fields).contains(place.field)
    }
}
