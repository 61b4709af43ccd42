import GtkKit
import KirokuCore
import KirokuViews

extension CardsScreen {
    /// Connects Enter, double clicks and drops on pictures.
    func connectPictures(_ grid: RecordGrid, _ panes: CardPanes) {
        grid.pictures = window?.shown?.pictures
        grid.onPictureActivated = { [weak self] in self?.choosePicture() }
        grid.acceptPictureDrops { [weak window] uris, place in
            window?.drop(uris, on: DropPlace(record: place.record, field: place.field, isPicture: place.isPicture))
        }
        panes.onPictureActivated = { [weak self] in self?.choosePicture() }
        panes.onPictureDrop = { [weak window] uris, record, field in
            window?.drop(uris, on: DropPlace(record: record, field: field, isPicture: field != nil))
        }
    }

    /// Why the cell under the cursor cannot get a picture; `nil` if it is in a Text field that can be edited.
    var pictureDisabledReason: DisabledReason? {
        guard let document else { return .noDocument }
        if let refusal = document.refusal { return .refused(refusal) }
        guard document.capabilities.isSuperset(of: [.edits, .pictures]) else { return .noPicturesHere }
        guard let place = cursorCell else { return .noCell }
        let field = document.table.schema[place.field]
        if let refusal = document.refusal(ofField: field.id) { return .refused(refusal) }
        return field.type.holdsText ? nil : .noTextField
    }

    /// The cell under the cursor; `nil` if it no longer exists, as the grid may hear of that later than others.
    private var cursorCell: CellPosition? {
        guard let grid, let place = grid.cursor else { return nil }
        let table = grid.model.table
        return place.record < table.count && table.schema.fields.indices.contains(place.field) ? place : nil
    }

    /// Why the picture under the cursor cannot be removed; `nil` if it can.
    var removingDisabledReason: DisabledReason? {
        guard let document else { return .noDocument }
        if let refusal = document.refusal { return .refused(refusal) }
        guard let place = cursorCell else { return .noCell }
        let (table, field) = (document.table, document.table.schema[place.field])
        guard field.isPicture, table.isFilled(place.record, place.field) else { return .noPicture }
        return document.refusal(ofField: field.id).map { .refused($0) }
    }

    /// The picture items of a cell's menu.
    var pictureItems: [ContextMenuItem] {
        let disabledReason = pictureDisabledReason
        guard let grid, disabledReason == nil || grid.isOnPicture else { return [] }
        var items = [
            ContextMenuItem(
                localized("Choose P_icture…"), key: Command.choosePicture.keys.first, unless: disabledReason?.message
            ) { [weak self] in self?.choosePicture() }
        ]
        if grid.isOnPicture {
            items.append(
                ContextMenuItem(localized("Remove Pict_ure"), unless: removingDisabledReason?.message) {
                    [weak self] in self?.removePictures()
                })
        }
        return items
    }

    /// Lets the user choose a picture for the cell under the cursor.
    func choosePicture() {
        guard let window, window.dialog == nil, let shown = window.shown, let grid, let place = grid.cursor else {
            return
        }
        if let disabledReason = pictureDisabledReason { return window.show(Message(disabledReason.answer, .caution)) }
        grid.commitEditing()
        let table = shown.document.table
        let record = table.ids[place.record]
        askForField(ofPictureIn: table.schema[place.field].id, of: shown.document) { [weak self, weak grid] field in
            guard let self, let field, let grid, grid === self.grid, window.shown === shown else { return }
            choosePicture(for: PictureTarget(record: record, field: field), of: shown, in: grid)
        }
    }

    private func choosePicture(for target: PictureTarget, of shown: DocumentSession, in grid: RecordGrid) {
        guard let window, window.dialog == nil,
            let record = target.record.flatMap({ shown.document.table.index(of: $0) })
        else { return }
        grid.commitEditing()
        let chooser = PictureChooser(over: window, document: shown, record: record, continues: choosesNextPicture)
        chooser.onRegister = { [weak self, weak grid] name in
            guard let self, let grid, grid === self.grid else { return }
            register(name, for: target, in: grid)
        }
        chooser.onFailure = { [weak window] in
            window?.show(Message(localized("The picture could not be read."), .error))
        }
        window.hold(chooser)
        chooser.open()
    }

    /// Writes the picture's name into the cell, and moves the cursor to the next record, for the next picture.
    private func register(_ name: String, for target: PictureTarget, in grid: RecordGrid) {
        guard let document, let record = target.record.flatMap({ document.table.index(of: $0) }) else { return }
        let field: FieldID?
        do throws(EditError) {
            field = try document.choosePictures([name], for: [record], in: target.field)
        } catch {
            window?.show(Message(error.message, .error))
            return
        }
        guard let field = field.flatMap({ document.table.schema.index(of: $0) }) else { return }
        window?.shown?.pictures.changed()
        choosesNextPicture = true
        let next = grid.shownRecords(from: record, count: 2).dropFirst().first
        grid.go(to: CellPosition(record: next ?? record, field: field))
        window?.show(Message(localized("Picture added."), .ok))
    }

    /// Empties the selected picture cells; the pictures stay in the document.
    func removePictures() {
        guard let window, let document, let grid else { return }
        grid.commitEditing()
        do throws(EditError) {
            let count = try document.removePictures(from: grid.selectedPictures)
            guard count > 0 else { return }
            let text = localized(
                "Removed {count} picture from its record. It stays in the document until you delete it under Pictures.",
                "Removed {count} pictures from their records. They stay in the document until you delete them under Pictures.",
                count: count)
            window.show(Message(text, .ok))
        } catch {
            window.show(Message(error.message, .error))
        }
    }

}
