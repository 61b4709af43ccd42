import GtkKit
import KirokuCore
import KirokuViews

extension CardsScreen {
    /// Connects Enter, double clicks and drops on pictures.
    func connectPictures(_ grid: RecordGrid, _ panes: CardPanes) {
        grid.pictures = window?.shown?.pictures
        grid.onPictureActivated = { [weak self] in self?.choosePicture() }
        grid.acceptPictureDrops { [weak self, weak grid] uris, field, record in
            guard let grid else { return }
            self?.drop(uris, on: PictureTarget(record: record.map { grid.model.table.ids[$0] }, field: field))
        }
        panes.onPictureActivated = { [weak self] in self?.choosePicture() }
        panes.onPictureDrop = { [weak self, weak grid] uris, cell in
            guard let grid else { return }
            self?.drop(uris, on: PictureTarget(cell, in: grid.model.table))
        }
    }

    /// Whether the cell under the cursor can get a picture: it is in a Text field of a document that can be edited.
    var canChoosePicture: Bool {
        guard let grid, let place = cursorCell, let document = window?.shown?.document,
            document.capabilities.isSuperset(of: [.edits, .pictures])
        else { return false }
        return grid.model.table.schema[place.field].type.holdsText
    }

    /// The cell under the cursor; `nil` if it no longer exists, as the grid may hear of that later than others.
    private var cursorCell: CellPosition? {
        guard let grid, let place = grid.cursor else { return nil }
        let table = grid.model.table
        return place.record < table.count && table.schema.fields.indices.contains(place.field) ? place : nil
    }

    /// Whether the cursor is on a picture that can be removed.
    var canRemovePictures: Bool {
        guard let grid, !grid.model.isReadOnly, let place = cursorCell else { return false }
        let table = grid.model.table
        return table.schema[place.field].isPicture && table.isFilled(place.record, place.field)
    }

    /// The picture items of a cell's menu.
    var pictureItems: [ContextMenuItem] {
        guard canChoosePicture, let grid else { return [] }
        var items = [
            ContextMenuItem(localized("Choose p_icture…"), key: Command.choosePicture.keys.first) { [weak self] in
                self?.choosePicture()
            }
        ]
        if grid.isOnPicture {
            items.append(
                ContextMenuItem(localized("Remove pict_ure"), isEnabled: canRemovePictures) { [weak self] in
                    self?.removePictures()
                })
        }
        return items
    }

    /// Lets the user choose a picture for the cell under the cursor.
    func choosePicture() {
        guard let window, window.dialog == nil, let shown = window.shown, let grid, let place = grid.cursor else {
            return
        }
        guard canChoosePicture else {
            if grid.model.isReadOnly { window.show(Message(EditError.readOnly.message, .error)) }
            return
        }
        grid.commitEditing()
        let chooser = PictureChooser(over: window, document: shown, record: place.record, goesOn: picturesGoOn)
        let target = PictureTarget(place, in: grid.model.table)
        chooser.onRegister = { [weak self, weak grid] name in
            guard let self, let grid, grid === self.grid else { return }
            register(name, for: target, in: grid)
        }
        chooser.onFailure = { [weak window] in
            window?.show(Message(localized("The picture could not be read."), .error))
        }
        chooser.onClosed = { [weak window] in window?.dialog = nil }
        window.dialog = chooser
        chooser.open()
    }

    /// Writes the picture's name into the cell, and moves the cursor to the next record, for the next picture.
    private func register(_ name: String, for target: PictureTarget, in grid: RecordGrid) {
        guard let document, let place = target.place(in: document.table) else { return }
        do throws(EditError) {
            try document.choosePictures([name], for: [place.record], field: target.field)
        } catch {
            window?.show(Message(error.message, .error))
            return
        }
        window?.shown?.pictures.changed()
        picturesGoOn = true
        if let record = grid.shownRecords(from: place.record, count: 2).dropFirst().first {
            grid.go(to: CellPosition(record: record, field: place.field))
        }
        window?.show(Message(localized("Picture registered."), .ok))
    }

    /// Empties the selected picture cells; the pictures stay in the document.
    func removePictures() {
        guard let window, let document, let grid else { return }
        grid.commitEditing()
        do throws(EditError) {
            let count = try document.removePictures(from: grid.selectedPictures)
            guard count > 0 else { return }
            let text = localized(
                "Removed {count} picture from its record. It stays in the document until you remove it there.",
                "Removed {count} pictures from their records. They stay in the document until you remove them there.",
                count: count)
            window.show(Message(text, .ok))
        } catch {
            window.show(Message(error.message, .error))
        }
    }

    /// Puts dropped files into the document: the first for this cell, the others for the records below and for new
    /// ones.
    ///
    /// Documents and texts among them go to the window, as they do everywhere else.
    private func drop(_ uris: [String], on target: PictureTarget) {
        guard let window, let document = window.shown?.document, !document.isReadOnly else { return }
        let tables = uris.filter(DroppedFiles.isTable)
        if !tables.isEmpty { window.drop(tables) }
        let uris = uris.filter { !DroppedFiles.isTable($0) }
        guard !uris.isEmpty else { return }
        pictureDrop?.cancel()
        let grid = grid
        let work = PictureDrop(
            uris, target, into: document, decoder: window.application.pictures.decoder)
        work.onProgress = { [weak self] fraction in self?.dropProgress.fraction = fraction }
        work.onDone = { [weak self, weak grid] result in
            self?.dropProgress.end()
            self?.pictureDrop = nil
            guard let self, let grid, grid === self.grid else { return }
            take(result, in: grid)
        }
        dropProgress.onCancel = { [weak work] in work?.cancel() }
        if uris.count > 1 { dropProgress.begin(localized("Putting pictures into the document…")) }
        pictureDrop = work
        work.start()
    }

    private func take(_ result: PictureDrop.Result, in grid: RecordGrid) {
        guard let document else { return }
        var records: [Int] = []
        if result.target.record != nil {
            guard let place = result.target.place(in: document.table) else { return }
            records = grid.shownRecords(from: place.record, count: result.names.count)
        }
        do throws(EditError) {
            try document.choosePictures(result.names, for: records, field: result.target.field)
        } catch {
            window?.show(Message(error.message, .error))
            return
        }
        window?.shown?.pictures.changed()
        let table = document.table
        if records.isEmpty, result.target.record == nil, let field = table.schema.index(of: result.target.field) {
            grid.go(to: CellPosition(record: max(0, table.count - result.names.count), field: field))
        }
        window?.show(result.message)
    }
}
