import GtkKit
import KirokuCore
import KirokuViews

/// When another program has changed the records that were edited here.
extension DocumentWindow {
    /// Whether edits cannot be saved because of that.
    var isChangedElsewhere: Bool {
        if case .failed(.changedElsewhere) = shown?.document.saveState { true } else { false }
    }

    /// Asks whether to go on with what is in the file.
    func askAboutLoadingAgain() {
        guard dialog == nil, isChangedElsewhere else { return }
        let question = QuestionSheet(
            over: self, localized("Load the document again?"),
            text: localized(
                "You will see what the other program has written. Your edits that are not saved are lost."),
            cancel: localized("_Cancel"), ok: localized("_Load again"))
        question.onOK = { [weak self, weak question] in
            question?.close()
            self?.loadAgain()
        }
        question.onClosed = { [weak self] in self?.dialog = nil }
        dialog = question
        question.open()
    }

    /// Gives up what is in the window, and opens its file anew.
    private func loadAgain() {
        guard isChangedElsewhere, let shown, let path else { return }
        keepPlace()
        self.shown = nil
        hasSavingFailed = false
        frame.messageLine.show(nil)
        for screen in screens.values { screen.documentChanged() }
        showOpening(path)
        task = Task { [weak self] in
            await shown.close()
            guard !Task.isCancelled else { return }
            self?.open(path)
        }
        refresh()
    }
}
