import GtkKit
import KirokuCore
import KirokuViews

/// The text of a cell in a sheet that fills the window.
@MainActor
final class LargeTextSheet {
    /// Called to put the text into its cell.
    var onKept: ((String) throws(EditError) -> Void)?
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?

    private let view: LargeTextView
    private let sheet: ModalSheet
    private weak var window: DocumentWindow?
    private var question: QuestionSheet?
    /// Whether the changes are given up.
    private var mayGo = false

    init(over window: DocumentWindow, _ text: String, fieldName: String, isEditable: Bool) {
        self.window = window
        view = LargeTextView(text, name: fieldName, isEditable: isEditable)
        let content = sheetContent(ShownText.short(fieldName))
        content.append(view.widget, fills: true)
        sheet = window.makeSheet(name: fieldName, content: content, width: 1_000)
        sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("_OK"))
        view.onDone = { [weak self] in self?.keepAndClose() }
        sheet.onOK = { [weak self] in self?.keepAndClose() }
        sheet.mayCancel = { [weak self] in self?.mayCancel() ?? true }
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
            view.noteKept()
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

    /// Asks before changes are given up.
    private func mayCancel() -> Bool {
        if mayGo || !view.hasChanges { return true }
        guard let window, question == nil else { return false }
        let new = QuestionSheet(
            over: window, localized("Keep the changes to this text?"),
            text: localized("The text has been changed since it was opened here."), cancel: localized("_Go Back"),
            ok: localized("_Keep Changes"))
        new.append(
            button(localized("_Discard Changes")) { [weak self] in
                self?.mayGo = true
                self?.question?.close()
                if let sheet = self?.sheet, sheet.isOpen { try? sheet.close() }
            })
        new.onOK = { [weak self] in
            self?.question?.close()
            self?.keepAndClose()
        }
        new.onClosed = { [weak self] in self?.question = nil }
        question = new
        new.open()
        return false
    }
}
