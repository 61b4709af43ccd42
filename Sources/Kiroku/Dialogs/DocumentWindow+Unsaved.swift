import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// Asks what is to become of edits that cannot be saved, as the window is to be closed.
    func askAboutUnsaved(_ error: StorageError) {
        guard dialog == nil else {
            // What is in the sheet there is comes first; the message line says why nothing was closed.
            closing = .no
            return
        }
        let question = QuestionSheet(
            over: self, localized("The last edits are not saved"),
            text: error.message + " "
                + localized("Save a copy of the whole document somewhere else, or keep the window open."),
            cancel: localized("_Keep open"), ok: localized("_Save a copy…"))
        let lose = button(localized("_Close and lose the last edits")) { [weak self] in self?.closeUnsaved() }
        lose.addStyleClass("destructive-action")
        question.append(lose)
        question.onOK = { [weak self, weak question] in
            self?.chooseCopy { text in question?.show(Message(text, .error)) }
        }
        question.onClosed = { [weak self] in
            self?.dialog = nil
            if self?.closing == .asking { self?.closing = .no }
        }
        closing = .asking
        dialog = question
        question.open()
    }

    /// Edits were saved after all while the user was asked.
    func takeBackQuestion() {
        (dialog as? QuestionSheet)?.close()
    }

    private func closeUnsaved() {
        guard let shown else { return }
        application.untilDone { await shown.close() }
        window.destroy()
    }

    private func chooseCopy(refused: @escaping @MainActor (String) -> Void) {
        guard let shown else { return }
        FileChooser.save(
            over: window, title: localized("Save a copy"), accept: localized("_Save"), cancel: localized("_Cancel"),
            name: shown.document.title + DocumentName.suffix, folder: nil
        ) { [weak self] path in
            self?.saveCopy(to: path, refused: refused)
        }
    }

    private func saveCopy(to path: String, refused: @escaping @MainActor (String) -> Void) {
        guard let document = shown?.document else { return }
        application.untilDone { [weak self] in
            let hasPictures: Bool
            do throws(StorageError) {
                hasPictures = try await document.saveCopy(to: path)
            } catch {
                return refused(error.message)
            }
            self?.application.remember(path)
            guard hasPictures else {
                let news = localized("The copy is saved, without its pictures: they cannot be read any more.")
                self?.show(Message(news, .caution))
                return
            }
            self?.closeUnsaved()
        }
    }
}
