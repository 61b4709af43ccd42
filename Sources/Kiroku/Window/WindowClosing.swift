import GtkKit
import KirokuCore
import KirokuViews

/// The closing of a window: it waits until the last edits are saved, or asks what to do with those that cannot be.
@MainActor
final class WindowClosing {
    private weak var window: DocumentWindow?
    private var stage = Stage.no
    /// Whether the user has been told that edits are not saved.
    private var hasSavingFailed = false

    private enum Stage {
        case no
        /// The last edits are being saved, unless the user gives them up, and the document is being closed.
        case saving
        /// The edits could not be saved, and the user is asked what to do with them.
        case asking
    }

    init(of window: DocumentWindow) {
        self.window = window
    }

    /// Whether the window closes soon, unless the user decides otherwise.
    var isUnderway: Bool { stage != .no }

    /// A vacant window takes no file from now on.
    func begin() { stage = .saving }

    /// Whether the window may close at once.
    ///
    /// If edits are still being saved, it closes as soon as they are. An open dialog may ask the user first.
    func mayClose() -> Bool {
        guard let window else { return true }
        guard window.sheetHost.mayClose else {
            window.application.cancelQuitting()
            return false
        }
        guard let shown = window.shown else { return true }
        guard !isUnderway else { return false }
        window.commitInput()
        stage = .saving
        window.application.untilDone { [weak self] in
            await shown.finishSaving()
            guard case .failed(let error) = shown.document.saveState else {
                await shown.close()
                self?.window?.window.destroy()
                return
            }
            self?.ask(about: error)
        }
        return false
    }

    /// Shows why the last edits are not saved, and later that they are.
    func follow(_ state: SaveState) {
        if case .failed = state {
            hasSavingFailed = true
            window?.show(nil)
        } else if state == .saved, hasSavingFailed {
            hasSavingFailed = false
            withdrawQuestion()
            window?.frame.messageLine.show(Message(localized("All edits are saved now."), .ok))
        }
    }

    /// Saves a copy while the document's own file cannot be written or is gone.
    func saveCopy() {
        guard let window, window.dialog == nil, case .failed(let error) = window.shown?.document.saveState else {
            return
        }
        window.screen?.commitEditing()
        let (question, progress) = offerCopy(
            error, localized("Save a Copy"), cancel: localized("_Cancel"), over: window)
        question.open()
        chooseCopy(question, progress)
    }

    // MARK: Asking

    /// Asks what to do with edits that cannot be saved, before the window closes.
    private func ask(about error: StorageError) {
        guard let window else { return }
        guard window.dialog == nil else {
            // The sheet that is open comes first; the message line shows why the window did not close.
            stage = .no
            window.application.cancelQuitting()
            return
        }
        stage = .asking
        let (question, _) = offerCopy(
            error,
            error.isOfContents
                ? localized("The records are not in the file") : localized("The last edits are not saved"),
            cancel: localized("_Keep Open"), over: window)
        question.offer(
            error.isOfContents ? localized("_Close Without a Copy") : localized("_Close Without Saving Recent Edits"),
            destroys: true
        ) { [weak self] in self?.closeUnsaved() }
        question.open()
    }

    /// Makes the sheet that offers to save a copy of the whole document somewhere else.
    private func offerCopy(
        _ error: StorageError, _ title: String, cancel: String, over window: DocumentWindow
    ) -> (QuestionSheet, ProgressRow) {
        let question = QuestionSheet(
            over: window, title,
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
        window.hold(question)
        return (question, progress)
    }

    /// Withdraws the question, because the edits were saved after all while it was open.
    ///
    /// Not while a copy is being written: when the copy has taken the document's place, the window closes.
    private func withdrawQuestion() {
        guard let window, !window.fileWork.isRunning else { return }
        keepOpen()
        (window.dialog as? QuestionSheet)?.close()
    }

    /// Keeps the window open after all.
    private func keepOpen() {
        guard stage == .asking else { return }
        stage = .no
        window?.application.cancelQuitting()
    }

    /// Closes the document, and then the window.
    ///
    /// This must not happen during the press of the button: a screen reader can press a button while GTK notifies it of
    /// a key, and GTK (3.24.38) then continues to handle that key in the window.
    private func closeUnsaved() {
        guard let window, let shown = window.shown, stage == .asking else { return }
        stage = .saving
        window.application.untilDone { [weak window] in
            await shown.close()
            window?.window.destroy()
        }
    }

    // MARK: Saving a copy

    /// Asks where to save a copy, and saves it; closes the window then if the question was about closing it.
    private func chooseCopy(_ question: QuestionSheet, _ progress: ProgressRow) {
        guard let window, let shown = window.shown else { return }
        FileChooser.save(
            over: window.window, title: localized("Save a Copy"), accept: localized("_Save"),
            cancel: localized("_Cancel"), name: shown.document.title + DocumentName.suffix, folder: nil, replaces: false
        ) { [weak self, weak question] path in
            guard let self, let question, self.window?.dialog === question else { return }
            saveCopy(to: path, question, progress)
        }
    }

    /// Writes the copy, and closes the window when it is complete.
    ///
    /// Meanwhile the user may decide to keep the window open, or only to stop the copy; either way no copy remains.
    private func saveCopy(to path: String, _ question: QuestionSheet, _ progress: ProgressRow) {
        guard let window, let document = window.shown?.document, !window.fileWork.isRunning else { return }
        question.show(nil)
        let caption = localized("Saving a copy…")
        let row = { @MainActor in progress }
        progress.begin(caption)
        window.fileWork.start(caption, on: row) { (report) throws(StorageError) in
            let place = await BlockingIO.run { CanonicalPath.ofNewFile(path) }
            return try await document.saveCopy(to: place, title: DocumentName.title(of: place), progress: report)
        } done: { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let hasPictures): return copied(question, hasPictures: hasPictures)
            case .failure(.cancelled): break
            case .failure(let error): question.show(Message(error.message, .error))
            }
            if document.saveState == .saved { withdrawQuestion() }
        }
    }

    private func copied(_ question: QuestionSheet, hasPictures: Bool) {
        if stage == .asking, hasPictures { return closeUnsaved() }
        keepOpen()
        question.close()
        hasSavingFailed = false
        window?.show(
            hasPictures
                ? Message(localized("The copy is saved and is now the document in this window."), .ok)
                : Message(
                    localized("The copy is saved, without the pictures that can no longer be read."), .caution))
    }
}
