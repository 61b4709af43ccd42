/// A cell by its row and column, from 0. Row −1 is the header.
public struct CellIndex: Sendable, Hashable {
    public let row: Int
    public let column: Int

    public init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

/// What a screen reader is told of a cell.
public struct AccessibleCell: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case text
        /// `nil` is neither true nor false.
        case checkBox(Bool?)
    }

    public var text: String
    /// What else there is to say, such as what is wrong with the cell.
    public var description: String
    public var kind: Kind
    public var isInvalid: Bool
    public var isEditable: Bool

    public init(text: String, description: String, kind: Kind, isInvalid: Bool, isEditable: Bool) {
        self.text = text
        self.description = description
        self.kind = kind
        self.isInvalid = isInvalid
        self.isEditable = isEditable
    }
}

/// A view that a canvas draws, as a table of cells for screen readers and tests.
@MainActor
public protocol AccessibleTable: AnyObject {
    var rowCount: Int { get }
    var columnCount: Int { get }
    /// The cell that has the focus, if any.
    var focusedCell: CellIndex? { get }

    func columnTitle(_ column: Int) -> String
    func cell(at index: CellIndex) -> AccessibleCell
    func isSelected(_ index: CellIndex) -> Bool
    /// Where a cell, or with row −1 a header, is on the canvas; `nil` if it is not in sight.
    func rectangle(of index: CellIndex) -> Rectangle?
    func cell(atX x: Double, y: Double) -> CellIndex?
    /// Gives a cell the focus.
    func focus(_ index: CellIndex)
    /// Does what a double click does.
    func activate(_ index: CellIndex)
}
