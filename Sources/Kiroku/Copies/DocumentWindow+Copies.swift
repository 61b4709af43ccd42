import GtkKit
import KirokuCore
import KirokuViews

/// The conflict copies beside the document.
extension DocumentWindow {
    /// The copy that is offered for merging; `nil` if there is none, or if there is other news.
    var offeredCopy: ConflictCopy? { offeredCopies.first }

    private var offeredCopies: [ConflictCopy] {
        guard news.message == nil, !isSavingFailing, let document = shown?.document, !document.isReadOnly else {
            return []
        }
        return copies.open.filter { !document.hasDeclined($0) }
    }

    /// The message about the copies; `nil` if none is offered.
    var copyOffer: Message? {
        let copies = offeredCopies
        guard let first = copies.first else { return nil }
        let text = localized(
            "There is another copy of this document: “{file}”.",
            "There are {count} other copies of this document; the first is “{file}”.", count: copies.count,
            ["file": ShownText.short(first.name)])
        return Message(text, .caution)
    }

    /// Shows what the copy would change.
    func mergeCopy() {
        guard dialog == nil, let shown, let copy = offeredCopy else { return }
        screen?.commitEditing()
        let sheet = CopySheet(over: self, copy, into: shown)
        sheet.onMerged = { [weak self] in self?.merged($0, goesToTrash: $1) }
        hold(sheet)
        sheet.open()
    }

    /// Stops offering the copy while the window is open; permanently, if its name does not show that it is a copy.
    func declineCopy() {
        guard let copy = offeredCopy else { return }
        shown?.document.decline(copy)
        copies.decline(copy)
    }

    private func merged(_ merge: CopyMerge, goesToTrash: Bool) {
        shown?.document.decline(merge.copy)
        copies.decline(merge.copy)
        let text = localized(
            "“{file}” has been merged. You can undo this.", ["file": ShownText.short(merge.copy.name)])
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
