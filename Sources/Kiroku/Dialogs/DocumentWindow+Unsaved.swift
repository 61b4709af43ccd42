import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// Asks what to do with edits that cannot be saved, before the window closes.
    func askAboutUnsaved(_ error: StorageError) {
        guard dialog == nil else {
            // The sheet that is open comes first; the message line says why the window did not close.
            closing = .no
            application.cancelQuitting()
            return
        }
        closing = .asking
        let (question, _) = offerCopy(
            error,
            error.isOfContents
                ? localized("The records are not in the file") : localized("The last edits are not saved"),
            cancel: localized("_Keep Open"))
        question.offer(
            error.isOfContents ? localized("_Close Without a Copy") : localized("_Close Without Saving Recent Edits"),
            destroys: true
        ) { [weak self] in self?.closeUnsaved() }
        question.open()
    }

    /// Saves a copy while the document's own file cannot be written or is gone.
    func saveCopy() {
        guard dialog == nil, case .failed(let error) = shown?.document.saveState else { return }
        screen?.commitEditing()
        let (question, progress) = offerCopy(error, localized("Save a Copy"), cancel: localized("_Cancel"))
        question.open()
        chooseCopy(question, progress)
    }

    /// Makes the sheet that offers to save a copy of the whole document somewhere else.
    private func offerCopy(
        _ error: StorageError, _ title: String, cancel: String
    ) -> (QuestionSheet, ProgressRow) {
        let question = QuestionSheet(
            over: self, title,
            text: localizedSentences([
                error.openDocumentMessage,
                localized("Save a copy of the whole document somewhere else, or keep the window open."),
            ]),
            cancel: cancel, ok: localized("_Save a Copy…"))
        let progress = ProgressRow(name: localized("Progress of the copy"))
        question.append(progress)
        question.onOK = { [weak self, weak question] in
            guard let question, !progress.isActive else { return }
            self?.chooseCopy(question, progress)
        }
        question.onCancel = { [weak self] in
            progress.onCancel?()
            self?.keepOpen()
        }
        question.onClosed = { [weak self] in self?.dialog = nil }
        dialog = question
        return (question, progress)
    }

    /// Takes the question back, because the edits were saved after all while it was open.
    ///
    /// Not while a copy is being written: when the copy has taken the document's place, the window closes.
    func withdrawQuestion() {
        guard !isCopying else { return }
        keepOpen()
        (dialog as? QuestionSheet)?.close()
    }

    /// Keeps the window open after all.
    private func keepOpen() {
        guard closing == .asking else { return }
        closing = .no
        application.cancelQuitting()
    }

    /// Closes the document, and then the window.
    ///
    /// Not during the press that asked for it: a screen reader can press a button while GTK tells it of a key, and GTK
    /// (3.24.38) then goes on with that key in the window.
    private func closeUnsaved() {
        guard let shown, closing == .asking else { return }
        closing = .saving
        application.untilDone { [weak self] in
            await shown.close()
            self?.window.destroy()
        }
    }

    /// Asks where to save a copy, and saves it; closes the window then if the question was about closing it.
    func chooseCopy(_ question: QuestionSheet, _ progress: ProgressRow) {
        guard let shown else { return }
        FileChooser.save(
            over: window, title: localized("Save a Copy"), accept: localized("_Save"), cancel: localized("_Cancel"),
            name: shown.document.title + DocumentName.suffix, folder: nil, replaces: false
        ) { [weak self, weak question] path in
            guard let self, let question, dialog === question else { return }
            saveCopy(to: path, question, progress)
        }
    }

    /// Writes the copy, and closes the window when it is there.
    ///
    /// Meanwhile the user may decide to keep the window open, or only to stop the copy; either way no copy remains.
    private func saveCopy(to path: String, _ question: QuestionSheet, _ progress: ProgressRow) {
        guard let document = shown?.document, !isCopying else { return }
        question.show(nil)
        progress.begin(localized("Saving a copy…"))
        let relay = ProgressRelay { share in
            if progress.isActive { progress.fraction = share }
        }
        isCopying = true
        let copying = Task { () async -> Result<Bool, StorageError> in
            do throws(StorageError) {
                let place = await BlockingIO.run { CanonicalPath.ofNewFile(path) }
                return .success(
                    try await document.saveCopy(to: place, title: DocumentName.title(of: place)) { relay.report($0) })
            } catch {
                return .failure(error)
            }
        }
        progress.onCancel = { copying.cancel() }
        application.untilDone { [weak self] in
            let result = await copying.value
            progress.end()
            guard let self else { return }
            isCopying = false
            switch result {
            case .success(let hasPictures): return copied(question, hasPictures: hasPictures)
            case .failure(.cancelled): break
            case .failure(let error): question.show(Message(error.message, .error))
            }
            if document.saveState == .saved { withdrawQuestion() }
        }
    }

    private func copied(_ question: QuestionSheet, hasPictures: Bool) {
        if closing == .asking, hasPictures { return closeUnsaved() }
        keepOpen()
        question.close()
        hasSavingFailed = false
        show(
            hasPictures
                ? Message(localized("The copy is saved and is now the document in this window."), .ok)
                : Message(
                    localized("The copy is saved, without the pictures that can no longer be read."), .caution))
    }
}
