import GtkKit
import KirokuCore

extension RecordGrid {
    func press(_ event: PointerEvent) {
        commitEditing()
        canvas.grabFocus()
        visit.isEscapePressed = false
        if document.isLoading { return pressWhileLoading(event) }
        let hit = layout.hit(x: event.x, y: event.y)
        switch event.button {
        case 1: pressPrimary(hit, event)
        case 3: pressSecondary(hit, Rectangle(x: event.x, y: event.y, width: 1, height: 1))
        default: break
        }
    }

    private func pressPrimary(_ hit: GridLayout.Hit, _ event: PointerEvent) {
        let extends = event.modifiers.contains(.shift)
        switch hit {
        case .cell(let row, let field):
            pressCell(GridCell(row: row, field: field), event)
        case .gutter(let row):
            drag = .selectingRecords
            moveCursor { $0.selectRecords(to: row, extending: extends, in: size) }
        case .edge(let field) where event.clicks == 2:
            drag = .none
            fitWidth(of: field)
        case .edge(let field):
            drag = .resizing(field: field, width: layout.columnWidths[field], x: event.x)
        case .header(let field) where event.clicks == 1:
            pressHeader(field, event)
        case .addRow(let field):
            if event.clicks == 1 { addRecord(field: field) }
        case .corner:
            selectAll()
        case .header, .outside:
            break
        }
    }

    /// The field is taken at once; whether the records are sorted by it, or it is moved, the release decides.
    private func pressHeader(_ field: Int, _ event: PointerEvent) {
        let extends = event.modifiers.contains(.control) && event.modifiers.contains(.shift)
        moveCursor(scrolls: false) { $0.selectFields(to: field, extending: extends, in: size) }
        if event.modifiers.contains(.control) { return }
        drag = .pressingHeader(field: field, x: event.x, adds: event.modifiers.contains(.shift))
    }

    private func pressSecondary(_ hit: GridLayout.Hit, _ pointer: Rectangle) {
        switch hit {
        case .cell(let row, let field):
            let place = GridCell(row: row, field: field)
            if !selection.contains(place) { moveCursor { $0.go(to: place, in: size) } }
            canvas.showMenu(cellMenu, below: pointer)
        case .gutter(let row):
            if !selection.contains(GridCell(row: row, field: selection.cursor.field))
                || selection.extent != .records
            {
                moveCursor { $0.selectRecords(to: row, in: size) }
            }
            canvas.showMenu(recordMenu, below: pointer)
        case .header(let field), .edge(let field):
            canvas.showMenu(headerMenu(of: field), below: pointer)
        case .addRow, .corner, .outside:
            break
        }
    }

    func motion(_ event: PointerEvent) {
        pointer = (event.x, event.y)
        // A sheet that came up meanwhile has kept the button's release for itself; that was no click, then.
        if !event.isDragging {
            if case .pressingHeader = drag { drag = .none }
            endDrag()
        }
        switch drag {
        case .none: hover(event)
        case .selecting, .selectingRecords:
            extendSelection()
            autoscroll()
        case .resizing(let field, let width, let x):
            resize(field, to: max(GridLayout.leastColumnWidth, (width + event.x - x).rounded()))
        case .pressingHeader(let field, let x, _):
            guard abs(event.x - x) > Self.dragThreshold, !document.isReadOnly else { return }
            drag = .movingField(field: field, gap: layout.fieldGap(atX: event.x))
            canvas.setCursor("grabbing")
            canvas.redraw()
        case .movingField(let field, _):
            drag = .movingField(field: field, gap: layout.fieldGap(atX: event.x))
            canvas.redraw()
            autoscroll()
        }
    }

    func release(_ event: PointerEvent) {
        if event.button == 1 { endDrag() }
    }

    private func endDrag() {
        let ended = drag
        drag = .none
        switch ended {
        case .resizing(let field, _, _):
            document.setWidth(storedWidth(ofField: field), of: document.table.schema[field].id)
        case .pressingHeader(let field, _, let adds):
            toggleSorting(by: field, adds: adds)
        case .movingField(let field, let gap):
            canvas.setCursor(nil)
            moveField(field, to: gap > field ? gap - 1 : gap)
            canvas.redraw()
        case .none, .selecting, .selectingRecords: break
        }
    }

    /// How far a header is dragged before it moves.
    private static var dragThreshold: Double { 8 }

    private func hover(_ event: PointerEvent) {
        let hit = layout.hit(x: event.x, y: event.y)
        if case .edge = hit { canvas.setCursor("col-resize") } else { canvas.setCursor(nil) }
        let field: Int? = if case .header(let field) = hit { field } else { nil }
        guard field != hoveredField else { return }
        hoveredField = field
        canvas.redraw()
    }

    private func pressCell(_ place: GridCell, _ event: PointerEvent) {
        let isBool = fieldType(at: place) == .bool
        if isBool, event.clicks == 1, event.modifiers.isEmpty, isOnCheckBox(place, event) {
            moveCursor { $0.go(to: place, in: size) }
            toggleBool(at: place)
        } else if event.clicks == 2, !isBool {
            drag = .none
            if !activatePicture(at: place) { edit(.asItIs) }
        } else if event.clicks == 1 {
            drag = .selecting
            moveCursor { $0.go(to: place, extending: event.modifiers.contains(.shift), in: size) }
        }
    }

    private func isOnCheckBox(_ place: GridCell, _ event: PointerEvent) -> Bool {
        let cell = layout.rectangle(row: place.row, field: place.field)
        return CheckBox.rectangle(in: cell).inset(x: -4, y: -4).contains(x: event.x, y: event.y)
    }

    // MARK: Dragging beyond the edges

    /// Takes the selection to where the pointer is, or to the edge that is nearest to it.
    private func extendSelection() {
        guard size.rows > 0 else { return }
        let body = layout.body
        let (row, field) = layout.nearestCell(
            x: min(max(pointer.x, body.x), body.x + body.width - 1),
            y: min(max(pointer.y, body.y), body.y + body.height - 1))
        moveCursor(scrolls: false) { selection in
            if drag == .selectingRecords {
                selection.selectRecords(to: row, extending: true, in: size)
            } else {
                selection.go(to: GridCell(row: row, field: field), extending: true, in: size)
            }
        }
    }

    /// How far the pointer is beyond the edges that the drag scrolls over.
    private var dragDistance: (x: Double, y: Double) {
        let body = layout.body
        return switch drag {
        case .selecting: layout.distance(beyondBody: pointer.x, pointer.y)
        case .selectingRecords: layout.distance(beyondBody: body.x, pointer.y)
        case .movingField: layout.distance(beyondBody: pointer.x, body.y)
        case .none, .resizing, .pressingHeader: (0, 0)
        }
    }

    /// Scrolls with each frame as long as the pointer is held beyond an edge, the faster the farther.
    private func autoscroll() {
        guard !isAutoscrolling, dragDistance != (0, 0) else { return }
        var last: Double?
        autoscrolling = FrameTicks(of: canvas) { [weak self] time in
            guard let self, !isGone else { return false }
            let distance = dragDistance
            if distance == (0, 0) {
                autoscrolling = nil
                return false
            }
            let pixels = min(time - (last ?? time), 0.1) * 12
            last = time
            scroll(x: layout.scrollX + distance.x * pixels, y: layout.scrollY + distance.y * pixels)
            if case .movingField(let field, _) = drag {
                drag = .movingField(field: field, gap: layout.fieldGap(atX: pointer.x))
                canvas.redraw()
            } else {
                extendSelection()
            }
            return true
        }
    }

    var isAutoscrolling: Bool { autoscrolling != nil }
}
