import GtkKit
import KirokuCore

extension RecordGrid: AccessibleTable {
    public var rowCount: Int { document.table.count }

    public var columnCount: Int { document.table.schema.count }

    public var focusedCell: CellIndex? {
        size.contains(cursor) ? CellIndex(row: cursor.record, column: cursor.field) : nil
    }

    public func columnTitle(_ column: Int) -> String { document.table.schema[column].name }

    public func cell(at index: CellIndex) -> AccessibleCell {
        let place = CellPlace(record: index.row, field: index.column)
        let reason = unfitReason(at: place)
        let value = document.table[index.row, index.column]
        var kind = AccessibleCell.Kind.text
        if document.table.schema[index.column].type == .bool, reason == nil {
            kind = .checkBox(Bool(value))
        }
        return AccessibleCell(
            text: document.table.displayText(index.row, index.column, limit: 10_000), description: reason ?? "",
            kind: kind, isInvalid: reason != nil, isEditable: !document.isReadOnly)
    }

    public func isSelected(_ index: CellIndex) -> Bool {
        size.contains(cursor) && selection.contains(CellPlace(record: index.row, field: index.column))
    }

    public func rectangle(of index: CellIndex) -> Rectangle? {
        if index.row < 0 {
            let whole = Rectangle(
                x: layout.gutterWidth, y: 0, width: layout.bodyWidth, height: layout.headerHeight)
            return layout.headerRectangle(field: index.column).intersection(whole)
        }
        return layout.visiblePart(record: index.row, field: index.column)
    }

    public func cell(atX x: Double, y: Double) -> CellIndex? {
        switch layout.hit(x: x, y: y) {
        case .cell(let record, let field): CellIndex(row: record, column: field)
        case .header(let field), .edge(let field): CellIndex(row: -1, column: field)
        case .gutter, .outside: nil
        }
    }

    public func focus(_ index: CellIndex) {
        commitEditing()
        go(to: CellPlace(record: index.row, field: index.column))
    }

    public func activate(_ index: CellIndex) {
        guard index.row >= 0 else { return }
        let place = CellPlace(record: index.row, field: index.column)
        focus(index)
        canvas.grabFocus()
        if document.table.schema[place.field].type == .bool { toggleBool(at: place) } else { edit(.asItIs) }
    }
}
