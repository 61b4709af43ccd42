import GtkKit
import KirokuCore
import KirokuViews

/// Editing a cell's text with room around it, in a sheet.
extension CardsScreen {
    /// Opens the cell under the cursor large.
    func editLarge() {
        guard let window, window.dialog == nil, let document, let cell = cellToEditLarge else { return }
        commitEditing()
        let typed = TypedCell(cell, in: document.table)
        let format = document.table.schema[cell.field].numberFormat
        let text = document.table[cell.record, cell.field].entryText(in: format) ?? ""
        if text.utf8.count > LargeTextView.longest {
            return window.show(
                Message(localized("This text is longer than 16 MB. You can read it, but not edit it."), .caution))
        }
        if text.utf8.contains(0) {
            return window.show(
                Message(localized("This text contains characters that cannot be edited here."), .caution))
        }
        let hold = document.hold(typed.record)
        let sheet = LargeTextSheet(
            over: window, text, fieldName: document.table.schema[cell.field].name, isEditable: !document.isReadOnly)
        sheet.onKept = { [weak self, weak document] text throws(EditError) in
            if let document { try self?.keep(text, in: typed, of: document) }
        }
        window.hold(sheet) { [hold] in
            withExtendedLifetime(hold) {}
        }
        sheet.open()
    }

    /// Whether there is a cell under the cursor.
    var cellToEditLarge: CellPosition? {
        guard let document, let cell = grid?.cursor, cell.record < document.table.count,
            document.table.schema.fields.indices.contains(cell.field)
        else { return nil }
        return cell
    }

    /// The item of a cell's menu.
    var largeTextItems: [ContextMenuItem] {
        guard cellToEditLarge != nil else { return [] }
        return [
            ContextMenuItem(localized("Edit in a Large _View…"), key: Command.editLarge.keys.first) { [weak self] in
                self?.editLarge()
            }
        ]
    }

    private func keep(
        _ text: String, in typed: TypedCell, of document: Document
    ) throws(EditError) {
        let value = EntryReader.typing(into: typed.field).read(text)
        if let conflict = typed.conflict(with: value, in: document.table) {
            document.leaveOpen(conflict)
            window?.show(Message(conflict.reasonText, .error))
            return
        }
        guard let record = document.table.index(of: typed.record),
            let field = document.table.schema.index(of: typed.field.id)
        else { return }
        let cell = CellPosition(record: record, field: field)
        guard value != document.table[cell.record, cell.field] else { return }
        grid?.willChange(cell)
        try document.setCells([CellEdit(record: cell.record, field: cell.field, value: value)])
        let reason = document.toFix.reason(cell.record, cell.field)
        window?.show(reason.map { Message($0, .error) })
    }
}
