/// A cell by its row and column, from 0, in a grid or any other table on the screen.
public struct CellIndex: Sendable, Hashable {
    /// From 0; a view may give other numbers a meaning, such as −1 for the header.
    public var row: Int
    /// From 0, in the order of the table's columns.
    public var column: Int

    /// The cell in this row and column, whether or not a table has one there.
    public init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}
