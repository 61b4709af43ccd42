import GtkKit
import KirokuCore
import KirokuViews

extension CardsScreen {
    func perform(_ command: Command) {
        if let browsePanes { return browsePanes.perform(command) }
        switch command {
        case .addRecord: panes?.addRecord()
        case .insertAbove: panes?.insertRecord(above: true)
        case .insertBelow: panes?.insertRecord(above: false)
        case .duplicateRecords: panes?.duplicateRecords()
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
        case .showViews: savedViews.showMenu()
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

    func disabledReason(of command: Command) -> DisabledReason? {
        if let browsePanes { return browsePanes.disabledReason(of: command) }
        // Without a document, the records go into a new one.
        if command == .importText { return nil }
        guard let document else { return window?.isVacant == false ? .opening : .noDocument }
        let count = document.table.count
        return switch command {
        case .copyTable, .showCard, .showSummary, .showViews, .export, .print, .find, .findNext, .findPrevious: nil
        case .showHistory: document.location == nil ? .keptNowhere : nil
        case .addRecord, .insertAbove, .insertBelow: refused(document.refusal(of: .addRecords))
        case .duplicateRecords: refused(document.refusal(of: .addRecords)) ?? (count > 0 ? nil : .noRecords)
        case .deleteRecords: refused(document.refusal(of: .deleteRecords)) ?? (count > 0 ? nil : .noRecords)
        // A user who may not define fields may still order them and choose how their values are shown.
        case .showFields: refused(document.refusal)
        // While a cell is being edited, undo reverts the typing.
        case .undo where document.undoTitle != nil || grid?.isEditing == true: nil
        case .undo: document.undoIsCut ? .undoIsCut : .nothingToUndo
        case .redo: document.redoTitle != nil ? nil : .nothingToRedo
        case .nextToFix, .findToFix: document.toFix.count > 0 ? nil : .nothingToFix
        case .findDuplicates:
            refused(document.refusal) ?? (count > 1 && document.table.schema.count > 0 ? nil : .noRecords)
        case .replace: replacingDisabledReason(in: document)
        case .editLarge: cellToEditLarge == nil ? .noCell : nil
        case .choosePicture: pictureDisabledReason
        case .removePicture: removingDisabledReason
        default: .notBrowsing
        }
    }

    private func refused(_ refusal: EditError?) -> DisabledReason? { refusal.map { .refused($0) } }

    private func replacingDisabledReason(in document: Document) -> DisabledReason? {
        let fields = document.table.schema.fields.filter(\.type.isReplaceable)
        guard let first = fields.first else { return refused(document.refusal) ?? .noReplaceableField }
        let mayReplace = fields.contains { document.refusal(ofField: $0.id) == nil }
        return mayReplace ? nil : refused(document.refusal(ofField: first.id))
    }

    private func deleteRecords() {
        // In an entry, Ctrl+Delete deletes a word.
        guard findBar?.hasKeys != true else { return }
        guard let count = grid?.deleteSelectedRecords(), count > 0 else { return }
        let text = localized(
            "Deleted {count} record. Undo restores it.", "Deleted {count} records. Undo restores them.",
            count: count)
        window?.show(Message(text, .ok))
    }

    /// Discards what is being typed in the card; otherwise does what the grid does.
    private func undo() {
        if panes?.discardTyping() != true { grid?.undo() }
    }
}
