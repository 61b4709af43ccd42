import Geometry

/// A cell as a screen reader presents it.
public struct AccessibleCell: Sendable, Hashable {
    /// How the cell is operated, which decides what a screen reader calls it.
    public enum Kind: Sendable, Hashable {
        case text
        /// `nil` is neither true nor false.
        case checkBox(Bool?)
    }

    /// What the cell shows, which is what is read out.
    public var text: String
    /// What else there is to say, such as what is wrong with the cell.
    public var description: String
    /// Text, or a box that is ticked.
    public var kind: Kind
    /// Whether what the cell holds does not fit; ``description`` says why.
    public var isInvalid: Bool
    /// Whether the user may change the cell.
    public var isEditable: Bool

    /// A cell as it is at this moment; it does not follow later changes.
    public init(text: String, description: String, kind: Kind, isInvalid: Bool, isEditable: Bool) {
        self.text = text
        self.description = description
        self.kind = kind
        self.isInvalid = isInvalid
        self.isEditable = isEditable
    }
}

/// A view that a canvas draws, as a table of cells for screen readers and tests.
///
/// Row −1 is the header. The row below the last one has the table's button, if there is one, in its column 0.
@MainActor
public protocol AccessibleTable: AnyObject {
    var rowCount: Int { get }
    var columnCount: Int { get }
    /// The cell that has the focus, if any.
    var focusedCell: CellIndex? { get }

    /// What the button below the last row is called, such as one that adds a row; `nil` for a table without one.
    var buttonTitle: String? { get }

    func columnTitle(_ column: Int) -> String
    /// What else there is to say of a column, such as that the rows are sorted by it.
    func columnDescription(_ column: Int) -> String
    func cell(at index: CellIndex) -> AccessibleCell
    func isSelected(_ index: CellIndex) -> Bool
    /// Where a cell, a header or the button is on the canvas; `nil` if it is not in sight.
    func rectangle(of index: CellIndex) -> Rectangle?
    func cell(atX x: Double, y: Double) -> CellIndex?
    /// Gives a cell the focus.
    func focus(_ index: CellIndex)
    /// Does what a double click does, or what pressing the button does.
    func activate(_ index: CellIndex)
}

extension AccessibleTable {
    /// Where the table's button is among the cells.
    public var buttonIndex: CellIndex? { buttonTitle == nil ? nil : CellIndex(row: rowCount, column: 0) }

    func isButton(_ index: CellIndex) -> Bool { index == buttonIndex }

    /// None by default.
    public var buttonTitle: String? { nil }

    /// Empty by default.
    public func columnDescription(_ column: Int) -> String { "" }
}
