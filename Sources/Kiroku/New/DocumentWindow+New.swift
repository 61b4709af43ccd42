import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// Asks in a sheet for the fields of a new document, and then makes it.
    func showNewDocument() {
        guard dialog == nil, task == nil else { return }
        screen?.commitEditing()
        let new = NewDocumentSheet(TemplateStock.templates(of: application.links.templates), over: self)
        new.onMade = { [weak self] in self?.application.open([$0]) }
        new.onClosed = { [weak self] in self?.dialog = nil }
        dialog = new
        new.open()
    }
}
