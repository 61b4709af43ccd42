import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// The pointer on the canvas: presses, drags, and scrolling while dragging beyond an edge.
@MainActor
final class GridPointer {
    /// The drag that the last press began.
    private(set) var drag = Drag.none
    /// The header under the pointer.
    private(set) var hoveredField: Int?
    /// Called before a press is handled, to commit what is typed elsewhere.
    var onPress: (() -> Void)?
    /// Performs the command of a press, except for selecting.
    var perform: ((GridCommand) -> Void)?
    /// Whether records can be moved now; if not, shows why.
    var mayMoveRecords: (() -> Bool)?
    /// Opens a menu at a place on the canvas.
    var showMenu: ((Menu, Rectangle) -> Void)?
    private let rows: GridRows
    private let viewport: GridViewport
    private let current: GridCursor
    private let fields: GridFields
    /// The last position of the pointer.
    private var pointer = (x: 0.0, y: 0.0)
    private let scrolling: GridAutoscroll

    enum Drag: Equatable {
        case none
        case selecting
        case selectingRecords
        /// The edge of a field is dragged; with the field's width and the pointer's position at the press.
        case resizing(field: Int, width: Double, x: Double)
        /// A header was pressed at this position; the next event decides whether the press sorts or moves.
        case pressingHeader(field: Int, x: Double, adds: Bool)
        /// A header is dragged and would be inserted before the field at `gap`.
        case movingField(field: Int, gap: Int)
        /// The number of a selected record was pressed; the next event decides whether the press selects or moves.
        case pressingRecord(row: Int, y: Double)
        /// The selected records are dragged and would be moved before the row at `gap`.
        case movingRecords(gap: Int)
    }

    /// The menu that a press of the secondary button opens.
    enum Menu {
        case cells
        case records
        case header(Int)
    }

    init(_ rows: GridRows, _ viewport: GridViewport, _ current: GridCursor, _ fields: GridFields) {
        self.rows = rows
        self.viewport = viewport
        self.current = current
        self.fields = fields
        scrolling = GridAutoscroll(viewport)
        viewport.canvas.onPress = { [weak self] in self?.press($0) }
        viewport.canvas.onRelease = { [weak self] in if $0.button == 1 { self?.endDrag() } }
        viewport.canvas.onMotion = { [weak self] in self?.motion($0) }
    }

    var isAutoscrolling: Bool { scrolling.isActive }

    private var layout: GridLayout { viewport.layout }

    // MARK: Pressing

    private func press(_ event: PointerEvent) {
        onPress?()
        viewport.canvas.grabFocus()
        let hit = layout.hit(x: event.x, y: event.y)
        if rows.model.isLoading { return pressWhileLoading(hit, event) }
        switch event.button {
        case 1: pressPrimary(hit, event)
        case 3: pressSecondary(hit, Rectangle(x: event.x, y: event.y, width: 1, height: 1))
        default: break
        }
    }

    private func pressPrimary(_ hit: GridLayout.Hit, _ event: PointerEvent) {
        switch hit {
        case .cell(let row, let field):
            pressCell(CellIndex(row: row, column: field), event)
        case .gutter:
            pressGutter(hit, event)
        case .edge(let field) where event.clicks == 2:
            drag = .none
            perform?(.field(.fitWidth(of: field)))
        case .edge(let field):
            drag = .resizing(field: field, width: layout.columnWidths[field], x: event.x)
        case .header(let field) where event.clicks == 1:
            pressHeader(field, event)
        case .addRow(let field):
            if event.clicks == 1 { perform?(.addRecord(field: field)) }
        case .addField:
            if event.clicks == 1 { perform?(.addField) }
        case .corner:
            perform?(event.clicks == 2 ? .field(.fitAllWidths) : .selectAll)
        case .header, .outside:
            break
        }
    }

    private func pressGutter(_ hit: GridLayout.Hit, _ event: PointerEvent) {
        guard case .gutter(let row) = hit else { return }
        guard event.clicks == 2, let edge = layout.rowEdge(x: event.x, y: event.y) else {
            if isSelected(row), event.modifiers.isEmpty {
                drag = .pressingRecord(row: row, y: event.y)
            } else {
                selectRecords(to: row, event)
            }
            return
        }
        drag = .none
        current.move { $0.selectRecords(to: edge, in: rows.size) }
        perform?(.showWhole)
    }

    private func pressCell(_ cell: CellIndex, _ event: PointerEvent) {
        if event.clicks == 1, event.modifiers.isEmpty, let command = command(ofPress: event, on: cell) {
            current.go(to: cell)
            perform?(command)
        } else if event.clicks == 1, event.modifiers == .control, !rows.addresses(at: cell).isEmpty {
            current.go(to: cell)
            perform?(.openAddresses)
        } else if event.clicks == 2, !rows.field(at: cell).type.presenter.isToggled {
            drag = .none
            perform?(.open)
        } else if event.clicks == 1 {
            select(to: cell, event)
        }
    }

    /// The command of a press on a part of a cell, beyond selecting the cell.
    private func command(ofPress event: PointerEvent, on cell: CellIndex) -> GridCommand? {
        let field = rows.field(at: cell)
        let line = layout.firstLine(of: layout.rectangle(row: cell.row, field: cell.column))
        return field.type.presenter.press(
            atX: event.x, y: event.y, in: line, of: field, isCurrent: cell == current.cell)
    }

    private func select(to cell: CellIndex, _ event: PointerEvent) {
        drag = .selecting
        current.go(to: cell, extending: event.modifiers.contains(.shift))
    }

    private func selectRecords(to row: Int, _ event: PointerEvent) {
        drag = .selectingRecords
        current.move { $0.selectRecords(to: row, extending: event.modifiers.contains(.shift), in: rows.size) }
    }

    /// Whether the record in a row is selected as a whole.
    private func isSelected(_ row: Int) -> Bool {
        current.selection.extent == .records && current.selectedRows.contains(row)
    }

    /// Selects the field at once; the release decides whether the press sorts or moves.
    private func pressHeader(_ field: Int, _ event: PointerEvent) {
        let extends = event.modifiers.contains(.control) && event.modifiers.contains(.shift)
        current.move(scrolls: false) { $0.selectFields(to: field, extending: extends, in: rows.size) }
        if event.modifiers.contains(.control) { return }
        drag = .pressingHeader(field: field, x: event.x, adds: event.modifiers.contains(.shift))
    }

    private func pressSecondary(_ hit: GridLayout.Hit, _ place: Rectangle) {
        switch hit {
        case .cell(let row, let field):
            let cell = CellIndex(row: row, column: field)
            if !current.selection.contains(cell) { current.go(to: cell) }
            showMenu?(.cells, place)
        case .gutter(let row):
            if !isSelected(row) { current.move { $0.selectRecords(to: row, in: rows.size) } }
            showMenu?(.records, place)
        case .header(let field), .edge(let field):
            showMenu?(.header(field), place)
        case .addRow, .addField, .corner, .outside:
            break
        }
    }

    /// Only selecting works while just some of the records are loaded.
    private func pressWhileLoading(_ hit: GridLayout.Hit, _ event: PointerEvent) {
        switch hit {
        case .cell(let row, let field) where event.button == 1 && event.clicks == 1:
            select(to: CellIndex(row: row, column: field), event)
        case .gutter(let row) where event.button == 1:
            selectRecords(to: row, event)
        case .outside: break
        default: perform?(.wait)
        }
    }

    // MARK: Moving and releasing

    private func motion(_ event: PointerEvent) {
        pointer = (event.x, event.y)
        // A sheet that opened meanwhile has received the release of the button; so that was not a click.
        if !event.isDragging {
            cancelPress()
            endDrag()
        }
        switch drag {
        case .none: hover(event)
        case .selecting, .selectingRecords:
            extendSelection()
            autoscroll()
        case .resizing(let field, let width, let x):
            viewport.setColumnWidth(max(GridLayout.leastColumnWidth, (width + event.x - x).rounded()), of: field)
        case .pressingHeader(let field, let x, _):
            guard abs(event.x - x) > Self.dragThreshold, !rows.model.isReadOnly else { return }
            viewport.canvas.setCursor("grabbing")
            moveField(field)
        case .movingField(let field, _):
            moveField(field)
            autoscroll()
        case .pressingRecord(_, let y):
            guard abs(event.y - y) > Self.dragThreshold else { return }
            guard mayMoveRecords?() == true else {
                drag = .none
                return
            }
            viewport.canvas.setCursor("grabbing")
            moveRecords()
        case .movingRecords:
            moveRecords()
            autoscroll()
        }
    }

    /// Ends a press that was released elsewhere.
    private func cancelPress() {
        switch drag {
        case .pressingHeader, .pressingRecord: drag = .none
        default: break
        }
    }

    /// Ends a drag of a header or of records, which then stay where they are; returns whether there was one.
    func cancelMove() -> Bool {
        switch drag {
        case .movingField, .movingRecords:
            drag = .none
            viewport.canvas.setCursor(nil)
            viewport.redraw()
            return true
        default: return false
        }
    }

    private func endDrag() {
        let ended = drag
        drag = .none
        switch ended {
        case .resizing(let field, _, _):
            fields.keepWidth(of: field)
        case .pressingHeader(let field, _, let adds):
            perform?(.field(.toggleSorting(by: field, adds: adds)))
        case .movingField(let field, let gap):
            viewport.canvas.setCursor(nil)
            perform?(.field(.move(field, to: gap > field ? gap - 1 : gap)))
            viewport.redraw()
        case .pressingRecord(let row, _):
            current.move { $0.selectRecords(to: row, in: rows.size) }
        case .movingRecords(let gap):
            viewport.canvas.setCursor(nil)
            perform?(.moveRecords(.to(gap: gap)))
            viewport.redraw()
        case .none, .selecting, .selectingRecords: break
        }
    }

    /// The distance after which a pressed item starts to move.
    private static var dragThreshold: Double { 8 }

    private func hover(_ event: PointerEvent) {
        let hit = layout.hit(x: event.x, y: event.y)
        let isOnRowEdge = layout.rowEdge(x: event.x, y: event.y) != nil
        if case .edge = hit {
            viewport.canvas.setCursor("col-resize")
        } else {
            viewport.canvas.setCursor(isOnRowEdge ? "row-resize" : nil)
        }
        let field: Int? = if case .header(let field) = hit { field } else { nil }
        guard field != hoveredField else { return }
        hoveredField = field
        viewport.redraw()
    }

    /// Shows where a dragged header would be inserted.
    private func moveField(_ field: Int) {
        drag = .movingField(field: field, gap: layout.fieldGap(atX: pointer.x))
        viewport.redraw()
    }

    /// Shows where dragged records would be moved to.
    private func moveRecords() {
        let body = layout.body
        drag = .movingRecords(gap: layout.rowGap(atY: min(max(pointer.y, body.y), body.y + body.height)))
        viewport.redraw()
    }

    /// Extends the selection to the pointer, or to the nearest visible cell.
    private func extendSelection() {
        guard rows.view.count > 0 else { return }
        let body = layout.body
        let (row, field) = layout.nearestCell(
            x: min(max(pointer.x, body.x), body.x + body.width - 1),
            y: min(max(pointer.y, body.y), body.y + body.height - 1))
        current.move(scrolls: false) { selection in
            if drag == .selectingRecords {
                selection.selectRecords(to: row, extending: true, in: rows.size)
            } else {
                selection.go(to: CellIndex(row: row, column: field), extending: true, in: rows.size)
            }
        }
    }

    // MARK: Dragging beyond the edges

    /// The distance of the pointer from the edges over which the drag scrolls.
    private var dragDistance: (x: Double, y: Double) {
        let body = layout.body
        return switch drag {
        case .selecting: layout.distance(beyondBody: pointer.x, pointer.y)
        case .selectingRecords, .movingRecords: layout.distance(beyondBody: body.x, pointer.y)
        case .movingField: layout.distance(beyondBody: pointer.x, body.y)
        case .none, .resizing, .pressingHeader, .pressingRecord: (0, 0)
        }
    }

    private func followDrag() {
        switch drag {
        case .movingField(let field, _): moveField(field)
        case .movingRecords: moveRecords()
        default: extendSelection()
        }
    }

    private func autoscroll() {
        scrolling.begin {
            [weak self] in
            self?.dragDistance ?? (0, 0)
        } follow: {
            [weak self] in
            self?.followDrag()
        }
    }
}
