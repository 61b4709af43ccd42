import GtkKit
import KirokuCore
import KirokuPictures
import KirokuViews

/// Removing pictures from the document that no record uses.
extension PicturesScreen {
    /// The items for a picture's menu; none if it cannot be removed.
    func menu(of item: PictureItem) -> [ContextMenuItem] {
        guard let name = removableName(of: item) else { return [] }
        return [
            ContextMenuItem(localized("_Remove from the Document…"), key: "Delete") { [weak self] in
                self?.remove([name])
            },
            ContextMenuItem(localized("Remove All _Unused Pictures…")) { [weak self] in self?.remove(nil) },
        ]
    }

    /// Removes a picture from the document after asking, if no record uses it.
    func remove(_ item: PictureItem) {
        if let name = removableName(of: item) { remove([name]) }
    }

    /// The name of the picture in the document; `nil` if it is not there, or the document is read-only.
    private func removableName(of item: PictureItem) -> String? {
        window?.shown?.document.isReadOnly ?? true ? nil : DocumentPictures.name(of: item.reference)
    }

    /// Asks whether to remove those of the pictures that no record uses; `nil` stands for all pictures of the document.
    private func remove(_ names: [String]?) {
        guard let window, window.dialog == nil, let shown = window.shown, !shown.document.isReadOnly else { return }
        Task { [weak self, document = shown.document] in
            let used = await PictureStock.pictureNames(in: document.table)
            let all: [String]
            // Pictures that are only on the server take no room here.
            let here = (try? await document.pictures().filter(\.isHere).map(\.name)) ?? []
            if let names { all = names.filter(Set(here).contains) } else { all = here }
            let unused = all.filter { !used.contains($0) }
            guard let self, window.dialog == nil, window.shown === shown else { return }
            guard !unused.isEmpty else {
                let text =
                    names == nil
                    ? localized("Every picture in the document is used by a record.")
                    : localized("A record uses this picture. Remove it from the record first.")
                return window.show(Message(text, .caution))
            }
            ask(about: unused, of: shown)
        }
    }

    private func ask(about names: [String], of shown: DocumentSession) {
        guard let window else { return }
        let question = QuestionSheet(
            over: window,
            names.count == 1
                ? localized("Remove “{name}” permanently?", ["name": ShownText.short(names[0])])
                : localized(
                    "Remove {count} picture permanently?", "Remove {count} pictures permanently?", count: names.count),
            text: shown.isShared
                ? localized(
                    "No record uses it. It stays on the server and returns when a record uses it.",
                    "No record uses them. They stay on the server and return when a record uses them.",
                    count: names.count)
                : localized(
                    "No record uses it. If you undo to a state in which a record does, only its name will be shown.",
                    "No record uses them. If you undo to a state in which a record does, only their names will be shown.",
                    count: names.count),
            cancel: localized("_Keep"), ok: nil)
        question.offer(localized("_Remove Permanently"), destroys: true) { [weak self, weak question] in
            question?.close()
            self?.removeForGood(names, of: shown)
        }
        window.hold(question)
        question.open()
    }

    private func removeForGood(_ names: [String], of shown: DocumentSession) {
        Task { [weak self] in
            do throws(StorageError) {
                try await shown.document.removePictures(named: names)
            } catch {
                self?.window?.show(Message(error.message, .error))
                return
            }
            shown.pictures.changed()
            self?.picker?.checkAgain()
            let news = localized("Removed {count} picture.", "Removed {count} pictures.", count: names.count)
            self?.window?.show(Message(news, .ok))
            do throws(StorageError) {
                try await shown.document.giveSpaceBack()
            } catch {
                // The document may have been closed meanwhile.
                guard let window = self?.window, window.shown === shown else { return }
                let text = localized(
                    "{news} The file could not be made smaller: {reason}", ["news": news, "reason": error.message])
                window.show(Message(text, .caution))
            }
        }
    }
}
