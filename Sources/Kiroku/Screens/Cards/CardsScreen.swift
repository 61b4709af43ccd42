import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// The screen with the document's records: the grid, and what is shown above and beside it.
@MainActor
final class CardsScreen: Screen {
    let widget: AnyWidget
    let extras: ScreenExtras
    /// Shows that a file is being opened.
    let opening = ProgressRow()
    /// The grid of the document in the window, and what is beside it.
    private(set) var panes: CardPanes?
    /// The table that is browsed on its server, instead of a document's.
    private(set) var browsePanes: BrowsePanes?
    /// The panes while only some records are loaded: they can be viewed, but no command reaches them.
    private var loadingPanes: CardPanes?
    /// Finds records of the grid; `nil` until it is asked for.
    var findBar: FindBar?
    /// The place of the find bar, above the grid.
    let findPlace = column()
    /// The conflict at the cursor, below the grid.
    private var conflictBar: ConflictBar?
    weak var window: DocumentWindow?
    /// Whether a picture was registered in this document, so that the next one is offered, wherever the cursor is.
    var choosesNextPicture = false
    /// Groups of records that the user has declared not to be duplicates, remembered while the document is open.
    var noDuplicates: Set<[RecordID]> = []
    /// Puts dropped pictures into the document.
    var pictureDrop: PictureDrop?
    /// Shows the progress of that.
    let dropProgress = ProgressRow(name: localized("Progress of the pictures"))
    private let content = column()
    /// Shown without a document; `nil` until there is none.
    private var vacantPage: VacantPage?
    /// Tells the user that the document is the sample; `nil` until it is.
    private var sampleBar: Box?
    private let fixButton: Button
    /// Offers to show the decimal places that were typed.
    private let places = PlacesOffer()
    let savedViews: SavedViews
    /// A summary of the selected cells.
    private let summary = label(alignment: .end)
    private let undoButton = iconButton(
        "edit-undo-symbolic", name: localized("Undo"), action: Command.undo.action)
    private let redoButton = iconButton(
        "edit-redo-symbolic", name: localized("Redo"), action: Command.redo.action)

    init(in window: DocumentWindow) {
        self.window = window
        savedViews = SavedViews(in: window)
        fixButton = button(
            "", tooltip: localized("Go to the next problem (F8)"), action: Command.nextToFix.action)
        opening.widget.setMargins(horizontal: 12, vertical: 12)
        dropProgress.widget.setMargins(horizontal: 12, vertical: 6)
        content.append(opening.widget)
        content.append(dropProgress.widget)
        content.append(findPlace)
        content.showAll()
        widget = AnyWidget(content)
        extras = ScreenExtras(
            header: [
                AnyWidget(linkedRow(undoButton, redoButton)), AnyWidget(Self.makeAddButton()),
                AnyWidget(linkedRow(Self.makeFindButton(), savedViews.list)),
            ],
            status: [
                AnyWidget(summary), AnyWidget(savedViews.restore), AnyWidget(places.button), AnyWidget(fixButton),
                AnyWidget(savedViews.current),
            ])
        // Takes only the room that the message leaves.
        summary.setAskedWidth(letters: 4)
        summary.setExpands(horizontally: true)
        places.onTaken = { [weak self] in self?.showPlaces($0, of: $1) }
    }

    func documentChanged() {
        let document = window?.shown?.document
        if let loadingPanes, loadingPanes.document === document {
            self.loadingPanes = nil
            return take(loadingPanes)
        }
        for old in [panes, loadingPanes] { old?.widget.destroy() }
        panes = nil
        conflictBar?.widget.destroy()
        conflictBar = nil
        choosesNextPicture = false
        noDuplicates = []
        pictureDrop?.cancel()
        loadingPanes = nil
        findBar?.widget.destroy()
        findBar = nil
        savedViews.follow(nil)
        summary.text = ""
        places.withdraw()
        browsePanes?.end()
        browsePanes?.widget.destroy()
        browsePanes = nil
        if let document { take(makePanes(for: document)) }
        if let window, let rows = window.remoteRows {
            let panes = BrowsePanes(rows, in: window)
            content.append(panes.widget, fills: true)
            browsePanes = panes
        }
    }

    /// Makes the panes of a document available to all commands.
    private func take(_ panes: CardPanes) {
        self.panes = panes
        panes.widget.showAll()
        panes.pictures = window?.shown?.pictures
        connectPictures(panes.grid, panes)
        let bar = ConflictBar(model: panes.document)
        bar.onMessage = { [weak self] in self?.window?.show($0) }
        bar.onWillResolve = { [weak self] in
            self?.commitEditing()
            self?.grabFocus()
        }
        content.append(bar.widget)
        conflictBar = bar
        showConflict()
        savedViews.follow(ViewSwitcher(of: panes.grid) { [weak self] in $0 ? self?.madeFindBar() : self?.findBar })
    }

    /// Shows the conflict at the cursor.
    private func showConflict() {
        conflictBar?.show(grid?.conflictAtCursor, target: grid?.cursor == nil ? nil : grid?.cursorField)
    }

    /// Makes panes for some records of a document while the others are loaded; ``showLoading()`` shows them.
    ///
    /// - Parameters:
    ///   - document: the document, which has only some of its records yet.
    ///   - text: what is under way.
    ///   - cancel: called when the user wants to stop loading.
    func prepareLoading(_ document: Document, _ text: String, cancel: @escaping () -> Void) {
        let panes = makePanes(for: document)
        loadingPanes = panes
        panes.grid.showLoading(text, cancel: cancel)
    }

    /// Shows the panes that ``prepareLoading(_:_:cancel:)`` has made.
    func showLoading() {
        opening.end()
        loadingPanes?.widget.showAll()
    }

    /// Whether some records of a document are shown while the others are loaded.
    var showsLoading: Bool { loadingPanes?.widget.isVisible ?? false }

    /// Prepares what the first grid needs, whatever its document is.
    func prepareGrid() {
        if grid == nil, loadingGrid == nil { RecordGrid.prepareFonts(of: content) }
    }

    /// The grid of the records that are loaded so far.
    var loadingGrid: RecordGrid? { loadingPanes?.grid }

    /// The progress of the opening, from 0 to 1, wherever it is shown.
    var openingFraction: Double {
        get { loadingGrid?.loadingFraction ?? opening.fraction }
        set {
            opening.fraction = newValue
            loadingGrid?.loadingFraction = newValue
        }
    }

    private func makePanes(for document: Document) -> CardPanes {
        let grid = RecordGrid(model: document, name: localized("Cards"))
        grid.onMessage = { [weak self, weak grid] message in
            // A message that the bar already shows is not shown twice.
            let isInBar = message.map { $0.text == grid?.conflictAtCursor?.reasonText } ?? false
            self?.window?.show(isInBar ? nil : message)
        }
        grid.onEditingChange = { [weak self] in self?.window?.refresh() }
        grid.onSizeChange = { [weak self] in
            self?.window?.refreshCommands()
            self?.savedViews.refresh()
        }
        grid.onAddField = { [weak self] in self?.showFields(for: .adding) }
        grid.onFilter = { [weak self] in self?.madeFindBar()?.showValues(of: $0, below: $1) }
        grid.onNarrow = { [weak self] in self?.madeFindBar()?.narrow($0, to: $1, hides: $2) }
        grid.onAddresses = { [weak self] in self?.offer($0) }
        grid.onTooLong = { [weak self] in self?.editLarge() }
        grid.onClipboardCommand = { [weak self] in self?.perform($0) }
        grid.additionalCellItems = { [weak self] in self?.cellItems ?? [] }
        grid.additionalHeaderItems = { [weak self, document] in
            self?.headerItems(of: $0, in: document) ?? []
        }
        grid.onPlacesTyped = { [weak self, weak document] field, places in
            if let document { self?.places.take(places, of: field, in: document.table.schema) }
        }
        grid.textScale = window?.application.preferences.gridTextScale ?? 1
        grid.onSelectionSummary = { [weak self] in self?.summary.text = $0?.text ?? "" }
        grid.onFollow = { [weak self] in self?.showConflict() }
        let panes = CardPanes(of: document, grid)
        panes.onAddresses = { [weak self] in self?.offer($0) }
        panes.onShowPast = { [weak self] in self?.window?.showPast(before: $0, $1) }
        panes.onChangedAgain = { [weak self] in self?.window?.askBeforeReverting($0, take: $1) }
        panes.onChange = { [weak self] in self?.window?.refresh() }
        panes.onViewChange = { [weak self] in self?.savedViews.refresh() }
        panes.onSelectionChange = { [weak self] in
            self?.showConflict()
            self?.window?.sendPosition()
            self?.window?.refreshCommands()
        }
        content.append(panes.widget, fills: true)
        return panes
    }

    /// What the application adds to the menu of a cell.
    private var cellItems: [ContextMenuItem] { largeTextItems + clipboardItems + pictureItems }

    private func headerItems(of field: FieldID, in document: Document) -> [ContextMenuItem] {
        let schema = document.table.schema
        let fields = ContextMenuItem(
            localized("Fi_elds…"), key: Command.showFields.keys.first, unless: document.refusal?.reason
        ) { [weak self] in self?.showFields() }
        guard let index = schema.index(of: field), schema[index].type.showsNumbers else { return [fields] }
        let format = ContextMenuItem(localized("N_umber Format…"), unless: document.refusal?.reason) { [weak self] in
            self?.showFields(for: .format(field))
        }
        return [format, fields]
    }

    /// The grid of the document in the window.
    var grid: RecordGrid? { panes?.grid }

    /// The document in the grid.
    var document: Document? { panes?.document }

    func preferencesChanged(_ change: PreferencesChange) {
        guard let window, change.includes(PreferenceKeys.gridTextSize) else { return }
        (grid ?? browsePanes?.grid)?.textScale = window.application.preferences.gridTextScale
    }

    private func showVacantPage(_ isVacant: Bool) {
        if isVacant, vacantPage == nil, let window {
            let page = VacantPage(in: window)
            content.append(page.widget, fills: true)
            content.move(page.widget, to: Self.placeBelowProgress)
            vacantPage = page
        }
        vacantPage?.show(isVacant)
    }

    private func showSampleBar(_ isSample: Bool) {
        if isSample, sampleBar == nil {
            let bar = SampleBar.make { [weak window] in window?.forgetSample() }
            content.append(bar)
            content.move(bar, to: Self.placeBelowProgress)
            sampleBar = bar
        }
        sampleBar?.isVisible = isSample
    }

    /// The place in the content for what is below the two rows of progress.
    private static let placeBelowProgress = 2

    func refresh() {
        let isVacant = window?.isVacant ?? true
        showVacantPage(isVacant)
        // All of them would be grey.
        for tool in extras.header { tool.isVisible = !isVacant }
        showSampleBar(window?.needsSampleBar ?? false)
        let toFix = window?.shown?.document.toFix.count ?? 0
        fixButton.isVisible = toFix > 0
        if toFix > 0 { fixButton.caption = StatusText.toFix(toFix) }
        if let schema = document?.table.schema { places.refresh(schema) }
        savedViews.refresh()
        refreshHistoryButtons()
    }

    /// Shows the numbers of a field with this many decimal places.
    private func showPlaces(_ places: Int, of field: FieldID) {
        guard let document, let index = document.table.schema.index(of: field) else { return }
        let format = document.table.schema[index].numberFormat.with(places: places)
        do throws(EditError) {
            try document.formatNumbers(of: field, as: format)
        } catch {
            window?.show(Message(error.message, .error))
        }
        grabFocus()
    }

    /// Names the next step in the tooltip of each button.
    private func refreshHistoryButtons() {
        let undo = document?.undoTitle?.text
        let redo = document?.redoTitle?.text
        undoButton.setTooltip(
            undo.map { localized("Undo {step} (Ctrl+Z)", ["step": $0]) } ?? localized("Undo (Ctrl+Z)"))
        redoButton.setTooltip(
            redo.map { localized("Redo {step} (Ctrl+Shift+Z)", ["step": $0]) } ?? localized("Redo (Ctrl+Shift+Z)"))
    }

    func grabFocus() {
        if let browsePanes { browsePanes.grabFocus() } else { (panes ?? loadingPanes)?.grabFocus() }
    }

    func commitEditing() {
        panes?.commitEditing()
        (window?.dialog as? LargeTextSheet)?.keep()
    }

    private static func makeAddButton() -> Button {
        iconButton(
            "list-add-symbolic", name: localized("Add record"), tooltip: localized("Add record (Ctrl+N)"),
            action: Command.addRecord.action)
    }

    private static func makeFindButton() -> Button {
        iconButton(
            "edit-find-symbolic", name: localized("Find"), tooltip: localized("Find records (Ctrl+F)"),
            action: Command.find.action)
    }
}
