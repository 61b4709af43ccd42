import GtkKit
import KirokuCore

extension RecordGrid: AccessibleTable {
    /// One row for each record; the header is none of them.
    public var rowCount: Int { document.table.count }

    /// One column for each field, in the order of the schema.
    public var columnCount: Int { document.table.schema.count }

    /// The cell under the cursor; `nil` in an empty table.
    public var focusedCell: CellIndex? {
        size.contains(cursor) ? CellIndex(row: cursor.record, column: cursor.field) : nil
    }

    /// The name of the field.
    public func columnTitle(_ column: Int) -> String { document.table.schema[column].name }

    /// The cell as it is shown, but with more of a long text: about 10,000 bytes.
    ///
    /// If it does not fit, its description is the reason.
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

    /// Whether the cell belongs to the selection, as the cursor's always does.
    public func isSelected(_ index: CellIndex) -> Bool {
        size.contains(cursor) && selection.contains(CellPlace(record: index.row, field: index.column))
    }

    /// The part of a cell or header that is in sight, in the canvas's pixels; `nil` if none of it is.
    public func rectangle(of index: CellIndex) -> Rectangle? {
        guard index.row < rowCount, (0..<columnCount).contains(index.column) else { return nil }
        if index.row < 0 {
            let whole = Rectangle(
                x: layout.gutterWidth, y: 0, width: layout.bodyWidth, height: layout.headerHeight)
            return layout.headerRectangle(field: index.column).intersection(whole)
        }
        return layout.visiblePart(record: index.row, field: index.column)
    }

    /// The cell, or with row −1 the header, at this place on the canvas; `nil` beside the table and in the gutter.
    public func cell(atX x: Double, y: Double) -> CellIndex? {
        switch layout.hit(x: x, y: y) {
        case .cell(let record, let field): CellIndex(row: record, column: field)
        case .header(let field), .edge(let field): CellIndex(row: -1, column: field)
        case .gutter, .outside: nil
        }
    }

    /// Puts the cursor on a cell, after what was typed elsewhere has been committed.
    public func focus(_ index: CellIndex) {
        commitEditing()
        go(to: CellPlace(record: index.row, field: index.column))
    }

    /// Opens a cell for typing, or takes a Bool on to its next state; does nothing for a header.
    public func activate(_ index: CellIndex) {
        let place = CellPlace(record: index.row, field: index.column)
        guard size.contains(place) else { return }
        focus(index)
        canvas.grabFocus()
        if document.table.schema[place.field].type == .bool { toggleBool(at: place) } else { edit(.asItIs) }
    }
}
