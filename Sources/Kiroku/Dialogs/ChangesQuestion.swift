import GtkKit
import KirokuCore
import KirokuViews

/// The question before something that was typed or changed in a sheet is discarded.
@MainActor
final class ChangesQuestion {
    /// Keeps what would be lost, and closes the sheet if that was possible.
    var onKeep: (() -> Void)?

    private let title: String
    private let text: String
    private let ok: String
    private let discard: String
    private weak var window: DocumentWindow?
    private weak var sheet: ModalSheet?
    private var question: QuestionSheet?
    /// Whether the user has given them up.
    private var mayGo = false

    /// - Parameters:
    ///   - sheet: the sheet with the changes, which is closed if they are given up.
    ///   - window: its window.
    ///   - title: the question.
    ///   - text: what the user needs to know for the answer.
    ///   - ok: the answer that keeps the changes, in a word or two.
    ///   - discard: the answer that discards them, in a word or two.
    init(
        in sheet: ModalSheet, over window: DocumentWindow, _ title: String, text: String, ok: String,
        discard: String = localized("_Discard Changes")
    ) {
        (self.sheet, self.window) = (sheet, window)
        (self.title, self.text, self.ok, self.discard) = (title, text, ok, discard)
    }

    /// Whether the sheet may close now; if there are changes, asks first.
    func mayCancel(hasChanges: Bool) -> Bool {
        if mayGo || !hasChanges { return true }
        guard let window, question == nil else { return false }
        let new = QuestionSheet(over: window, title, text: text, cancel: localized("_Go Back"), ok: ok)
        new.offer(discard, destroys: true) { [weak self] in
            self?.mayGo = true
            self?.question?.close()
            if let sheet = self?.sheet, sheet.isOpen { try? sheet.close() }
        }
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
