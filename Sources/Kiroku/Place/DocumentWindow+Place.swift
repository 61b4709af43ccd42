import GtkKit
import KirokuCore
import KirokuViews

/// The place and the name of the document's file.
extension DocumentWindow {
    /// Why the document has no file of its own that could be moved or copied; `nil` if it has.
    var placeDisabledReason: DisabledReason? {
        if opening.isRunning { return .opening }
        if remoteRows != nil { return .browsing }
        if fileWork.isRunning { return .copying }
        guard let shown else { return .noDocument }
        return shown.path == nil ? .keptNowhere : nil
    }

    /// Asks for a new name, and renames the file.
    func renameDocument() {
        guard dialog == nil, placeDisabledReason == nil, let path = shown?.path else { return }
        let entry = GtkKit.entry(name: localized("Name"))
        entry.text = DocumentName.title(of: path)
        let question = QuestionSheet(
            over: self, localized("Rename the Document"),
            text: FilePath.shownFolder(of: path, home: application.links.home), cancel: localized("_Cancel"),
            ok: localized("_Rename"))
        question.append(entry)
        entry.setExpands(horizontally: true)
        question.onOK = { [weak self, weak question] in
            guard let self, let question else { return }
            let name = entry.text.trimmingWhitespace
            guard name != DocumentName.title(of: path) else { return question.close() }
            guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else {
                return question.show(
                    Message(localized("Enter a name without “/” that does not begin with a dot."), .error))
            }
            move(to: FilePath.folder(of: path) + "/" + DocumentName.withSuffix(name), question)
        }
        hold(question)
        question.open()
        entry.grabFocusSelectingAll()
    }

    /// Lets the user choose another folder or name, and moves the file there.
    func moveDocument() {
        guard dialog == nil, placeDisabledReason == nil, let path = shown?.path else { return }
        FileChooser.save(
            over: window, title: localized("Move"), accept: localized("_Move"), cancel: localized("_Cancel"),
            name: FilePath.name(of: path), folder: FilePath.folder(of: path), replaces: false
        ) { [weak self] in
            self?.move(to: DocumentName.withSuffix($0), nil)
        }
    }

    private func move(to destination: String, _ question: QuestionSheet?) {
        guard let document = shown?.document else { return }
        workOnFile(localized("Moving…")) { (progress) throws(StorageError) in
            try await document.move(to: destination, progress: progress)
            return nil
        } ended: { [weak self] in
            guard let question else { return self?.show($0) ?? () }
            if let message = $0 { question.show(message) } else { question.close() }
            self?.show(nil)
        }
    }

    /// Lets the user choose where, and copies the document there; the window stays with the original.
    ///
    /// Asks first whether the copy of a shared document is to be shared as well.
    func saveCopyElsewhere() {
        guard dialog == nil, placeDisabledReason == nil, let shown else { return }
        guard shown.isShared else { return chooseCopy(endsSharing: false) }
        let question = QuestionSheet(
            over: self, localized("Should the copy be shared as well?"),
            text: localizedSentences([
                localized(
                    "A copy that is not shared contains the records as they are now and exists only on this computer."),
                localized("A shared copy stays in sync with the server, like this document."),
            ]),
            cancel: localized("_Cancel"), ok: localized("_Not Shared"))
        var endsSharing: Bool?
        let answer = { [weak question] (ends: Bool) in
            endsSharing = ends
            question?.close()
        }
        question.append(button(localized("_Shared")) { answer(false) })
        question.onOK = { answer(true) }
        hold(question) { [weak self] in
            if let endsSharing { self?.chooseCopy(endsSharing: endsSharing) }
        }
        question.open()
    }

    private func chooseCopy(endsSharing: Bool) {
        guard placeDisabledReason == nil, let path = shown?.path else { return }
        FileChooser.save(
            over: window, title: localized("Save a Copy"), accept: localized("_Save"), cancel: localized("_Cancel"),
            name: FilePath.name(of: path), folder: FilePath.folder(of: path), replaces: false
        ) { [weak self] in
            self?.copy(to: DocumentName.withSuffix($0), endsSharing: endsSharing)
        }
    }

    private func copy(to destination: String, endsSharing: Bool) {
        guard let document = shown?.document else { return }
        workOnFile(localized("Saving a copy…")) { (progress) throws(StorageError) in
            await document.finishSaving()
            var missing = 0
            if endsSharing {
                do throws(StorageError) {
                    try await document.fetchPictures()
                } catch {
                    guard let count = error.missingPictureCount else { throw error }
                    missing = count
                }
            }
            try await document.backUp(to: destination, staysShared: !endsSharing, progress: progress)
            let file = ["file": ShownText.short(FilePath.name(of: destination))]
            guard missing == 0 else {
                return Message(
                    localized(
                        "Saved a copy as “{file}”, without {count} picture that is only on the server.",
                        "Saved a copy as “{file}”, without {count} pictures that are only on the server.",
                        count: missing, file), .caution)
            }
            return Message(localized("Saved a copy as “{file}”.", file), .ok)
        } ended: { [weak self] in
            self?.show($0)
        }
    }

    /// Copies or moves the file while the window can be used, and shows the progress and a way to stop, unless it is
    /// done at once.
    ///
    /// - Parameters:
    ///   - caption: what is being done.
    ///   - work: the work; returns a message.
    ///   - ended: called with the message, or with the reason for the failure.
    private func workOnFile(
        _ caption: String,
        _ work: @escaping @MainActor (@escaping ProgressHandler) async throws(StorageError) -> Message?,
        ended: @escaping @MainActor (Message?) -> Void
    ) {
        guard !fileWork.isRunning else { return }
        screen?.commitEditing()
        show(Message(caption))
        // The frame is another one after a change of language.
        let row: @MainActor () -> ProgressRow? = { [weak self] in self?.frame.copying }
        fileWork.start(caption, on: row, work) { [weak self] result in
            self?.refresh()
            switch result {
            case .success(let message): ended(message)
            case .failure(let error): ended(Message(error.message, error == .cancelled ? .normal : .error))
            }
        }
        refresh()
    }

    /// Shows the file in the desktop's file manager.
    func showInFiles() {
        guard let path = shown?.path else { return }
        window.showInFolder(path) { [weak self] in
            self?.show(Message(localized("No file manager is installed."), .caution))
        }
    }
}
