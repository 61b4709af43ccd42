import GtkKit
import KirokuCore
import KirokuViews

/// A question that is asked where a step cannot be undone, or something has to be decided before it is taken.
@MainActor
final class QuestionSheet {
    /// The sheet stays open until this or ``close()`` has closed it.
    var onOK: (() -> Void)?
    /// Called when the user decides against it, before the sheet closes.
    var onCancel: (() -> Void)?
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?

    private let sheet: ModalSheet
    private let content = column(spacing: 12)

    /// - Parameters:
    ///   - question: also what a screen reader calls the sheet.
    ///   - text: what there is to know for the answer.
    ///   - cancel: what happens if nothing is done, in a word or two.
    ///   - ok: what is done; never what cannot be taken back, as Enter does it.
    init(over window: DocumentWindow, _ question: String, text: String, cancel: String, ok: String) {
        let title = heading(question)
        title.addStyleClass("kiroku-title")
        content.setMargins(horizontal: 24, vertical: 24)
        content.append(title)
        content.append(paragraph(text))
        sheet = window.makeSheet(name: question, content: clamp(content, width: 720))
        sheet.setCaptions(cancel: cancel, ok: ok)
        sheet.onOK = { [weak self] in self?.onOK?() }
        sheet.onCancel = { [weak self] in self?.onCancel?() }
        sheet.onClosed = { [weak self] in self?.onClosed?() }
    }

    /// Adds a further answer, which stands above the two buttons.
    func append(_ answer: some Widget) {
        answer.setAlignedAcross(.start)
        content.append(answer)
        answer.showAll()
    }

    /// Adds what says how far the answer has come.
    func append(_ progress: ProgressRow) {
        content.append(progress.widget)
    }

    /// Enter does what OK says, whatever the other answers are.
    func open() {
        try? sheet.open()
        sheet.focusOK()
    }

    func close() {
        if sheet.isOpen { try? sheet.close() }
    }

    func show(_ message: Message?) { sheet.show(message) }
}
