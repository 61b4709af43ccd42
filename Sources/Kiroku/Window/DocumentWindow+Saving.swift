import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    func handle(_ event: DocumentEvent) {
        switch event {
        case .saveStateChanged: if let state = shown?.document.saveState { closing.follow(state) }
        case .moved(let old): followDocument(from: old)
        case .leftAsItWas(let conflicts):
            frame.messageLine.show(Message(EditConflict.changedElsewhere(conflicts, in: shown?.document.table)))
        case .changedByOthers(_, let changes): announce(changes)
        case .tableChanged, .checksChanged, .historyChanged, .conflictsChanged: break
        }
        refresh()
    }

    /// Follows the document to another place, with everything that is stored under its path.
    private func followDocument(from old: StorageLocation?) {
        guard let shown else { return }
        if let old {
            RecentDocuments.remove(old.path)
            news.announce(Message(placeText))
        }
        shown.follow(from: old, backups: application.preferences.backupPolicy)
        keepSecondCopy()
        if let path = shown.path {
            application.remember(path)
            if let oldPath = old?.path {
                application.untilDone { [made = application.madeDocuments] in await made.move(oldPath, to: path) }
            }
        }
        remembered.keep()
        screens.documentMoved()
    }

    /// A text that shows where the document is, after others have moved it.
    private var placeText: String {
        let path = shown?.path ?? ""
        return localized(
            "The document was moved; it is now “{file}” in {folder}.",
            [
                "file": ShownText.short(FilePath.name(of: path)),
                "folder": ShownText.short(FilePath.shownFolder(of: path, home: application.links.home)),
            ])
    }

    /// Whether edits could not be saved.
    var isSavingFailing: Bool { if case .failed = shown?.document.saveState { true } else { false } }

    /// Tries at once to save the edits, and shows why if that fails again.
    func trySavingAgain() {
        guard let document = shown?.document, isSavingFailing else { return }
        frame.messageLine.show(Message(localized("Saving…")))
        Task { [weak self] in
            await document.finishSaving()
            guard let self, shown?.document === document, case .failed = document.saveState else { return }
            show(nil)
        }
    }

    /// Shows a message from a screen.
    ///
    /// `nil` clears the message line, which then shows why if edits are not saved or records do not arrive.
    func show(_ message: Message?) {
        if message == nil, case .failed(let error) = shown?.document.saveState {
            frame.messageLine.show(savingFailure(error))
        } else {
            frame.messageLine.show(message ?? cards.browsePanes?.failureMessage)
        }
    }

    private func savingFailure(_ error: StorageError) -> Message {
        let way =
            error.isOfContents
            ? localized("Your records are kept in this window. Kiroku saves them when the file is usable again.")
            : localized("Your edits are kept here, and Kiroku keeps trying to save them.")
        return Message(localizedSentences([error.openDocumentMessage, way]), .error)
    }

    /// Enters what is being typed, so that the document saves it.
    func commitInput() {
        screen?.commitEditing()
        remembered.keep()
    }

    /// Cancels an opening, and saves the document without asking, because the program ends.
    func saveForEnd() async {
        opening.stop()
        guard let document = shown?.document else { return }
        await document.close()
        guard case .failed(let error) = document.saveState else { return }
        Reports.error("KRK_APP_END", "the last edits of \(data: document.path ?? document.title) are lost: \(error)")
    }
}
