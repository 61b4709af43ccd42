import GtkKit
import KirokuCore

extension RecordGrid {
    func press(_ event: PointerEvent) {
        commitEditing()
        canvas.grabFocus()
        guard event.button == 1 else { return }
        switch layout.hit(x: event.x, y: event.y) {
        case .cell(let record, let field):
            pressCell(CellPlace(record: record, field: field), event)
        case .gutter(let record):
            drag = .selectingRecords(from: record)
            selectRecords(from: record, to: record)
        case .edge(let field):
            drag = .resizing(field: field, width: layout.columnWidths[field], x: event.x)
        case .header, .outside:
            break
        }
    }

    func motion(_ event: PointerEvent) {
        // A sheet that came up meanwhile has kept the button's release for itself.
        if !event.isDragging { release(event) }
        switch drag {
        case .none:
            let isOverEdge = if case .edge = layout.hit(x: event.x, y: event.y) { true } else { false }
            canvas.setCursor(isOverEdge ? "col-resize" : nil)
        case .selecting:
            let (record, field) = layout.nearestCell(x: event.x, y: event.y)
            moveCursor { $0.go(to: CellPlace(record: record, field: field), extending: true, in: size) }
        case .selectingRecords(let first):
            selectRecords(from: first, to: layout.nearestCell(x: event.x, y: event.y).record)
        case .resizing(let field, let width, let x):
            layout.columnWidths[field] = max(GridLayout.leastColumnWidth, (width + event.x - x).rounded())
            updateLayout()
            canvas.redraw()
        }
    }

    func release(_ event: PointerEvent) {
        if case .resizing(let field, _, _) = drag {
            document.setWidth(Int(layout.columnWidths[field]), of: document.table.schema[field].id)
        }
        drag = .none
    }

    private func pressCell(_ place: CellPlace, _ event: PointerEvent) {
        let isBool = document.table.schema[place.field].type == .bool
        if isBool, event.clicks == 1, event.modifiers.isEmpty, isOnCheckBox(place, event) {
            go(to: place)
            toggleBool(at: place)
        } else if event.clicks == 2, !isBool {
            drag = .none
            edit(.asItIs)
        } else if event.clicks == 1 {
            drag = .selecting
            moveCursor { $0.go(to: place, extending: event.modifiers.contains(.shift), in: size) }
        }
    }

    private func isOnCheckBox(_ place: CellPlace, _ event: PointerEvent) -> Bool {
        let cell = layout.rectangle(record: place.record, field: place.field)
        return CheckBox.rectangle(in: cell).inset(x: -4, y: -4).contains(x: event.x, y: event.y)
    }

    private func selectRecords(from first: Int, to last: Int) {
        moveCursor { $0.select(records: min(first, last)...max(first, last), in: size) }
    }
}
