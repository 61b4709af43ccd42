import GtkKit
import KirokuCore
import KirokuViews

/// A question to answer before a step that cannot be undone, or that needs a decision.
@MainActor
final class QuestionSheet: WindowDialog {
    /// Called when the user presses OK; the sheet stays open until ``close()`` is called.
    var onOK: (() -> Void)?
    /// Called when the user cancels, before the sheet closes.
    var onCancel: (() -> Void)?
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?

    private let sheet: ModalSheet
    private let content = column(spacing: 12)

    /// - Parameters:
    ///   - question: the heading, and the sheet's name for screen readers.
    ///   - text: what the user needs to know for the answer.
    ///   - cancel: the answer that changes nothing, in a word or two.
    ///   - ok: what OK does; never something that cannot be undone, because Enter does it. `nil` if there are only
    ///     other answers; Enter then means Cancel.
    init(over window: DocumentWindow, _ question: String, text: String, cancel: String, ok: String?) {
        let title = sheetTitle(question)
        content.setMargins(vertical: 24)
        content.append(title)
        content.append(paragraph(text))
        sheet = window.makeSheet(name: question, content: content)
        sheet.setCaptions(cancel: cancel, ok: ok ?? "")
        sheet.hasOK = ok != nil
        sheet.onOK = { [weak self] in self?.onOK?() }
        sheet.onCancel = { [weak self] in self?.onCancel?() }
        sheet.onClosed = { [weak self] in self?.onClosed?() }
    }

    /// Adds a control that the answer depends on.
    func append(_ control: some Widget) {
        control.setAlignedAcross(.start)
        content.append(control)
        control.showAll()
    }

    /// Adds a third answer, or replaces the one that is there; see ``ModalSheet/setExtra(_:destroys:pressed:)``.
    func offer(_ caption: String, destroys: Bool = false, pressed: @escaping @MainActor () -> Void) {
        sheet.setExtra(caption, destroys: destroys, pressed: pressed)
    }

    /// Adds a row that shows the progress of the work.
    func append(_ progress: ProgressRow) {
        content.append(progress.widget)
    }

    /// Opens the sheet with the focus on OK: Enter means OK, whatever the other answers are, or Cancel without OK.
    ///
    /// - Parameter comesByItself: whether it opens without the user's request while they may be typing, so that Enter
    ///   means Cancel.
    func open(comesByItself: Bool = false) {
        try? sheet.open()
        if comesByItself { sheet.focusCancel() } else { sheet.focusOK() }
    }

    func close() {
        if sheet.isOpen { try? sheet.close() }
    }

    func show(_ message: Message?) { sheet.show(message) }
}
