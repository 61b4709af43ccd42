import GtkKit
import KirokuCore
import KirokuViews

/// The text of a cell in a sheet that fills the window.
@MainActor
final class LargeTextSheet: WindowDialog {
    /// Called to put the text into its cell.
    var onKept: ((String) throws(EditError) -> Void)?
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?

    private let view: LargeTextView
    private let sheet: ModalSheet
    private let question: ChangesQuestion

    init(over window: DocumentWindow, _ text: String, fieldName: String, isEditable: Bool) {
        view = LargeTextView(text, name: fieldName, isEditable: isEditable)
        let content = sheetContent(ShownText.short(fieldName))
        content.append(view.widget, fills: true)
        sheet = window.makeSheet(name: fieldName, content: content, width: .wide)
        question = ChangesQuestion(
            in: sheet, over: window, localized("Keep the changes to this text?"),
            text: localized("The text has been changed since it was opened here."), ok: localized("_Keep Changes"))
        sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("_OK"))
        view.onDone = { [weak self] in self?.keepAndClose() }
        sheet.onOK = { [weak self] in self?.keepAndClose() }
        question.onKeep = { [weak self] in self?.keepAndClose() }
        sheet.mayCancel = { [weak question, weak view] in
            question?.mayCancel(hasChanges: view?.hasChanges == true) ?? true
        }
        sheet.onClosed = { [weak self] in self?.onClosed?() }
    }

    func open() {
        try? sheet.open()
        view.grabFocus()
    }

    /// Puts the text into its cell, and stays open; returns whether that was possible.
    @discardableResult
    func keep() -> Bool {
        guard view.hasChanges else { return true }
        do throws(EditError) {
            try onKept?(view.text)
            view.markKept()
            return true
        } catch {
            sheet.show(Message(error.message, .error))
            return false
        }
    }

    private func keepAndClose() {
        guard keep(), sheet.isOpen else { return }
        try? sheet.close()
    }
}
