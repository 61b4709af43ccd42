import GtkKit
import KirokuCore
import KirokuViews

/// The question before changes are given up that were made in a sheet.
@MainActor
final class ChangesQuestion {
    /// Keeps the changes, and closes the sheet if that was possible.
    var onKeep: (() -> Void)?

    private let title: String
    private let text: String
    private let ok: String
    private weak var window: DocumentWindow?
    private weak var sheet: ModalSheet?
    private var question: QuestionSheet?
    /// Whether the user has given the changes up.
    private var mayGo = false

    /// - Parameters:
    ///   - sheet: the sheet with the changes, which is closed if they are given up.
    ///   - window: its window.
    ///   - title: the question.
    ///   - text: what the user needs to know for the answer.
    ///   - ok: what keeps the changes, in a word or two.
    init(in sheet: ModalSheet, over window: DocumentWindow, _ title: String, text: String, ok: String) {
        (self.sheet, self.window) = (sheet, window)
        (self.title, self.text, self.ok) = (title, text, ok)
    }

    /// Whether the sheet may close now; if there are changes, asks first.
    func mayCancel(hasChanges: Bool) -> Bool {
        if mayGo || !hasChanges { return true }
        guard let window, question == nil else { return false }
        let new = QuestionSheet(over: window, title, text: text, cancel: localized("_Go Back"), ok: ok)
        new.append(
            button(localized("_Discard Changes")) { [weak self] in
                self?.mayGo = true
                self?.question?.close()
                if let sheet = self?.sheet, sheet.isOpen { try? sheet.close() }
            })
        new.onOK = { [weak self] in
            self?.question?.close()
            self?.onKeep?()
        }
        new.onClosed = { [weak self] in self?.question = nil }
        question = new
        new.open()
        return false
    }
}
