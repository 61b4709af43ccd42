import Geometry

/// How many rows and fields there are to move about in.
public struct GridSize: Sendable, Hashable {
    /// Rows of the grid; 0 in an empty table, and where nothing was found.
    public let rows: Int
    /// Columns of the grid.
    public let fields: Int
    /// Whether there is a row below the last one that adds a record.
    public let hasAddRow: Bool

    /// The size of a grid with so many rows and fields.
    public init(rows: Int, fields: Int, hasAddRow: Bool = false) {
        self.rows = rows
        self.fields = fields
        self.hasAddRow = hasAddRow
    }

    /// The cell itself, or the nearest one that exists.
    ///
    /// In an empty grid that is cell 0, 0.
    public func nearest(to place: CellIndex) -> CellIndex {
        CellIndex(row: max(0, min(place.row, rows - 1)), column: max(0, min(place.column, fields - 1)))
    }

    /// Whether there is such a cell.
    public func contains(_ place: CellIndex) -> Bool {
        (0..<rows).contains(place.row) && (0..<fields).contains(place.column)
    }
}
