import GtkKit
import KirokuCore
import KirokuViews

/// Loading the document again after another program has changed it.
extension DocumentWindow {
    /// Whether edits cannot be saved because another program has changed the document.
    var isChangedElsewhere: Bool {
        if case .failed(.changedElsewhere) = shown?.document.saveState { true } else { false }
    }

    /// Asks whether to go on with what is in the file, or with a copy of the document as it is here.
    func askAboutLoadingAgain() {
        guard dialog == nil, isChangedElsewhere else { return }
        screen?.commitEditing()
        let question = QuestionSheet(
            over: self, localized("Load the document again?"),
            text: localized(
                "You will see the changes of the other program together with your edits. Where both changed the same thing, both values are listed. You can also save a copy of the document as it is here, and continue in the copy."
            ),
            cancel: localized("_Cancel"), ok: localized("_Load Again"))
        let progress = ProgressRow(name: localized("Progress of loading or saving"))
        question.append(
            button(localized("_Save a Copy…")) { [weak self, weak question] in
                guard let question, !progress.isActive else { return }
                self?.chooseCopy(question, progress)
            })
        question.append(progress)
        question.onOK = { [weak self, weak question] in
            guard let question, !progress.isActive else { return }
            self?.loadAgain(question, progress)
        }
        question.onCancel = { progress.onCancel?() }
        question.onClosed = { [weak self] in
            progress.onCancel?()
            self?.dialog = nil
        }
        dialog = question
        question.open()
    }

    private func loadAgain(_ question: QuestionSheet, _ progress: ProgressRow) {
        guard let document = shown?.document else { return }
        question.show(nil)
        progress.begin(localized("Loading again…"))
        let relay = ProgressRelay { [weak question] share in
            if question != nil { progress.fraction = share }
        }
        let loading = Task { () async -> Result<[EditConflict], StorageError> in
            do throws(StorageError) {
                return .success(try await document.loadAgain { relay.report($0) })
            } catch {
                return .failure(error)
            }
        }
        progress.onCancel = { loading.cancel() }
        application.untilDone { [weak self, weak question] in
            let result = await loading.value
            progress.onCancel = nil
            if question != nil { progress.end() }
            guard let self, shown?.document === document else { return }
            switch result {
            case .success(let conflicts):
                guard let question else { return show(conflicts) }
                // The next sheet can open only when this one is closed.
                question.onClosed = { [weak self] in
                    self?.dialog = nil
                    self?.show(conflicts)
                }
                question.close()
            case .failure(.cancelled): break
            case .failure(let error): question?.show(Message(error.message, .error))
            }
        }
    }

    /// Says what has become of the edits.
    private func show(_ conflicts: [EditConflict]) {
        guard let document = shown?.document else { return }
        hasSavingFailed = false
        guard !conflicts.isEmpty else {
            return show(Message(localized("Loaded again, with all your edits."), .ok))
        }
        show(
            Message(
                localized(
                    "Loaded again. {count} of your edits was left out.",
                    "Loaded again. {count} of your edits were left out.", count: conflicts.count), .caution))
        let sheet = ConflictsSheet(over: self, conflicts, in: document)
        sheet.onClosed = { [weak self] in self?.dialog = nil }
        dialog = sheet
        sheet.open()
    }
}
