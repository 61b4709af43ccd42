import GtkKit
import KirokuCore

/// A document's records as a grid: one row a record, one column a field, edited in place.
///
/// Only what is in sight is ever drawn or asked for, so a million records cost what a hundred do. All edits go through
/// the document; the grid shows what that says.
@MainActor
public final class RecordGrid {
    /// What is shown and edited; the grid follows its changes, whoever makes them.
    public let document: Document
    /// To be put into a window.
    public let widget: Grid
    /// News for the user: what is wrong with a cell, or why an edit was refused.
    ///
    /// `nil` takes the last one back.
    public var onMessage: ((Message?) -> Void)?
    /// Called when the editing of a cell begins or ends.
    public var onEditingChange: (() -> Void)?

    let canvas: Canvas
    let editor: CellEditor
    var layout = GridLayout()
    var selection = GridSelection()
    var drag = GridDrag.none
    /// The cell that was committed last, so that its reason outlives the cursor's going on.
    var lastEdit: CellPlace?
    /// Whether the cursor goes along to what changes, as it does while steps are taken back.
    var followsChanges = false
    /// Whether the widgets were taken down while somebody still holds the grid; it does nothing then.
    private(set) var isGone = false
    private let surface: Overlay
    private let verticalBar = verticalScrollBar()
    private let horizontalBar = horizontalScrollBar()
    private var observation: Observation?

    /// - Parameter name: how screen readers and tests know the grid.
    public init(document: Document, name: String) {
        self.document = document
        canvas = Canvas(name: name)
        canvas.addStyleClass("view")
        editor = CellEditor()
        surface = overlay(canvas)
        widget = grid()
        surface.setExpands(horizontally: true, vertically: true)
        widget.attach(surface, column: 0, row: 0)
        widget.attach(verticalBar, column: 1, row: 0)
        widget.attach(horizontalBar, column: 0, row: 1)
        surface.add(editor.entry) { [weak self] in self?.editorPlace ?? Rectangle(x: 0, y: 0, width: 1, height: 1) }
        for hidden in [AnyWidget(editor.entry), AnyWidget(verticalBar), AnyWidget(horizontalBar)] {
            hidden.setShownOnlyByItself()
        }
        connect()
        measure()
        observation = document.observe { [weak self] event in self?.documentSaid(event) }
        attach(self, to: widget, key: "kiroku-record-grid")
    }

    /// The cell that the keys go to.
    public var cursor: CellPlace { selection.cursor }

    /// Has the keys go to the cell under the cursor.
    public func grabFocus() {
        if !isGone { canvas.grabFocus() }
    }

    /// Puts the cursor on a cell and brings it into sight.
    public func go(to place: CellPlace) {
        moveCursor { $0.go(to: place, in: size) }
    }

    var size: GridSize { GridSize(records: document.table.count, fields: document.table.schema.count) }

    /// Changes the selection, scrolls to the cursor, and says what there is to say about the cell there.
    func moveCursor(_ change: (inout GridSelection) -> Void) {
        guard !isGone else { return }
        let before = selection.cursor
        change(&selection)
        showCursor()
        canvas.redraw()
        if selection.cursor != before {
            tellAboutCursor()
            canvas.accessibleFocusChanged()
        }
    }

    /// Shows why the cell under the cursor does not fit, if it does not.
    func tellAboutCursor() {
        guard size.contains(cursor) else { return onMessage?(nil) ?? () }
        onMessage?(unfitReason(at: cursor).map { Message($0, .error) })
    }

    func unfitReason(at place: CellPlace) -> String? {
        guard case .unfit(let text) = document.table[place.record, place.field] else { return nil }
        return EntryReader(type: document.table.schema[place.field].type).reason(text)?.message(for: text)
    }

    // MARK: Layout

    func showCursor() {
        let offsets = layout.scrollOffsets(showing: cursor.record, field: cursor.field)
        scroll(x: offsets.x, y: offsets.y)
    }

    func scroll(x: Double, y: Double) {
        horizontalBar.offset = x
        verticalBar.offset = y
        takeScrollOffsets()
    }

    /// Lays everything out anew: after a change of fields, records, font or window size.
    func updateLayout() {
        layout.recordCount = document.table.count
        layout.gutterWidth = gutterWidth()
        layout.viewWidth = canvas.width
        layout.viewHeight = canvas.height
        verticalBar.setExtent(whole: layout.contentHeight, visible: layout.bodyHeight, step: layout.rowHeight)
        horizontalBar.setExtent(whole: layout.contentWidth, visible: layout.bodyWidth, step: 40)
        takeScrollOffsets()
        // GTK takes no notice of what comes or goes while it lays out.
        MainLoop.whenIdle { [weak self] in
            guard let self, !isGone else { return }
            showBarsWhereNeeded()
        }
    }

    /// Has the editor laid out where its cell is now.
    func placeEditor() {
        surface.placesChanged()
    }

    private func showBarsWhereNeeded() {
        verticalBar.isVisible = layout.contentHeight > layout.bodyHeight
        horizontalBar.isVisible = layout.contentWidth > layout.bodyWidth
    }

    private func takeScrollOffsets() {
        guard layout.scrollX != horizontalBar.offset || layout.scrollY != verticalBar.offset else { return }
        layout.scrollX = horizontalBar.offset
        layout.scrollY = verticalBar.offset
        canvas.redraw()
        if editor.isActive { placeEditor() }
    }

    /// Takes sizes from the font, and widths from the document or else from what the fields hold.
    private func measure() {
        let text = TextMeasure(of: canvas)
        layout.rowHeight = (text.lineHeight + 10).rounded()
        layout.headerHeight = (text.lineHeight + 14).rounded()
        let header = TextMeasure(of: canvas, isBold: true)
        let table = document.table
        layout.columnWidths = table.schema.fields.indices.map { field in
            let id = table.schema[field].id
            return document.fieldWidths[id].map(Double.init)
                ?? ColumnWidths.natural(field, of: table, text, header: header)
        }
        updateLayout()
    }

    private func gutterWidth() -> Double {
        let widest = String(repeating: "0", count: max(2, localizedNumber(document.table.count).count))
        return (TextMeasure(of: canvas).width(of: widest) + 20).rounded()
    }

    // MARK: Events

    private func connect() {
        widget.onDestroy { [weak self] in
            self?.isGone = true
            self?.observation = nil
        }
        canvas.accessibleTable = self
        canvas.onDraw = { [weak self] painter in self?.draw(with: painter) }
        canvas.onKey = { [weak self] key in self?.handle(key) ?? false }
        canvas.onPress = { [weak self] event in self?.press(event) }
        canvas.onRelease = { [weak self] event in self?.release(event) }
        canvas.onMotion = { [weak self] event in self?.motion(event) }
        canvas.onResize = { [weak self] in self?.updateLayout() }
        canvas.onFocusChange = { [weak self] in self?.canvas.redraw() }
        canvas.onStyleChange = { [weak self] in
            self?.measure()
            self?.canvas.redraw()
        }
        canvas.onScroll = { [weak self] x, y in
            guard let self else { return }
            scroll(x: layout.scrollX + x * 60, y: layout.scrollY + y * 3 * layout.rowHeight)
        }
        for bar in [verticalBar, horizontalBar] {
            bar.onScroll { [weak self] in self?.takeScrollOffsets() }
        }
        editor.onActivityChange = { [weak self] in self?.onEditingChange?() }
        editor.onKey = { [weak self] key in self?.handleWhileEditing(key) ?? false }
        editor.onFocusLost = { [weak self] in self?.editorLostFocus() }
    }

    private func documentSaid(_ event: DocumentEvent) {
        guard case .tableChanged(let extent) = event else { return }
        switch extent {
        case .cells(let places):
            if followsChanges, let first = places.first { go(to: first) }
            canvas.accessibleDataChanged()
        case .recordsInserted(let places):
            updateLayout()
            for run in places.runs { canvas.accessibleRowsInserted(first: run.lowerBound, count: run.count) }
            keepRecords { places.indexAfterInsertion($0) }
            if followsChanges { go(to: CellPlace(record: places.lowerBound, field: cursor.field)) }
        case .recordsDeleted(let places):
            for run in places.runs.reversed() { canvas.accessibleRowsDeleted(first: run.lowerBound, count: run.count) }
            updateLayout()
            keepRecords { places.indexAfterRemoval($0) }
            if followsChanges { go(to: CellPlace(record: places.lowerBound, field: cursor.field)) }
        case .everything:
            editor.move(to: editor.cell?.place(in: document.table))
            measure()
            canvas.accessibleModelChanged()
            moveCursor { $0.fit(size) }
        }
        canvas.redraw()
    }

    /// Keeps cursor and editor on their records, which are at other indexes now; `nil` is a record that has gone.
    private func keepRecords(_ newIndex: (Int) -> Int?) {
        editor.move(
            to: editor.place.flatMap { place in
                newIndex(place.record).map { CellPlace(record: $0, field: place.field) }
            })
        if let record = newIndex(cursor.record), record != cursor.record {
            go(to: CellPlace(record: record, field: cursor.field))
        } else {
            moveCursor { $0.fit(size) }
        }
    }
}

/// What a press of the pointer has begun.
enum GridDrag {
    case none
    case selecting
    case selectingRecords(from: Int)
    /// The edge of this field is held; it was so wide, and the pointer was there, when it was taken.
    case resizing(field: Int, width: Double, x: Double)
}
