import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// Commands from keys, pointer and menus.
extension RecordGrid {
    // MARK: Keys

    /// Handles keys while no cell is being edited; returns whether the key was used.
    func handle(_ key: KeyEvent) -> Bool {
        let command = keys.command(for: key)
        // The second Esc takes the edits back only if it directly follows the first.
        let isEscape = key.key == .escape && key.modifiers.isEmpty
        if !model.isLoading, !isEscape { editSession.setEscapePressed(false) }
        return command.map { perform($0) } ?? false
    }

    /// Opens a picture on Enter while nothing is being typed there.
    func opensPicture(_ key: KeyEvent) -> Bool {
        key.key == .enter && key.modifiers.isEmpty && onChoose == nil && current.selection.isSingleCell
            && current.isOnCell
            && pictureCells.activate(current.cell)
    }

    /// Handles keys that fill in values during an edit; returns whether the key was used.
    func fill(_ key: KeyEvent) -> Bool { keys.fillCommand(for: key).map { perform($0) } ?? false }

    private var keys: GridKeys {
        GridKeys(rows: rows, current: current, pageSize: viewport.layout.pageSize)
    }

    // MARK: Commands

    /// Performs a command; returns false if there was nothing to do, so that the key can have a meaning elsewhere.
    func perform(_ command: GridCommand) -> Bool {
        if let onChoose, command.isForOneCell {
            if command.isForChoosing, let position = cursor { onChoose(position) }
            return true
        }
        switch command {
        case .move(let step, let extending): move(step, extending)
        case .leave(let forward): viewport.canvas.passFocus(forward: forward)
        case .selectRecords: current.move { $0.widen(to: .records, in: rows.size) }
        case .selectFields: current.move { $0.widen(to: .fields, in: rows.size) }
        case .selectAll: selectAll()
        case .clipboard(let command): onClipboardCommand?(command)
        case .edit(let start): editing.begin(start)
        case .type(let key): type(key)
        case .emptyCells: edits.emptySelectedCells()
        case .fillDown: fillDown()
        case .repeatAbove: repeatAbove()
        case .enterDate: enterDate()
        case .enterTime: enterTime()
        case .showChooser: showChooser()
        case .set(let value): if !edits.refuses(at: current.cell) { edits.set(value, at: current.cell) }
        case .open: if !pictureCells.activate(current.cell) { editing.begin(.asItIs) }
        case .toggle: edits.toggle(current.cell)
        case .addRecord(let field): addRecord(in: field)
        case .insertRecord(let above): insertRecord(above: above)
        case .duplicateRecords: duplicateSelectedRecords()
        case .moveRecords(let move): moveSelectedRecords(move)
        case .deleteRecords: deleteSelectedRecords()
        case .showWhole: wholeRow.toggle()
        case .addRowLines(let lines): rowLines += lines
        case .showMenu: showMenu()
        case .showHeaderMenu(let field): showHeaderMenu(of: field)
        case .addChoices: addChoices()
        case .openAddresses: offerAddresses()
        case .revert: return revert()
        case .wait: messages.showError(.loading)
        case .field(let command): perform(command)
        case .addField: onAddField?()
        case .narrow(let hides): narrow(hides: hides)
        case .showValues(let field):
            guard onFilter != nil else { return showRefusalOfFilter() }
            showValues(of: field)
        }
        return true
    }

    private func perform(_ command: FieldCommand) {
        switch command {
        case .toggleSorting, .sort, .sortThen: if rows.isOrderFixed { return }
        default: break
        }
        switch command {
        case .select(let field): current.move { $0.selectFields(to: field, in: rows.size) }
        case .toggleSorting(let field, let adds): fields.toggleSorting(by: field, adds: adds)
        case .sort(let rules): sort(by: rules)
        case .sortThen(let rule): sort(by: rows.comingRules.replacing(rule.field, with: rule))
        case .move(let field, let index):
            commitEditing()
            fields.move(field, to: index)
        case .widen(let field, let steps): fields.widen(field, by: steps)
        case .fitWidth(let field): fields.fitWidths(of: [field])
        case .fitAllWidths: fields.fitWidths(of: rows.table.schema.fields.indices)
        case .rename(let field): renameField(field)
        case .togglePin(let field): fields.togglePin(of: field)
        }
    }

    private func move(_ step: GridStep, _ extending: Bool) {
        let (size, cell) = (rows.size, current.cell)
        let isInLast = current.isOnCell && cell.row == size.rows - 1
        if !model.isReadOnly {
            if step == .next, size.rows == 0 || isInLast && cell.column == size.fields - 1 { return addRecord() }
            if step == .nextRecord, current.isOnAddRow { return addRecord(in: cell.column) }
            if step == .nextRecord, isInLast, entersRecords { return addRecord(in: fieldToEnterNext) }
        }
        current.step(step, extending: extending)
    }

    /// Whether Enter in the last record adds a record: only after the user went through the last one with Tab and
    /// entered something.
    ///
    /// In a table with a single field, Tab is not needed.
    private var entersRecords: Bool {
        editSession.hasEntries && (current.selection.tabStart != nil || rows.size.fields == 1)
    }

    /// The field where Tab began, unless it is pinned; `nil` for the first field that is not pinned.
    private var fieldToEnterNext: Int? {
        current.selection.tabStart.flatMap { isPinned(model.table.schema[$0].id) ? nil : $0 }
    }

    /// Types into the cursor's cell; on the row that adds a record, adds it first.
    private func type(_ key: KeyEvent) {
        if current.isOnAddRow { addRecord(in: current.cell.column) }
        guard current.isOnCell else { return }
        let field = rows.field(at: current.cell)
        if let command = field.type.presenter.command(for: key, in: field) {
            _ = perform(command)
        } else {
            editing.begin(.replaced(by: key))
        }
    }

    private func offerAddresses() {
        let addresses = rows.addresses(at: current.cell)
        guard !addresses.isEmpty else {
            return messages.say(Message(localized("There is no web or mail address in this cell."), .caution))
        }
        onAddresses?(addresses)
    }

    /// Reverts one thing at a time: a drag, background work, then edits to the record, then the selection.
    private func revert() -> Bool {
        if pointer.cancelMove() { return true }
        if isArranging {
            cancelArranging()
            return true
        }
        if revertStep() { return true }
        guard !current.selection.isSingleCell else { return false }
        current.move { $0.collapse() }
        return true
    }

    // MARK: Menus

    private var menus: GridMenus {
        GridMenus(
            rows: rows, current: current, fields: fields, offersValues: onFilter != nil,
            refusalOfValues: refusalOfFilter, offersNarrowing: onNarrow != nil
        ) { [weak self] command in
            guard let self, !viewport.isGone else { return }
            _ = perform(command)
        }
    }

    func items(of menu: GridPointer.Menu) -> [ContextMenuItem] {
        switch menu {
        case .cells: menus.cells(adding: additionalCellItems?() ?? [])
        case .records: menus.records
        case .header(let field): menus.header(of: field) { additionalHeaderItems?($0) ?? [] }
        }
    }

    func show(_ menu: GridPointer.Menu, below place: Rectangle) {
        viewport.canvas.showMenu(items(of: menu), below: place)
    }

    /// Opens the menu of the selection, at the cursor.
    private func showMenu() {
        let cell = current.cell
        let menu: GridPointer.Menu = current.selection.extent == .fields ? .header(cell.column) : .cells
        let corner = Rectangle(x: 0, y: 0, width: 1, height: viewport.layout.headerHeight)
        let place = viewport.layout.visiblePart(row: cell.row, field: cell.column) ?? corner
        viewport.canvas.showMenu(items(of: menu), below: place, isForKeyboard: true)
    }

    private func showHeaderMenu(of field: Int) {
        viewport.reveal(current.cell)
        viewport.canvas.showMenu(
            items(of: .header(field)), below: viewport.layout.headerRectangle(field: field), isForKeyboard: true)
    }

    // MARK: Finding

    /// Lets the user choose which values of a field are shown, below its header.
    private func showValues(of field: Int) {
        let fields = rows.table.schema.fields
        guard fields.indices.contains(field) else { return }
        if model.isLoading { return messages.showError(.loading) }
        viewport.reveal(CellIndex(row: current.cell.row, column: field))
        onFilter?(fields[field].id, viewport.layout.headerRectangle(field: field))
    }

    private func showRefusalOfFilter() -> Bool {
        guard let refusalOfFilter else { return false }
        messages.say(Message(refusalOfFilter, .caution))
        return true
    }

    private func narrow(hides: Bool) {
        guard current.isOnCell else { return }
        // A row that is still loading has no values yet.
        guard !model.isLoading, let source = rows.source(of: current.cell) else { return messages.showError(.loading) }
        let value = source.table[source.cell.record, source.cell.field]
        onNarrow?(rows.field(at: current.cell).id, CellContent(of: value), hides)
    }
}
