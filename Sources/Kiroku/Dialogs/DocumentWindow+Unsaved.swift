import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// Asks what is to become of edits that cannot be saved, as the window is to be closed.
    func askAboutUnsaved(_ error: StorageError) {
        guard dialog == nil else {
            // What is in the sheet there is comes first; the message line says why nothing was closed.
            closing = .no
            application.goOn()
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
        let progress = ProgressRow(name: localized("Progress of the copy"))
        question.append(progress)
        question.onOK = { [weak self, weak question] in
            guard let question, !progress.isActive else { return }
            self?.chooseCopy(question, progress)
        }
        question.onClosed = { [weak self] in
            progress.onCancel?()
            self?.dialog = nil
            guard self?.closing == .asking else { return }
            self?.closing = .no
            self?.application.goOn()
        }
        closing = .asking
        dialog = question
        question.open()
    }

    /// Edits were saved after all while the user was asked.
    func takeBackQuestion() {
        (dialog as? QuestionSheet)?.close()
    }

    /// Closes the document, and then the window.
    ///
    /// Never within the press that asked for it: a screen reader can press while GTK tells it of a key, and GTK goes on
    /// with that key in the window (3.24.38).
    private func closeUnsaved() {
        guard let shown, closing == .asking else { return }
        closing = .saving
        application.untilDone { [weak self] in
            await shown.close()
            self?.window.destroy()
        }
    }

    /// Asks where a copy is to be, and writes it; the window closes then if that was what was asked about.
    func chooseCopy(_ question: QuestionSheet, _ progress: ProgressRow) {
        guard let shown else { return }
        FileChooser.save(
            over: window, title: localized("Save a copy"), accept: localized("_Save"), cancel: localized("_Cancel"),
            name: shown.document.title + DocumentName.suffix, folder: nil, replaces: false
        ) { [weak self, weak question] path in
            guard let self, let question, dialog === question else { return }
            saveCopy(to: path, question, progress)
        }
    }

    /// Writes the copy, and closes the window when it is there.
    ///
    /// The question may go meanwhile, and its progress with it: by Cancel, or because the edits were saved after all.
    private func saveCopy(to path: String, _ question: QuestionSheet, _ progress: ProgressRow) {
        guard let document = shown?.document, !progress.isActive else { return }
        question.show(nil)
        progress.begin(localized("Saving a copy…"))
        let relay = ProgressRelay { [weak question] share in
            if question != nil { progress.fraction = share }
        }
        let copying = Task { () async -> Result<Bool, StorageError> in
            do throws(StorageError) {
                return .success(try await document.saveCopy(to: path) { relay.report($0) })
            } catch {
                return .failure(error)
            }
        }
        progress.onCancel = { copying.cancel() }
        application.untilDone { [weak self, weak question] in
            let result = await copying.value
            guard let self, shown?.document === document else { return }
            if question != nil { progress.end() }
            switch result {
            case .success(let hasPictures):
                copied(to: path, hasPictures: hasPictures, closes: closing == .asking)
                if closing == .no { question?.close() }
            case .failure(.cancelled): break
            case .failure(let error): question?.show(Message(error.message, .error))
            }
        }
    }

    private func copied(to path: String, hasPictures: Bool, closes: Bool) {
        self.path = path
        application.remember(path)
        guard hasPictures else {
            let news = localized("The copy is saved, without its pictures: they cannot be read any more.")
            return show(Message(news, .caution))
        }
        guard !closes else { return closeUnsaved() }
        hasSavingFailed = false
        show(Message(localized("The copy is saved, and you go on in it."), .ok))
    }
}
