import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    func handle(_ event: DocumentEvent) {
        switch event {
        case .saveStateChanged: tellAboutSaving()
        case .moved: followDocument()
        case .leftAsItWas(let conflicts):
            frame.messageLine.show(Message(EditConflict.changedElsewhere(conflicts, in: shown?.document.table)))
        case .tableChanged, .historyChanged: break
        }
        refresh()
    }

    /// The document is in another file: whatever is known by the file goes with it.
    private func followDocument() {
        guard let shown else { return }
        shown.follow(backups: application.preferences.backupPolicy)
        keepSecondCopy()
        application.remember(shown.path)
        keepPlace()
        for screen in screens.values { screen.documentMoved() }
    }

    /// Says why the last edits are not saved, and when they are after all.
    private func tellAboutSaving() {
        guard let state = shown?.document.saveState else { return }
        if case .failed(let error) = state {
            hasSavingFailed = true
            frame.messageLine.show(savingFailure(error))
        } else if state == .saved, hasSavingFailed {
            hasSavingFailed = false
            takeBackQuestion()
            frame.messageLine.show(Message(localized("All edits are saved now."), .ok))
        }
    }

    /// Whether edits could not be saved.
    var isSavingFailing: Bool { if case .failed = shown?.document.saveState { true } else { false } }

    /// Saves at once what could not be saved, and says again why if that still fails.
    func trySavingAgain() {
        guard let document = shown?.document, isSavingFailing else { return }
        frame.messageLine.show(Message(localized("Saving…")))
        Task { [weak self] in
            await document.finishSaving()
            guard let self, shown?.document === document, case .failed = document.saveState else { return }
            show(nil)
        }
    }

    /// Shows news from a screen.
    ///
    /// Where there is none, the reason for edits that are not saved takes its place again.
    func show(_ message: Message?) {
        if message == nil, case .failed(let error) = shown?.document.saveState {
            frame.messageLine.show(savingFailure(error))
        } else {
            frame.messageLine.show(message)
        }
    }

    private func savingFailure(_ error: StorageError) -> Message {
        let way =
            switch error {
            case .changedElsewhere, .notConverted: localized("Your edits are kept here.")
            default: localized("Your edits are kept here, and saving is tried again.")
            }
        return Message(localizedSentences([error.message, way]), .error)
    }

    /// Takes what is being typed into the document, where it is on its way to the disk.
    func takeIn() {
        screen?.commitEditing()
        keepPlace()
    }

    /// Gives up what is being opened, saves what is open, and asks nothing: the program ends.
    func saveForEnd() async {
        task?.cancel()
        guard let document = shown?.document else { return }
        await document.close()
        guard case .failed(let error) = document.saveState else { return }
        Reports.error("KRK_APP_END", "the last edits of \(data: document.path ?? document.title) are lost: \(error)")
    }

    /// Whether the window may close at once.
    ///
    /// If edits are still being saved, it closes as soon as they are; if a new document's fields were typed, the user is
    /// asked.
    func mayClose() -> Bool {
        if let new = dialog as? NewDocumentSheet, !new.mayGo() {
            application.goOn()
            return false
        }
        guard let shown else { return true }
        guard closing == .no else { return false }
        takeIn()
        closing = .saving
        application.untilDone { [weak self] in
            await shown.finishSaving()
            guard case .failed(let error) = shown.document.saveState else {
                await shown.close()
                self?.window.destroy()
                return
            }
            self?.askAboutUnsaved(error)
        }
        return false
    }
}
