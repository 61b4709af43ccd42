import GtkKit
import KirokuCore
import KirokuViews

extension CardsScreen {
    func perform(_ command: Command) {
        if let look { return look.perform(command) }
        switch command {
        case .addRecord: panes?.addRecord()
        case .deleteRecords: deleteRecords()
        case .copyTable: copyTable()
        case .undo: undo()
        case .redo: grid?.redo()
        case .nextToFix: grid?.goToNextCellToFix()
        case .find, .findNext, .findPrevious, .findToFix, .replace: performFinding(command)
        case .findDuplicates: findDuplicates()
        case .showCard: panes?.toggleCard()
        case .showSummary: panes?.toggleSummary()
        case .showHistory: panes?.toggleHistory()
        case .editLarge: editLarge()
        case .choosePicture: choosePicture()
        case .removePicture: removePictures()
        case .showFields: showFields()
        case .importText: chooseImport()
        case .export: showExport()
        case .print: showPrinting()
        default: break
        }
    }

    func isPossible(_ command: Command) -> Bool {
        if let look { return look.isPossible(command) }
        // Without a document, the records go into a new one.
        if command == .importText { return true }
        guard let document else { return false }
        let isEditable = !document.isReadOnly
        return switch command {
        case .copyTable, .showCard, .showSummary, .export, .print: true
        // What is kept nowhere has none.
        case .showHistory: document.location != nil
        case .addRecord, .showFields: isEditable
        case .deleteRecords: isEditable && document.table.count > 0
        // While a cell is being edited, undo takes back the typing.
        case .undo: document.undoTitle != nil || grid?.isEditing == true
        case .redo: document.redoTitle != nil
        case .nextToFix, .findToFix: document.toFix.count > 0
        case .find, .findNext, .findPrevious: true
        case .findDuplicates: isEditable && document.table.count > 1 && document.table.schema.count > 0
        case .replace: isEditable && document.table.schema.fields.contains(where: \.type.isReplaceable)
        case .editLarge: cellToEditLarge != nil
        case .choosePicture: canChoosePicture
        case .removePicture: canRemovePictures
        default: false
        }
    }

    private func deleteRecords() {
        // In an entry, Ctrl+Delete deletes a word.
        guard findBar?.hasKeys != true else { return }
        guard let count = grid?.deleteSelectedRecords(), count > 0 else { return }
        let text = localized(
            "Deleted {count} record. Undo brings it back.", "Deleted {count} records. Undo brings them back.",
            count: count)
        window?.show(Message(text, .ok))
    }

    /// Takes back what is being typed in the card; otherwise does what the grid does.
    private func undo() {
        if panes?.takeBackTyping() != true { grid?.undo() }
    }
}
