import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

extension RecordGrid: AccessibleTable {
    /// The number of shown records; the header does not count.
    public var rowCount: Int { rows.view.count }

    /// One column for each field, in the order of the schema.
    public var columnCount: Int { rows.table.schema.count }

    /// The cell under the cursor, or the row that adds a record; `nil` if no record is shown.
    public var focusedCell: CellIndex? {
        current.selection.isOnAddRow ? buttonIndex : current.isOnCell ? current.cell : nil
    }

    /// The row that adds a record, unless the table is read-only.
    public var buttonTitle: String? { viewport.layout.hasAddRow ? localized("New Record") : nil }

    /// The name of the field.
    public func columnTitle(_ column: Int) -> String { model.table.schema[column].name }

    /// The contents of the field, its place in the sort order, and whether it is pinned.
    public func columnDescription(_ column: Int) -> String {
        let field = model.table.schema[column]
        var parts = [field.kindName]
        if let sorting = fields.sorting(of: column) {
            let rank = ["place": localizedNumber(sorting.rank)]
            parts.append(
                sorting.isDescending
                    ? localized("sorted descending, {place}", rank) : localized("sorted ascending, {place}", rank))
        }
        if isPinned(field.id) { parts.append(localized("repeated in new records")) }
        if let conflict = rows.conflict(ofField: column) { parts.append(conflict.reasonText) }
        return parts.joined(separator: localized(", "))
    }

    /// The cell as it is shown, but with more of a long text: about 10,000 bytes.
    ///
    /// The description of a cell to fix explains what is wrong with it.
    public func cell(at index: CellIndex) -> AccessibleCell {
        let reason = rows.reasonToFix(index)
        let value = rows.value(at: index)
        let kind = value.isUnfit ? .text : rows.field(at: index).type.presenter.spoken(value)
        let description =
            reason ?? pictureCells.description(at: index)
            ?? joined([
                meaning(at: index), lineText(at: index), rows.showsMark(inRow: index.row) ? localized("match") : nil,
                annotationText(at: index),
            ])
        return AccessibleCell(
            text: rows.displayText(at: index, limit: 10_000),
            description: joined([peopleText(at: index), description]),
            kind: kind, isInvalid: reason != nil, isEditable: model.refusal(ofField: rows.field(at: index).id) == nil)
    }

    private func joined(_ parts: [String?]) -> String {
        parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: localized(", "))
    }

    /// The meaning of a value in words, such as "Thu 24 Dec 2026"; `nil` if its text is clear.
    private func meaning(at index: CellIndex) -> String? {
        let field = rows.field(at: index)
        guard !field.type.takesAnyText, let text = rows.value(at: index).entryText else { return nil }
        return EntryReader(type: field.type).meaning(text)
    }

    /// The meaning of the annotations of the cell and of its record.
    private func annotationText(at index: CellIndex) -> String? {
        guard let annotations = rows.annotations, let record = rows.view[index.row] else { return nil }
        let parts = [annotations.row(record)?.meaning, annotations.cell(record, index.column)?.meaning]
            .compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: localized(", "))
    }

    /// "Aiko is here": the other people in the cell; `nil` if there are none.
    private func peopleText(at index: CellIndex) -> String? {
        guard let record = rows.view[index.row] else { return nil }
        let field = rows.table.schema[index.column].id
        let names = others.people(in: rows.table.ids[record]).filter { $0.place?.field == field }.map(\.name)
        guard !names.isEmpty else { return nil }
        return localized(
            "{names} is here", "{names} are here", count: names.count,
            ["names": names.joined(separator: localized(", "))])
    }

    /// "4 lines"; `nil` for a single line.
    private func lineText(at index: CellIndex) -> String? {
        guard rows.field(at: index).type.holdsText else { return nil }
        guard let record = rows.view[index.row] else { return nil }
        let lines = model.table.lineCount(record, index.column)
        guard lines.count > 1 else { return nil }
        return lines.isExact
            ? localized("{count} line", "{count} lines", count: lines.count)
            : localized("more than {count} line", "more than {count} lines", count: lines.count)
    }

    /// Whether the cell is selected; the cursor's cell always is.
    public func isSelected(_ index: CellIndex) -> Bool {
        rows.size.contains(index) && current.selection.contains(index)
    }

    /// The visible part of a cell, a header or the row that adds a record, in the canvas's pixels; `nil` if it is out
    /// of sight.
    public func rectangle(of index: CellIndex) -> Rectangle? {
        if index == CellIndex(row: rowCount, column: 0) { return viewport.layout.addRowRectangle }
        guard index.row < rowCount, (0..<columnCount).contains(index.column) else { return nil }
        if index.row < 0 {
            let whole = Rectangle(
                x: viewport.layout.gutterWidth, y: 0, width: viewport.layout.bodyWidth,
                height: viewport.layout.headerHeight)
            return viewport.layout.headerRectangle(field: index.column).intersection(whole)
        }
        return viewport.layout.visiblePart(row: index.row, field: index.column)
    }

    /// The cell, the header or the row that adds a record at this point of the canvas; `nil` in the gutter and outside
    /// the table.
    public func cell(atX x: Double, y: Double) -> CellIndex? {
        switch viewport.layout.hit(x: x, y: y) {
        case .cell(let row, let field): CellIndex(row: row, column: field)
        case .header(let field), .edge(let field): CellIndex(row: -1, column: field)
        case .addRow: CellIndex(row: rowCount, column: 0)
        case .gutter, .addField, .corner, .outside: nil
        }
    }

    /// Puts the cursor on a cell, after committing what is typed elsewhere.
    public func focus(_ index: CellIndex) {
        commitEditing()
        current.go(to: index)
    }

    /// Does what a click does: opens a cell for typing, toggles a check box, adds a record, or sorts by a header's
    /// field.
    public func activate(_ index: CellIndex) {
        if index.row < 0, (0..<columnCount).contains(index.column) {
            guard !model.isLoading else { return messages.showError(.loading) }
            guard !rows.isOrderFixed else { return }
            commitEditing()
            return fields.toggleSorting(by: index.column, adds: false)
        }
        if index.row == rowCount, buttonTitle != nil {
            addRecord()
            return viewport.canvas.grabFocus()
        }
        guard rows.size.contains(index) else { return }
        focus(index)
        guard !model.isLoading else { return messages.showError(.loading) }
        viewport.canvas.grabFocus()
        _ = perform(rows.field(at: index).type.presenter.isToggled ? .toggle : .open)
    }
}
