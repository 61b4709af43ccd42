import Geometry
import GtkKit
import KirokuCore

/// A row for each bar, with its label and its value.
extension BarChart: AccessibleTable {
    /// One row for each bar.
    public var rowCount: Int { values.count }

    /// Label and value.
    public var columnCount: Int { 2 }

    /// The bar that the arrow keys have reached, as the cell of its value.
    public var focusedCell: CellIndex? { focusedBar.map { CellIndex(row: $0, column: 1) } }

    /// "Label" and "Value".
    public func columnTitle(_ column: Int) -> String { column == 0 ? localized("Label") : localized("Value") }

    /// The whole label, or the value as written beside the bar, described with its label.
    public func cell(at index: CellIndex) -> AccessibleCell {
        let isLabel = index.column == 0
        return AccessibleCell(
            text: isLabel ? labels[index.row] : valueText(values[index.row]),
            description: isLabel ? "" : text(ofBar: index.row), kind: .text, isInvalid: false, isEditable: false)
    }

    /// Whether the arrow keys have reached this bar.
    public func isSelected(_ index: CellIndex) -> Bool { index.row == focusedBar }

    /// The area of the label or the bar; no headers are visible.
    public func rectangle(of index: CellIndex) -> Rectangle? {
        let bars = layout.bars
        guard bars.indices.contains(index.row) else { return nil }
        return index.column == 0 ? bars[index.row].label ?? bars[index.row].slot : bars[index.row].slot
    }

    /// The bar at this point; its label if the point is on it.
    public func cell(atX x: Double, y: Double) -> CellIndex? {
        layout.bar(atX: x, y: y).map { bar in
            let isLabel = layout.bars[bar].label?.contains(x: x, y: y) ?? false
            return CellIndex(row: bar, column: isLabel ? 0 : 1)
        }
    }

    /// Goes to a bar, as the arrow keys do.
    public func focus(_ index: CellIndex) { focusBar(index.row) }

    /// Goes to a bar; bars have no other action.
    public func activate(_ index: CellIndex) { focus(index) }
}
