import GtkKit
import KirokuCore

/// A document's records as a grid: one row a record, one column a field, edited in place.
///
/// Only what is in sight is ever drawn or asked for, so a million records cost what a hundred do. All edits go through
/// the document; the grid shows what that says. It can show the records in another order than the table's, or only some
/// of them (see ``sort(by:)`` and ``show(records:)``).
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
    /// Called when other records are shown, more or fewer of them, or in another order.
    public var onViewChange: (() -> Void)?
    /// Called when cursor or selection have changed.
    public var onSelectionChange: (() -> Void)?
    /// Told what can be said of the selected cells, a moment after they changed; `nil` for a single cell.
    ///
    /// It is worked out in the background, so a million cells do not hold anything up.
    public var onSelectionSummary: ((SelectionSummary?) -> Void)?
    /// Called when the keys for cutting, copying or pasting are pressed while no cell is being edited.
    public var onClipboardCommand: ((ClipboardCommand) -> Void)?
    /// Lines that the application adds to the menu of a field's header, such as one that opens its view of fields.
    public var additionalHeaderItems: ((FieldID) -> [ContextMenuItem])?
    /// Lines that the application adds to the menu of the selected cells, such as one that copies them.
    public var additionalCellItems: (() -> [ContextMenuItem])?

    /// Called on Enter, or a double click, on a cell of pictures; without it, such a cell is edited as text.
    public var onPictureActivated: (() -> Void)?

    /// Where date and time come from.
    public var clock = AppClock.shared

    let canvas: Canvas
    let editor: CellEditor
    let nameEditor = FieldNameEditor()
    /// Over the lower edge, while records are being loaded or arranged.
    let workStrip = ProgressRow()
    var layout = GridLayout()
    /// The fonts that the layout was made for.
    private var looks: [Double] = []
    var view: RecordView
    var arrangement = Arrangement()
    var selection = GridSelection()
    /// What the cursor is on, for when the table becomes another one as a whole.
    var cursorIdentity = CellIdentity()
    /// Where the grid is to go when the records are ordered.
    var awaitedPosition: GridPosition?
    /// The records that are marked, as those that were found are.
    var marks = RecordMarks()
    var drag = GridDrag.none
    /// Where the pointer was last.
    var pointer = (x: 0.0, y: 0.0)
    var autoscrolling: FrameTicks?
    /// The header that the pointer is over.
    var hoveredField: Int?
    /// The fields whose values the next record takes over; the document keeps them, if it can be edited.
    var pinnedFields: Set<FieldID>
    /// What was done to the record with the cursor, so that Esc can take it back.
    var visit = RecordVisit()
    /// The cell that was committed last, so that its reason outlives the cursor's going on.
    var lastEdit: GridCell?
    /// Whether the cursor goes along to what changes, as it does while steps are taken back.
    var followsChanges = false
    /// Whether the last of these is in a record that is not shown.
    var isChangeOutOfSight = false
    var cellPictures: CellPictures?
    /// What is shown of ``cellPictures``.
    var thumbnails: CellThumbnails?
    /// The cell that a picture would be dropped on.
    var dropPlace: GridCell?
    /// Whether only some records were there when it looked last.
    var awaitsRecords: Bool
    /// How many records come before those that are there, as far as can be told, while only some are.
    var rowsBefore: Int
    /// The first of the records that were there when it looked last, while only some were.
    var firstLoaded: RecordID?
    /// Called when the user does not want to wait for the others.
    var onLoadingCancel: (() -> Void)?
    /// What is being worked out about the selection.
    var summing: Task<Void, Never>?
    /// Whether the widgets were taken down while somebody still holds the grid; it does nothing then.
    private(set) var isGone = false
    private let surface: Overlay
    let verticalBar = verticalScrollBar()
    let horizontalBar = horizontalScrollBar()
    private var observation: Observation?

    /// - Parameters:
    ///   - document: what is shown and edited.
    ///   - name: how screen readers and tests know the grid.
    public init(document: Document, name: String) {
        self.document = document
        pinnedFields = document.pinnedFields
        view = RecordView(of: document.table)
        awaitsRecords = document.isLoading
        rowsBefore = document.recordsBefore
        firstLoaded = document.isLoading ? document.table.ids.first : nil
        canvas = Canvas(name: name)
        canvas.addStyleClass("view")
        editor = CellEditor()
        surface = overlay(canvas)
        widget = grid()
        surface.setExpands(horizontally: true, vertically: true)
        widget.attach(surface, column: 0, row: 0)
        widget.attach(verticalBar, column: 1, row: 0)
        widget.attach(horizontalBar, column: 0, row: 1)
        let nowhere = Rectangle(x: 0, y: 0, width: 1, height: 1)
        surface.add(editor.entry) { [weak self] in self?.editorPlace ?? nowhere }
        surface.add(nameEditor.entry) { [weak self] in self?.nameEditorPlace ?? nowhere }
        surface.add(workStrip.widget) { [weak self] in self?.workStripPlace ?? nowhere }
        for hidden in [
            AnyWidget(editor.entry), AnyWidget(nameEditor.entry), AnyWidget(verticalBar), AnyWidget(horizontalBar),
        ] {
            hidden.setShownOnlyByItself()
        }
        connect()
        measure()
        observation = document.observe { [weak self] event in self?.handle(event) }
        attach(self, to: widget, key: "kiroku-record-grid")
        if !document.isLoading, !document.sortRules.isEmpty { sort(by: document.sortRules) }
    }

    /// The cell that the keys go to, in the table; `nil` if no record is shown.
    public var cursor: CellPosition? { place(at: selection.cursor) }

    /// Has the keys go to the cell under the cursor.
    public func grabFocus() {
        if !isGone { canvas.grabFocus() }
    }

    /// Puts the cursor on a cell and brings it into sight.
    ///
    /// A place beyond the table's border stands for the one at the border. Returns false, and does nothing, if the
    /// record is not among those that are shown.
    @discardableResult
    public func go(to place: CellPosition) -> Bool {
        let record = max(0, min(place.record, document.table.count - 1))
        guard let row = document.table.count == 0 ? 0 : view.row(of: record) else { return false }
        moveCursor { $0.go(to: GridCell(row: row, field: place.field), in: size) }
        return true
    }

    var size: GridSize { GridSize(rows: view.count, fields: document.table.schema.count) }

    /// The table's cell that is shown at a place of the grid; `nil` if there is none.
    func place(at place: GridCell) -> CellPosition? {
        guard size.contains(place) else { return nil }
        return CellPosition(record: view[place.row], field: place.field)
    }

    /// What is shown at a place of the grid, which must exist.
    func value(at place: GridCell) -> CellValue { document.table[view[place.row], place.field] }

    /// Changes the selection, scrolls to the cursor, and says what there is to say about the cell there.
    func moveCursor(scrolls: Bool = true, _ change: (inout GridSelection) -> Void) {
        guard !isGone else { return }
        let before = selection
        change(&selection)
        if scrolls { showCursor() }
        canvas.redraw()
        identifyCursor()
        if selection.cursor != before.cursor {
            visit.go(to: cursorIdentity.record)
            tellAboutCursor()
            canvas.accessibleFocusChanged()
        }
        if selection != before { selectionChanged() }
    }

    /// Remembers what the cursor is on.
    func identifyCursor() {
        cursorIdentity = cursor.map { CellIdentity(of: $0, in: document.table) } ?? CellIdentity()
    }

    /// Shows why the cell under the cursor does not fit, if it does not.
    func tellAboutCursor() {
        guard size.contains(selection.cursor) else { return onMessage?(nil) ?? () }
        onMessage?(
            unfitReason(at: selection.cursor).map { Message($0, .error) }
                ?? pictureFailure(at: selection.cursor).map { Message($0.cellMessage, .caution) })
    }

    func unfitReason(at place: GridCell) -> String? {
        guard case .unfit(let text) = value(at: place) else { return nil }
        return EntryReader(type: document.table.schema[place.field].type).reason(text)?.message(for: text)
    }

    // MARK: Layout

    func showCursor() {
        let offsets = layout.scrollOffsets(showing: selection.cursor.row, field: selection.cursor.field)
        scroll(x: offsets.x, y: offsets.y)
    }

    func scroll(x: Double, y: Double) {
        horizontalBar.offset = x
        verticalBar.offset = y
        takeScrollOffsets()
    }

    /// Lays everything out anew: after a change of fields, records, font or window size.
    func updateLayout() {
        layout.rowCount = view.count
        layout.hasAddRow = !document.isReadOnly
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

    /// A cursor that was in sight stays in sight, as when a card comes beside the grid.
    private func resized() {
        let wasInSight = layout.showsWhole(row: selection.cursor.row, field: selection.cursor.field)
        updateLayout()
        if wasInSight { showCursor() }
    }

    /// Has what lies over the cells laid out where these are now.
    func placeEditors() {
        surface.placesChanged()
    }

    private func showBarsWhereNeeded() {
        verticalBar.isVisible = layout.contentHeight > layout.bodyHeight
        horizontalBar.isVisible = layout.contentWidth > layout.bodyWidth
    }

    func takeScrollOffsets() {
        guard layout.scrollX != horizontalBar.offset || layout.scrollY != verticalBar.offset else { return }
        layout.scrollX = horizontalBar.offset
        layout.scrollY = verticalBar.offset
        canvas.redraw()
        if editor.isActive || nameEditor.isActive { placeEditors() }
    }

    /// Takes sizes from the font, and widths from the document or else from what the fields hold.
    func measure() {
        let fonts = GridFonts(of: canvas)
        looks = fonts.looks
        layout.rowHeight = (fonts.text.lineHeight + 10).rounded()
        layout.headerHeight = (fonts.name.lineHeight + fonts.type.lineHeight + 10).rounded()
        let table = document.table
        layout.columnWidths = table.schema.fields.indices.map { field in
            let id = table.schema[field].id
            return document.fieldWidths[id].map { (Double($0) * layout.textScale).rounded() }
                ?? ColumnWidths.natural(field, of: table, fonts) + roomForPicture(field)
        }
        updateLayout()
    }

    /// Much of the style can change, such as what can be clicked, while the fonts stay.
    private func styleChanged() {
        if GridFonts(of: canvas).looks != looks { measure() }
        canvas.redraw()
    }

    /// How much wider a column is than its texts need.
    func roomForPicture(_ field: Int) -> Double {
        showsPictures && document.table.schema[field].isPicture ? pictureWidth : 0
    }

    private func gutterWidth() -> Double {
        let widest = String(repeating: "0", count: max(2, localizedNumber(document.likelyCount).count))
        return (TextMeasure(of: canvas).width(of: widest) + 20).rounded()
    }

    // MARK: Events

    private func connect() {
        widget.onDestroy { [weak self] in
            self?.isGone = true
            self?.observation = nil
            self?.arrangement.task?.cancel()
            self?.summing?.cancel()
        }
        canvas.accessibleTable = self
        canvas.onDraw = { [weak self] painter in self?.draw(with: painter) }
        canvas.onKey = { [weak self] key in
            guard let self else { return false }
            return opensPicture(key) || handle(key)
        }
        canvas.onPress = { [weak self] event in self?.press(event) }
        canvas.onRelease = { [weak self] event in self?.release(event) }
        canvas.onMotion = { [weak self] event in self?.motion(event) }
        canvas.onResize = { [weak self] in self?.resized() }
        canvas.onFocusChange = { [weak self] in self?.canvas.redraw() }
        canvas.onStyleChange = { [weak self] in self?.styleChanged() }
        canvas.onScroll = { [weak self] x, y in
            guard let self else { return }
            scroll(x: layout.scrollX + x * 60, y: layout.scrollY + y * 3 * layout.rowHeight)
        }
        for bar in [verticalBar, horizontalBar] {
            bar.onScroll { [weak self] in self?.takeScrollOffsets() }
        }
        editor.completion = { [weak self] text in self?.completion(of: text) ?? "" }
        editor.onActivityChange = { [weak self] in self?.onEditingChange?() }
        editor.onKey = { [weak self] key in self?.handleWhileEditing(key) ?? false }
        editor.onFocusLost = { [weak self] in self?.editorLostFocus() }
        nameEditor.onEnd = { [weak self] name in self?.finishRenaming(name) }
        workStrip.widget.addStyleClass("kiroku-work-strip")
        workStrip.onCancel = { [weak self] in
            guard let self else { return }
            if let onLoadingCancel { onLoadingCancel() } else { cancelArranging() }
        }
    }
}
