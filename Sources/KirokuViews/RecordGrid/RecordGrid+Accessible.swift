import GtkKit
import KirokuCore

extension RecordGrid: AccessibleTable {
    /// One row for each record that is shown; the header is none of them.
    public var rowCount: Int { view.count }

    /// One column for each field, in the order of the schema.
    public var columnCount: Int { document.table.schema.count }

    /// The cell under the cursor; `nil` if no record is shown.
    public var focusedCell: CellIndex? {
        size.contains(selection.cursor)
            ? CellIndex(row: selection.cursor.row, column: selection.cursor.field) : nil
    }

    /// The row that adds a record, unless the document is read-only.
    public var buttonTitle: String? { layout.hasAddRow ? localized("New record") : nil }

    /// The name of the field.
    public func columnTitle(_ column: Int) -> String { document.table.schema[column].name }

    /// What the field holds, whether the records are sorted by it, and whether it is pinned.
    public func columnDescription(_ column: Int) -> String {
        let field = document.table.schema[column]
        var parts = [field.kindName]
        if let sorting = sorting(of: column) {
            let place = ["place": localizedNumber(sorting.place)]
            parts.append(
                sorting.isDescending
                    ? localized("sorted descending, {place}", place) : localized("sorted ascending, {place}", place))
        }
        if isPinned(field.id) { parts.append(localized("pinned")) }
        return parts.joined(separator: localized(", "))
    }

    /// The cell as it is shown, but with more of a long text: about 10,000 bytes.
    ///
    /// If it does not fit, its description is the reason.
    public func cell(at index: CellIndex) -> AccessibleCell {
        let place = GridCell(row: index.row, field: index.column)
        let reason = unfitReason(at: place)
        var kind = AccessibleCell.Kind.text
        if fieldType(at: place) == .bool, reason == nil {
            kind = .checkBox(Bool(value(at: place)))
        }
        return AccessibleCell(
            text: document.table.displayText(view[index.row], index.column, limit: 10_000),
            description: reason ?? pictureDescription(at: place)
                ?? (showsMark(inRow: index.row) ? localized("found") : ""),
            kind: kind, isInvalid: reason != nil, isEditable: !document.isReadOnly)
    }

    /// Whether the cell belongs to the selection, as the cursor's always does.
    public func isSelected(_ index: CellIndex) -> Bool {
        let place = GridCell(row: index.row, field: index.column)
        return size.contains(place) && selection.contains(place)
    }

    /// The part of a cell, a header or the row that adds a record that is in sight, in the canvas's pixels; `nil` if none of it is.
    public func rectangle(of index: CellIndex) -> Rectangle? {
        if index == CellIndex(row: rowCount, column: 0) { return layout.addRowRectangle }
        guard index.row < rowCount, (0..<columnCount).contains(index.column) else { return nil }
        if index.row < 0 {
            let whole = Rectangle(
                x: layout.gutterWidth, y: 0, width: layout.bodyWidth, height: layout.headerHeight)
            return layout.headerRectangle(field: index.column).intersection(whole)
        }
        return layout.visiblePart(row: index.row, field: index.column)
    }

    /// The cell, the header or the row that adds a record at this place on the canvas; `nil` beside the table and in the
    /// gutter.
    public func cell(atX x: Double, y: Double) -> CellIndex? {
        switch layout.hit(x: x, y: y) {
        case .cell(let row, let field): CellIndex(row: row, column: field)
        case .header(let field), .edge(let field): CellIndex(row: -1, column: field)
        case .addRow: CellIndex(row: rowCount, column: 0)
        case .gutter, .corner, .outside: nil
        }
    }

    /// Puts the cursor on a cell, after what was typed elsewhere has been committed.
    public func focus(_ index: CellIndex) {
        commitEditing()
        moveCursor { $0.go(to: GridCell(row: index.row, field: index.column), in: size) }
    }

    /// Opens a cell for typing, takes a Bool on to its next state, adds a record, or sorts by a header's field, as a
    /// click there does.
    public func activate(_ index: CellIndex) {
        if index.row < 0, (0..<columnCount).contains(index.column) {
            guard !document.isLoading else { return tell(.loading) }
            commitEditing()
            return toggleSorting(by: index.column, adds: false)
        }
        if index.row == rowCount, buttonTitle != nil {
            addRecord()
            return canvas.grabFocus()
        }
        let place = GridCell(row: index.row, field: index.column)
        guard size.contains(place) else { return }
        focus(index)
        guard !document.isLoading else { return tell(.loading) }
        canvas.grabFocus()
        if fieldType(at: place) == .bool {
            toggleBool(at: place)
        } else if !activatePicture(at: place) {
            edit(.asItIs)
        }
    }

    /// That there is a picture, or why it cannot be shown; `nil` for other cells.
    private func pictureDescription(at place: GridCell) -> String? {
        guard thumbnails != nil, pictureName(at: place) != nil else { return nil }
        return pictureFailure(at: place)?.cellMessage ?? localized("picture")
    }
}
