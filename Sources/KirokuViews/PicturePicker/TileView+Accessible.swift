import Geometry
import GtkKit

/// One row for each tile, even if several are side by side.
extension TileView: AccessibleTable {
    var rowCount: Int { layout.count }

    var columnCount: Int { 1 }

    var focusedCell: CellIndex? { chosen.map { CellIndex(row: $0, column: 0) } }

    func columnTitle(_ column: Int) -> String { title }

    func cell(at index: CellIndex) -> AccessibleCell {
        let tile = tile(index.row)
        return AccessibleCell(
            text: tile.name, description: tile.detail, kind: .text, isInvalid: tile.isBroken, isEditable: false)
    }

    func isSelected(_ index: CellIndex) -> Bool { index.row == chosen }

    func rectangle(of index: CellIndex) -> Rectangle? {
        guard layout.visible.contains(index.row) else { return nil }
        let whole = Rectangle(x: 0, y: 0, width: layout.viewWidth, height: layout.viewHeight)
        return layout.rectangle(of: index.row).intersection(whole)
    }

    func cell(atX x: Double, y: Double) -> CellIndex? {
        layout.index(atX: x, y: y).map { CellIndex(row: $0, column: 0) }
    }

    func focus(_ index: CellIndex) {
        guard (0..<layout.count).contains(index.row), index.row != chosen else { return }
        choose(index.row)
        onChoose?(index.row)
    }

    func activate(_ index: CellIndex) {
        guard (0..<layout.count).contains(index.row) else { return }
        focus(index)
        onActivate?(index.row)
    }
}
