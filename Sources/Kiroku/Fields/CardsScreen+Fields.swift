import GtkKit
import KirokuCore
import KirokuViews

extension CardsScreen {
    /// Shows the fields of the document in a sheet, where they can be changed.
    func showFields() {
        guard let window, window.dialog == nil, let document = grid?.document, !document.isReadOnly else { return }
        commitEditing()
        let fields = FieldsSheet(of: document, over: window)
        fields.onDone = { [weak window] in
            window?.show(Message(localized("The fields are changed. Undo brings the old ones back."), .ok))
        }
        fields.onClosed = { [weak window] in window?.dialog = nil }
        window.dialog = fields
        fields.open()
    }
}
