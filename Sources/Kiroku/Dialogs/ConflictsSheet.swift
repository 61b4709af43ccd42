import GtkKit
import KirokuCore
import KirokuViews

/// All edits that conflict with what others have changed, to be resolved one by one or together.
@MainActor
final class ConflictsSheet: WindowDialog {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?

    /// The maximum number of listed conflicts; what resolves all resolves the others, too.
    private static let limit = 200

    private let sheet: ModalSheet
    private let document: Document
    private let list = column(spacing: 6)
    private let all = row()
    private var lines: [AnyWidget] = []
    private var observation: Observation?

    init(over window: DocumentWindow, _ document: Document) {
        self.document = document
        let name = localized("Conflicting Edits")
        let content = sheetContent(name)
        content.append(
            paragraph(
                localized(
                    "Others changed the same things, and the document has their values. Resolving a conflict can be undone."
                ), width: 80))
        list.accessibleName = name
        content.append(list)
        content.append(all)
        sheet = window.makeSheet(name: name, content: content)
        sheet.setCaptions(cancel: localized("_Close"), ok: localized("_OK"))
        sheet.onlyTells = true
        sheet.onOK = { [weak self] in try? self?.sheet.close() }
        for (caption, decision) in [
            (localized("Keep _Mine for All"), ConflictDecision.mine),
            (localized("Keep T_heirs for All"), .theirs),
        ] {
            all.append(button(caption) { [weak self] in self?.resolveAll(decision) })
        }
        all.append(button(localized("_Copy the List")) { [weak self] in self?.copy() })
        all.setAlignedAcross(.start)
        all.showAll()
        sheet.onClosed = { [weak self] in
            self?.observation = nil
            self?.onClosed?()
        }
        observation = document.observe { [weak self] event in
            if case .conflictsChanged = event { self?.showList() }
        }
        showList()
    }

    func open() { try? sheet.open() }

    private func showList() {
        for line in lines { line.destroy() }
        lines = document.conflicts.prefix(Self.limit).map { line(for: $0) }
        let count = document.conflicts.count - Self.limit
        if count > 0 {
            lines.append(
                AnyWidget(paragraph(localized("and {count} more", "and {count} more", count: count), isMuted: true)))
        }
        if document.conflicts.isEmpty {
            lines.append(AnyWidget(paragraph(localized("All conflicts are resolved."))))
        }
        for line in lines { list.append(line) }
        list.showAll()
        all.isVisible = !document.conflicts.isEmpty
    }

    private func line(for conflict: EditConflict) -> AnyWidget {
        let line = row(spacing: 12)
        line.append(paragraph(conflict.placeText(in: document.table), width: 46), fills: true)
        for choice in ConflictChoice.all(for: conflict, target: nil, isReadOnly: document.isReadOnly) {
            let way = button(choice.caption.replacing("_", with: ""), tooltip: choice.tooltip) { [weak self] in
                self?.resolve(conflict, by: choice)
            }
            way.setCenteredUpright()
            line.append(way)
        }
        return AnyWidget(line)
    }

    private func resolve(_ conflict: EditConflict, by choice: ConflictChoice) {
        choice.resolve([conflict], in: document) { [weak self] in self?.sheet.show($0) }
    }

    private func resolveAll(_ decision: ConflictDecision) {
        document.resolve(document.conflicts, as: decision) { [weak self] message in
            guard let self else { return }
            sheet.show(message)
            if document.conflicts.isEmpty, sheet.isOpen { try? sheet.close() }
        }
    }

    private func copy() {
        let text = Array(EditConflict.list(document.conflicts, in: document.table).utf8)
        Clipboard.offer(targets: Clipboard.plainTextTargets) { _ in text }
        sheet.show(Message(localized("The list is on the clipboard."), .ok, passes: true))
    }
}
