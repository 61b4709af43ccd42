import KirokuCore

extension DocumentWindow {
    /// Shows how the document stands: title, subtitle, what is to fix, and what can be done.
    func refresh() {
        let document = shown?.document
        header.title = document?.title ?? localized("Kiroku")
        window.title = header.title
        header.subtitle = document.map { StatusText.subtitle(of: $0) } ?? ""
        vacantPage.widget.isVisible = isVacant
        refreshFixButton(unfitCells: document?.table.unfitCount ?? 0)
        for (command, action) in actions { action.isEnabled = isPossible(command) }
    }

    private func refreshFixButton(unfitCells: Int) {
        fixButton.isVisible = unfitCells > 0
        if unfitCells > 0 { fixButton.caption = StatusText.toFix(unfitCells) }
    }

    private func isPossible(_ command: Command) -> Bool {
        guard let document = shown?.document else { return command == .open || command == .close }
        let isEditable = !document.isReadOnly
        return switch command {
        case .open, .close, .copyTable: true
        case .addRecord: isEditable
        case .deleteRecords: isEditable && document.table.count > 0
        // While a cell is edited, undo takes back the typing.
        case .undo: document.undoTitle != nil || shown?.grid.isEditing == true
        case .redo: document.redoTitle != nil
        case .nextToFix: document.table.unfitCount > 0
        }
    }
}
