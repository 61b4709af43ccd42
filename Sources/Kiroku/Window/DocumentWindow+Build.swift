import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// The keys of all actions of such a window.
    static var keys: [(action: String, keys: [String])] {
        Command.allCases.map { ($0.action, $0.keys) }
    }

    func build() {
        addActions()
        fillHeader()
        let status = row()
        status.addStyleClass("kiroku-status")
        status.append(messageLine.widget, fills: true)
        status.append(fixButton)
        fixButton.setTooltip(localized("Go to the next cell that does not fit (F8)"))
        fixButton.onPress(Command.nextToFix.action)
        content.append(opening.widget)
        content.append(vacantPage.widget, fills: true)
        let all = column()
        all.append(content, fills: true)
        all.append(status)
        window.setHeader(header)
        window.setContent(all)
        all.showAll()
        header.showAll()
        fixButton.setShownOnlyByItself()
    }

    private func fillHeader() {
        header.append(
            button(
                localized("Open"), tooltip: localized("Open a document or a text file (Ctrl+O)"),
                action: Command.open.action))
        header.append(
            linkedRow(
                iconButton(
                    "edit-undo-symbolic", name: localized("Undo"), tooltip: localized("Undo (Ctrl+Z)"),
                    action: Command.undo.action),
                iconButton(
                    "edit-redo-symbolic", name: localized("Redo"), tooltip: localized("Redo (Shift+Ctrl+Z)"),
                    action: Command.redo.action)))
        header.append(
            linkedRow(
                iconButton(
                    "list-add-symbolic", name: localized("Add record"), tooltip: localized("Add record (Ctrl+N)"),
                    action: Command.addRecord.action),
                iconButton(
                    "list-remove-symbolic", name: localized("Delete record"),
                    tooltip: localized("Delete record (Ctrl+Delete)"), action: Command.deleteRecords.action)))
        header.appendAtEnd(
            button(
                localized("Copy table"), tooltip: localized("Copy the whole table for a spreadsheet (Shift+Ctrl+C)"),
                action: Command.copyTable.action))
    }

    private func addActions() {
        for command in Command.allCases {
            actions[command] = window.addAction(command.rawValue) { [weak self] in self?.perform(command) }
        }
    }

    private func perform(_ command: Command) {
        switch command {
        case .open: chooseFiles()
        case .close: close()
        case .addRecord: shown?.grid.addRecord()
        case .deleteRecords: deleteRecords()
        case .copyTable: copyTable()
        case .undo: shown?.grid.undo()
        case .redo: shown?.grid.redo()
        case .nextToFix: shown?.grid.goToNextUnfitCell()
        }
    }
}
