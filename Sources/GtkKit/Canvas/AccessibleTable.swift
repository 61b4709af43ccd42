import Geometry

/// A cell as a screen reader presents it.
public struct AccessibleCell: Sendable, Hashable {
    /// How the user operates the cell, which decides how a screen reader describes it.
    public enum Kind: Sendable, Hashable {
        case text
        /// A box that is ticked, empty, or neither (`nil`).
        case checkBox(Bool?)
    }

    /// The text that the cell shows and a screen reader reads out.
    public var text: String
    /// Further information, such as what is wrong with the cell.
    public var description: String
    /// Whether the cell is a text or a check box.
    public var kind: Kind
    /// Whether the contents of the cell do not fit; ``description`` tells why.
    public var isInvalid: Bool
    /// Whether the user may change the cell.
    public var isEditable: Bool

    /// Creates a cell as it is at this moment; it does not follow later changes.
    public init(text: String, description: String, kind: Kind, isInvalid: Bool, isEditable: Bool) {
        self.text = text
        self.description = description
        self.kind = kind
        self.isInvalid = isInvalid
        self.isEditable = isEditable
    }
}

/// A view drawn on a canvas, presented to screen readers and tests as a table of cells.
///
/// Row −1 is the header. If the table has a button, it is in column 0 of the row below the last one.
@MainActor
public protocol AccessibleTable: AnyObject {
    var rowCount: Int { get }
    var columnCount: Int { get }
    /// The cell that has the focus; `nil` if none has.
    var focusedCell: CellIndex? { get }

    /// The caption of the button below the last row, such as one that adds a row; `nil` for a table without one.
    var buttonTitle: String? { get }

    func columnTitle(_ column: Int) -> String
    /// Further information about a column, such as that the rows are sorted by it.
    func columnDescription(_ column: Int) -> String
    func cell(at index: CellIndex) -> AccessibleCell
    func isSelected(_ index: CellIndex) -> Bool
    /// The area of a cell, header or button on the canvas; `nil` if it is not visible.
    func rectangle(of index: CellIndex) -> Rectangle?
    func cell(atX x: Double, y: Double) -> CellIndex?
    /// Gives a cell the focus.
    func focus(_ index: CellIndex)
    /// Does what a double click on the cell does, or a press of the button.
    func activate(_ index: CellIndex)
}

extension AccessibleTable {
    /// The index of the table's button; `nil` for a table without one.
    public var buttonIndex: CellIndex? { buttonTitle == nil ? nil : CellIndex(row: rowCount, column: 0) }

    func isButton(_ index: CellIndex) -> Bool { index == buttonIndex }

    /// `nil` by default.
    public var buttonTitle: String? { nil }

    /// Empty by default.
    public func columnDescription(_ column: Int) -> String { "" }
}
