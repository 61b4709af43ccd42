import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// A table's records as a grid: a row for each record, a column for each field, edited in place.
///
/// Only the visible part is drawn or read, so a million records cost no more than a hundred. All edits go through the
/// model, such as a ``Document``, and the grid shows the model's table. It can show the records in another order than
/// the table's, or only some of them (see ``sort(by:)`` and ``show(records:)``).
///
/// The grid is composed of independent parts: rows, visible part, cursor, editing, fields, pictures, pointer. This
/// class connects them and follows the table.
@MainActor
public final class RecordGrid {
    /// The table to show and edit; the grid follows its changes, wherever they come from.
    public let model: any TableModel
    /// Called when other records are shown, or in another order.
    public var onViewChange: (() -> Void)?
    /// Called when the grid has followed a change of the table, or of its conflicts.
    ///
    /// Read data at the cursor only then: until the rows match the table, it may be gone.
    public var onFollow: (() -> Void)?
    /// Called when the cursor or the selection has changed.
    public var onSelectionChange: (() -> Void)?
    /// Called on the keys for cut, copy and paste while no cell is being edited.
    public var onClipboardCommand: ((ClipboardCommand) -> Void)?
    /// Called with keys while no cell is being edited, before the grid uses them; returns whether the key was used.
    public var onKey: ((KeyEvent) -> Bool)?
    /// What Space, a double click and screen readers do with a cell, instead of editing it; typing is disabled then.
    public var onChoose: ((CellPosition) -> Void)?
    /// Called when the user has changed ``rowLines`` or the width of a column.
    public var onSizeChange: (() -> Void)?
    /// Called when the user wants to add a field, by the “+” after the last header; without it, there is no “+”.
    public var onAddField: (() -> Void)? {
        didSet {
            viewport.offersFields = onAddField != nil
            viewport.update()
        }
    }
    /// Called when the user wants to choose among the values of a field which records are shown, with the place of its
    /// header; without it, this is not offered.
    public var onFilter: ((FieldID, Rectangle) -> Void)?
    /// Why values cannot be chosen, for the grey item in the menu of a header; `nil` if this is not to be mentioned.
    public var refusalOfFilter: String?
    /// Called when the user wants to see only records with the same content in a field, or none of them; without it,
    /// this is not offered.
    public var onNarrow: ((FieldID, CellContent, _ hides: Bool) -> Void)?
    /// Called when the user wants to open one of the addresses in a cell; there is at least one.
    public var onAddresses: (([TextAddress]) -> Void)?
    /// Items that the application adds to the menu of a header, such as one that opens its view of fields.
    public var additionalHeaderItems: ((FieldID) -> [ContextMenuItem])?
    /// Items that the application adds to the menu of the selected cells, such as one that copies them.
    public var additionalCellItems: (() -> [ContextMenuItem])?
    /// The source of the current date and time.
    public var clock = AppClock.shared

    let rows: GridRows
    let viewport: GridViewport
    let current: GridCursor
    let messages = GridMessages()
    let editSession: GridEditSession
    let highlights: ChangeHighlights
    let others: GridPeople
    let edits: GridEdits
    let records: GridRecords
    let editing: CellEditing
    let fields: GridFields
    let pictureCells: GridPictures
    let summary: GridSummary
    let pointer: GridPointer
    lazy var calendar = CalendarPopover(at: viewport.canvas, name: localized("Calendar"))
    let wholeRow: GridWholeRow
    private var observation: Observation?
    /// The conflict at the cursor when the last message about its cell was shown.
    private var shownConflict: EditConflict?

    /// Creates a grid.
    ///
    /// - Parameters:
    ///   - model: the table to show and edit.
    ///   - name: the name for screen readers and tests.
    public init(model: any TableModel, name: String) {
        self.model = model
        rows = GridRows(of: model)
        viewport = GridViewport(of: rows, name: name)
        current = GridCursor(in: rows, viewport)
        editSession = GridEditSession(rows, current, messages)
        highlights = ChangeHighlights(viewport)
        others = GridPeople(viewport)
        edits = GridEdits(rows, current, editSession, messages)
        records = GridRecords(rows, current, editSession, messages)
        editing = CellEditing(rows, viewport, current, edits, editSession, messages)
        fields = GridFields(rows, viewport, current, edits, messages)
        pictureCells = GridPictures(rows, viewport, current)
        summary = GridSummary(rows, current)
        pointer = GridPointer(rows, viewport, current, fields)
        wholeRow = GridWholeRow(rows, viewport, current)
        viewport.addOverlay(rows.strip.widget) { [weak viewport] _ in viewport?.stripPlace }
        connectViewport()
        connectParts()
        fields.measure()
        observation = model.observe { [weak self] event in self?.handle(event) }
        attach(self, to: widget, key: "kiroku-record-grid")
        if !model.isLoading, !model.sortRules.isEmpty, model.held == nil { sort(by: model.sortRules) }
    }

    /// The widget to put into a window.
    public var widget: Grid { viewport.widget }

    /// Called with messages for the user: what is wrong with a cell, or why an edit was refused.
    ///
    /// `nil` clears the last message.
    public var onMessage: ((Message?) -> Void)? {
        get { messages.onMessage }
        set { messages.onMessage = newValue }
    }

    /// Called when the editing of a cell starts or ends.
    public var onEditingChange: (() -> Void)? {
        get { editing.editor.onActivityChange }
        set { editing.editor.onActivityChange = newValue }
    }

    /// Called when the user wants to edit a text that does not fit into a cell's editor, which holds 64 KB.
    public var onTooLong: (() -> Void)? {
        get { editing.onTooLong }
        set { editing.onTooLong = newValue }
    }

    /// Called after typing into a cell, with the number of decimal places if the text is a number with a trailing zero.
    public var onPlacesTyped: ((FieldID, _ places: Int?) -> Void)? {
        get { editing.onPlaces }
        set { editing.onPlaces = newValue }
    }

    /// Called with a summary of the selected cells shortly after the selection has changed; `nil` for a single cell.
    ///
    /// The summary is computed in the background, even for a million cells.
    public var onSelectionSummary: ((SelectionSummary?) -> Void)? {
        get { summary.onSummary }
        set { summary.onSummary = newValue }
    }

    /// Moves the focus to the grid.
    public func grabFocus() {
        if !viewport.isGone { viewport.canvas.grabFocus() }
    }

    // MARK: Connecting the parts

    private func connectViewport() {
        viewport.hasOpenEntry = { [weak self] in
            guard let self else { return false }
            return editing.isActive || fields.nameEditor.isActive
        }
        viewport.onFontChange = { [weak self] in self?.fields.measure() }
        viewport.onDestroy = { [weak self] in
            self?.observation = nil
            self?.rows.end()
            self?.summary.cancel()
        }
        let canvas = viewport.canvas
        canvas.accessibleTable = self
        canvas.onKey = { [weak self] key in
            guard let self else { return false }
            return onKey?(key) == true || opensPicture(key) || handle(key)
        }
        canvas.onResize = { [weak self] in self?.resized() }
        canvas.onDraw = { [weak self] painter in
            guard let self else { return }
            let edited = editing.editor.gridCell
            GridDrawing(
                viewport, rows, current, fields, pictureCells, pointer, highlights, others, edited: edited,
                with: painter
            ).draw()
            pictureCells.wantVisible()
            model.want(rows: viewport.layout.visibleRows)
        }
    }

    private func connectParts() {
        rows.onDelay = { [weak viewport] in viewport?.placeOverlays() }
        rows.onWillShow = { [weak editing] in editing?.willShow($0) }
        rows.onShow = { [weak self] in self?.show($0) }
        current.onMove = { [weak self] in
            self?.wholeRow.cursorMoved()
            self?.editSession.begin()
            self?.showCellMessage()
            self?.viewport.canvas.accessibleFocusChanged()
        }
        current.onSelectionChange = { [weak self] in
            self?.onSelectionChange?()
            self?.summary.update()
        }
        edits.onSettle = { [weak self] in self?.showCellMessage() }
        editing.onLeave = { [weak self] in _ = self?.handle($0) }
        editing.onNext = { [weak self] in _ = self?.perform(.move(.nextRecord)) }
        editing.onChooser = { [weak self] in self?.showChooser() }
        editing.onFill = { [weak self] in self?.fill($0) ?? false }
        fields.onWidthChange = { [weak self] in self?.onSizeChange?() }
        fields.roomForPictures = { [weak pictureCells] in pictureCells?.room(for: $0) ?? 0 }
        pointer.onPress = { [weak self] in
            self?.commitEditing()
            self?.editSession.setEscapePressed(false)
        }
        pointer.perform = { [weak self] in _ = self?.perform($0) }
        pointer.mayMoveRecords = { [weak self] in self?.records.mayMove() == true }
        pointer.showMenu = { [weak self] in self?.show($0, below: $1) }
    }

    /// Keeps the cursor visible, for example when a card opens beside the grid.
    private func resized() {
        let wasInSight = viewport.layout.showsWhole(row: current.cell.row, field: current.cell.column)
        viewport.update()
        if wasInSight { viewport.reveal(current.cell) }
    }

    /// Shows why the text or the picture of the cursor's cell is wrong; clears the message if neither is.
    func showCellMessage() {
        shownConflict = conflictAtCursor
        guard current.isOnCell else { return messages.say(nil) }
        let cell = current.cell
        messages.say(
            rows.reasonToFix(cell).map { Message($0, .error) }
                ?? pictureCells.failure(at: cell).map {
                    Message($0.cellMessage, $0 == .onServer ? .normal : .caution)
                })
    }

    // MARK: Following the table

    private func handle(_ event: DocumentEvent) {
        if case .checksChanged = event, !viewport.isGone { return checksChanged() }
        if case .conflictsChanged = event, !viewport.isGone { return conflictsChanged() }
        guard let extent = event.extent, !viewport.isGone else { return }
        if let held = model.held { return heldRowsChanged(extent, held) }
        let sight = rowInSight
        let height = viewport.layout.gutterRectangle(row: sight).y
        let change = rows.update(for: extent)
        var newSight: Int? = sight
        switch change {
        case .none: cellsChanged(extent)
        case .inserted(let inserted):
            rowsInserted(inserted)
            newSight = inserted.indexAfterInsertion(sight)
        case .deleted(let deleted):
            rowsDeleted(deleted)
            newSight = deleted.indexAfterRemoval(sight)
        case .everything:
            let isCursor = current.cell.row == sight
            everythingChanged()
            newSight = isCursor ? current.cell.row : nil
        }
        if case .changedByOthers(_, let changes) = event {
            if change != .none, let newSight { keep(row: newSight, at: height) }
            highlights.flash(changes.cells)
        }
        rows.finishLoading()
        viewport.redraw()
        if change != .none { onViewChange?() }
        onFollow?()
    }

    /// The row of the cursor if it is visible, and otherwise the first visible row.
    private var rowInSight: Int {
        let visible = viewport.layout.visibleRows
        return visible.contains(current.cell.row) ? current.cell.row : visible.lowerBound
    }

    /// Scrolls so that a row is as far down on the screen as it was before others have changed the rows above it.
    private func keep(row: Int, at height: Double) {
        guard row < rows.size.rows else { return }
        let layout = viewport.layout
        let moved = layout.gutterRectangle(row: row).y - height
        if moved != 0 { viewport.scroll(x: layout.scrollX, y: layout.scrollY + moved) }
    }

    private func conflictsChanged() {
        if rows.showLost() {
            everythingChanged()
            onViewChange?()
        }
        fields.followConflicts()
        if conflictAtCursor != shownConflict { showCellMessage() }
        viewport.canvas.accessibleDataChanged()
        viewport.redraw()
        onFollow?()
    }

    private func checksChanged() {
        // Messages about other things stay.
        if current.isOnCell, rows.reasonToFix(current.cell) != nil { showCellMessage() }
        viewport.canvas.accessibleDataChanged()
        viewport.redraw()
    }

    private func cellsChanged(_ extent: ChangeExtent) {
        guard case .cells(let positions) = extent else { return }
        edits.cellsChanged(positions)
        let sample = positions.prefix(ColumnWidths.sampleSize)
        fields.follow(Set(sample.map(\.record)), in: Set(sample.map(\.field)))
        wholeRow.cellsChanged()
        viewport.canvas.accessibleDataChanged()
        summary.update()
    }

    private func rowsInserted(_ inserted: RecordIndexes) {
        viewport.update()
        notifyAccessibility(inserted) { viewport.canvas.accessibleRowsInserted(first: $0.lowerBound, count: $0.count) }
        keepRows { inserted.indexAfterInsertion($0) }
        edits.rowsChanged(inserted)
        let view = rows.view
        let records = inserted.runs.joined().prefix(ColumnWidths.sampleSize).compactMap { view[$0] }
        fields.follow(records, in: rows.table.schema.fields.indices)
    }

    private func rowsDeleted(_ deleted: RecordIndexes) {
        notifyAccessibility(deleted) { viewport.canvas.accessibleRowsDeleted(first: $0.lowerBound, count: $0.count) }
        viewport.update()
        keepRows { deleted.indexAfterRemoval($0) }
        edits.rowsChanged(deleted)
    }

    private func everythingChanged() {
        let widths = viewport.layout.columnWidths
        fields.update()
        let rowsBefore = rows.takeRowsBefore()
        if let rowsBefore, rowsBefore > 0 { keepSight(rowsBefore, widths) }
        editing.keep()
        viewport.canvas.accessibleModelChanged()
        // The visible part stays while further records are loaded.
        current.keep(scrolls: !rows.awaitsRecords)
    }

    /// Keeps the visible records in place on the screen after others have been inserted before them.
    ///
    /// - Parameters:
    ///   - count: the number of inserted records.
    ///   - widths: the widths of the columns before.
    private func keepSight(_ count: Int, _ widths: [Double]) {
        if widths.count == viewport.layout.columnWidths.count { viewport.setColumnWidths(widths) }
        let layout = viewport.layout
        viewport.scroll(x: layout.scrollX, y: layout.scrollY + Double(count) * layout.rowHeight)
    }

    /// Announces each run of rows separately, unless there are too many to listen to.
    private func notifyAccessibility(_ rows: RecordIndexes, _ notify: (Range<Int>) -> Void) {
        if rows.runs.count > 100 { return viewport.canvas.accessibleModelChanged() }
        for run in rows.runs.reversed() { notify(run) }
    }

    private func keepRows(_ newRow: (Int) -> Int?) {
        editing.keepRow(newRow)
        current.keepRow(newRow)
    }

    /// Shows other records, or another order.
    private func show(_ new: GridRows.NewRows) {
        editing.keep()
        viewport.update()
        let canvas = viewport.canvas
        // Screen readers keep the cells that they know, and the headers with them.
        if new.isOtherCount { canvas.accessibleModelChanged() } else { canvas.accessibleDataChanged() }
        if new.isOtherChoice, current.identity.cell(in: rows) == nil {
            current.go(toRow: 0)
        } else {
            // As in other lists, the scroll position stays when the records are sorted, so the least values are visible
            // at once.
            current.keep(scrolls: new.isOtherChoice)
        }
        current.showAwaitedPosition()
        viewport.placeOverlays()
        viewport.redraw()
        onViewChange?()
    }
}
