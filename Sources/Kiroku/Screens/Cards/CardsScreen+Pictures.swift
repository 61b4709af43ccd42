import GtkKit
import KirokuCore
import KirokuViews

extension CardsScreen {
    /// Whether the cell under the cursor can get a picture: one of a String field, in a document that can be written.
    var canChoosePicture: Bool {
        guard let grid, let place = grid.cursor, !grid.document.isReadOnly, window?.shown?.file != nil else {
            return false
        }
        return grid.document.table.schema[place.field].type == .string
    }

    /// What a cell's menu has for pictures.
    var pictureItems: [ContextMenuItem] {
        guard canChoosePicture else { return [] }
        return [
            ContextMenuItem(localized("Choose p_icture…"), key: Command.choosePicture.keys.first) { [weak self] in
                self?.choosePicture()
            }
        ]
    }

    /// Lets the user choose a picture for the cell under the cursor.
    func choosePicture() {
        guard canChoosePicture, let window, window.dialog == nil, let shown = window.shown, let file = shown.file,
            let grid, let place = grid.cursor
        else { return }
        grid.commitEditing()
        let goesOn = pictureGoesOn == place
        let chooser = PictureChooser(over: window, document: shown, file: file, goesOn: goesOn)
        chooser.onRegister = { [weak self, weak grid] name in
            guard let self, let grid, grid === self.grid else { return }
            register(name, at: place, in: grid)
        }
        chooser.onFailure = { [weak window] in
            window?.show(Message(localized("The picture could not be read."), .error))
        }
        chooser.onClosed = { [weak window] in window?.dialog = nil }
        window.dialog = chooser
        chooser.open()
    }

    /// Writes the picture's name into the cell, and goes on to the next record, for which the next picture is offered.
    private func register(_ name: String, at place: CellPlace, in grid: RecordGrid) {
        let document = grid.document
        guard place.record < document.table.count, document.table.schema.fields.indices.contains(place.field) else {
            return
        }
        do throws(EditError) {
            try document.setIsPicture(true, of: document.table.schema[place.field].id)
            try document.apply(
                .setCells([CellEdit(record: place.record, field: place.field, value: .string(name))]))
        } catch {
            window?.show(Message(error.message, .error))
            return
        }
        if let record = recordBelow(place.record, in: grid) {
            let next = CellPlace(record: record, field: place.field)
            grid.go(to: next)
            pictureGoesOn = next
        }
        window?.show(Message(localized("Picture registered."), .ok))
    }

    /// The record that is shown below another one.
    private func recordBelow(_ record: Int, in grid: RecordGrid) -> Int? {
        guard let shown = grid.shownRecords else {
            return record + 1 < grid.document.table.count ? record + 1 : nil
        }
        guard let place = shown.firstIndex(of: record), place + 1 < shown.count else { return nil }
        return shown[place + 1]
    }
}
