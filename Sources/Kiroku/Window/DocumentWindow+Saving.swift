import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    func documentSaid(_ event: DocumentEvent) {
        switch event {
        case .saveStateChanged: tellAboutSaving()
        case .tableChanged where closing == .warned: closing = .no
        case .tableChanged, .historyChanged: break
        }
        refresh()
    }

    /// Says why the last edits are not saved, and when they are after all.
    private func tellAboutSaving() {
        guard let state = shown?.document.saveState else { return }
        if case .failed(let error) = state {
            hasSavingFailed = true
            messageLine.show(savingFailure(error))
        } else if state == .saved, hasSavingFailed {
            hasSavingFailed = false
            closing = .no
            messageLine.show(Message(localized("All edits are saved now."), .ok))
        }
    }

    /// Shows news from a screen.
    ///
    /// Where there is none, the reason for edits that are not saved takes its place again.
    func show(_ message: Message?) {
        if message == nil, case .failed(let error) = shown?.document.saveState {
            messageLine.show(savingFailure(error))
        } else {
            messageLine.show(message)
        }
    }

    private func savingFailure(_ error: StorageError) -> Message {
        Message(error.message + " " + localized("Your edits are kept here, and saving is tried again."), .error)
    }

    /// Whether the window may close at once.
    ///
    /// If edits are still to be saved it closes by itself when they are.
    func mayClose() -> Bool {
        guard let shown else { return true }
        switch closing {
        case .no: break
        case .saving: return false
        case .warned:
            application.untilDone { await shown.document.close() }
            return true
        }
        screen?.commitEditing()
        closing = .saving
        application.untilDone { [weak self] in
            await shown.document.finishSaving()
            guard case .failed(let error) = shown.document.saveState else {
                await shown.document.close()
                self?.window.destroy()
                return
            }
            self?.closing = .warned
            let text = localized("The last edits are not saved. Close again to lose them.")
            self?.messageLine.show(Message(error.message + " " + text, .error))
        }
        return false
    }
}
