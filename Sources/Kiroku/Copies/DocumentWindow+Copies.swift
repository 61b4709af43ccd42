import GtkKit
import KirokuCore
import KirokuViews

/// The conflict copies beside the document.
extension DocumentWindow {
    /// The copy that is offered for merging; `nil` if there is none, or if there are other news.
    var offeredCopy: ConflictCopy? {
        guard news.message == nil, !isSavingFailing, let document = shown?.document, !document.isReadOnly else {
            return nil
        }
        return copies.next
    }

    /// What is said of a copy.
    func offer(of copy: ConflictCopy) -> Message {
        Message(
            localized("There is another copy of this document: “{file}”.", ["file": ShownText.short(copy.name)]),
            .caution)
    }

    /// Shows what the copy would bring.
    func mergeCopy() {
        guard dialog == nil, let shown, let copy = offeredCopy else { return }
        screen?.commitEditing()
        let sheet = CopySheet(over: self, copy, into: shown)
        sheet.onMerged = { [weak self] in self?.merged($0, goesToTrash: $1) }
        sheet.onClosed = { [weak self] in self?.dialog = nil }
        dialog = sheet
        sheet.open()
    }

    /// Leaves the copy alone as long as the window is open.
    func declineCopy() {
        if let copy = offeredCopy { copies.decline(copy) }
    }

    private func merged(_ merge: CopyMerge, goesToTrash: Bool) {
        copies.decline(merge.copy)
        let text = localized(
            "“{file}” has been merged. Undo takes it back.", ["file": ShownText.short(merge.copy.name)])
        if !merge.isEmpty { show(Message(text, .ok)) }
        guard goesToTrash else { return }
        application.untilDone { [weak self] in
            let path = merge.copy.path
            guard let reason = await BlockingIO.run({ Trash.move(path) }) else { return }
            self?.show(
                Message(
                    localized(
                        "“{file}” cannot be moved to the trash: {reason}.",
                        ["file": ShownText.short(merge.copy.name), "reason": reason]), .error))
        }
    }
}
