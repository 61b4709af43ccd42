import Geometry

/// The number of rows and fields of a grid.
public struct GridSize: Sendable, Hashable {
    /// The number of rows; 0 in an empty table and when nothing was found.
    public let rows: Int
    /// The number of fields.
    public let fields: Int
    /// Whether there is a row below the last one that adds a record.
    public let hasAddRow: Bool

    /// Creates the size of a grid with this many rows and fields.
    public init(rows: Int, fields: Int, hasAddRow: Bool = false) {
        self.rows = rows
        self.fields = fields
        self.hasAddRow = hasAddRow
    }

    /// The cell itself, or the nearest one that exists.
    ///
    /// In an empty grid, this is cell 0, 0.
    public func nearest(to place: CellIndex) -> CellIndex {
        CellIndex(row: max(0, min(place.row, rows - 1)), column: max(0, min(place.column, fields - 1)))
    }

    /// Whether the cell exists.
    public func contains(_ place: CellIndex) -> Bool {
        (0..<rows).contains(place.row) && (0..<fields).contains(place.column)
    }
}
