import GtkKit
import KirokuCore
import KirokuViews

/// The edits that were left out because another program has changed the same things.
@MainActor
final class ConflictsSheet {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?

    /// The maximum number of listed edits; copying takes all of them.
    private static let limit = 200

    private let sheet: ModalSheet
    private let conflicts: [EditConflict]
    private let document: Document

    init(over window: DocumentWindow, _ conflicts: [EditConflict], in document: Document) {
        self.conflicts = conflicts
        self.document = document
        let name = localized("Edits That Were Left Out")
        let content = column(spacing: 12)
        content.setMargins(vertical: 24)
        let title = heading(name)
        title.addStyleClass("kiroku-title")
        content.append(title)
        let canBePutBack = conflicts.contains(where: \.canBePutBack)
        let text =
            canBePutBack
            ? localized(
                "Another program has made changes in the same places, and the document now has its values. Keep them, or use yours instead; Undo brings theirs back."
            )
            : localized("Their records or fields are no longer in the document. You can copy your values from here.")
        content.append(paragraph(text, width: 80))
        let list = column(spacing: 6)
        list.accessibleName = name
        for conflict in conflicts.prefix(Self.limit) {
            list.append(paragraph(conflict.text(in: document.table), width: 80))
        }
        content.append(list)
        if conflicts.count > Self.limit {
            let count = conflicts.count - Self.limit
            content.append(paragraph(localized("and {count} more", "and {count} more", count: count), isMuted: true))
        }
        sheet = window.makeSheet(name: name, content: content)
        let copy = button(localized("_Copy the List")) { [weak self] in self?.copy() }
        copy.setAlignedAcross(.start)
        content.append(copy)
        copy.showAll()
        sheet.setCaptions(
            cancel: localized("_Keep Theirs"), ok: canBePutBack ? localized("_Use Mine") : localized("_OK"))
        sheet.onlyTells = !canBePutBack
        sheet.onOK = { [weak self] in self?.takeOver() }
        sheet.onClosed = { [weak self] in self?.onClosed?() }
    }

    func open() { try? sheet.open() }

    private func copy() {
        let text = Array(EditConflict.list(conflicts, in: document.table).utf8)
        Clipboard.offer(targets: Clipboard.plainTextTargets) { _ in text }
        sheet.show(Message(localized("The list is on the clipboard."), .ok, passes: true))
    }

    private func takeOver() {
        do throws(EditError) {
            try document.putBack(conflicts)
            if sheet.isOpen { try? sheet.close() }
        } catch {
            sheet.show(Message(error.message, .error))
        }
    }
}
