import Geometry

/// A view that screen readers see as one cell over the whole of its canvas, such as a picture.
@MainActor
public protocol SingleCellTable: AccessibleTable {
    var canvas: Canvas { get }
}

extension SingleCellTable {
    private var onlyCell: CellIndex { CellIndex(row: 0, column: 0) }

    /// Always one.
    public var rowCount: Int { 1 }
    /// Always one.
    public var columnCount: Int { 1 }
    /// The only cell.
    public var focusedCell: CellIndex? { onlyCell }

    /// Always false: nothing can be selected.
    public func isSelected(_ index: CellIndex) -> Bool { false }

    /// The whole canvas.
    public func rectangle(of index: CellIndex) -> Rectangle? {
        index.row == 0 ? Rectangle(x: 0, y: 0, width: canvas.width, height: canvas.height) : nil
    }

    /// The only cell.
    public func cell(atX x: Double, y: Double) -> CellIndex? { onlyCell }
}
