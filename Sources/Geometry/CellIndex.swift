/// A cell by its row and column, from 0, in a grid or any other table on the screen.
public struct CellIndex: Sendable, Hashable {
    /// The row, from 0; a view may use other numbers, such as −1 for the header.
    public var row: Int
    /// The column, from 0, in the order of the table's columns.
    public var column: Int

    /// Creates the index of a cell, whether or not a table has such a cell.
    public init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}
