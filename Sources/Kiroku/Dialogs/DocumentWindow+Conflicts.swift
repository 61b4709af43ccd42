import GtkKit
import KirokuCore
import KirokuViews

/// What others change in the document while it is open here.
extension DocumentWindow {
    /// Shows a message about what others have changed.
    func announce(_ changes: OthersChanges) {
        guard let table = shown?.document.table else { return }
        news.announce(changes, in: table)
    }

    /// Goes to the next record that others have changed.
    func showOthersChanges() {
        guard let changes = news.changes else { return }
        screens.show(.cards)
        if cards.grid?.goToNext(of: changes) == false {
            show(Message(localized("The changed records are not shown now."), .caution))
        }
        news.stay()
    }

    /// Whether there are edits that conflict with what others have changed and are not resolved yet.
    var hasConflicts: Bool { shown?.document.conflicts.isEmpty == false }

    /// Lists the conflicts, to keep either side's values.
    func showConflicts() {
        guard dialog == nil, let document = shown?.document, hasConflicts else { return }
        screen?.commitEditing()
        let sheet = ConflictsSheet(over: self, document)
        hold(sheet)
        sheet.open()
    }
}
