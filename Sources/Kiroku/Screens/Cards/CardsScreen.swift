import GtkKit
import KirokuCore
import KirokuViews

/// The screen with the document's records: the grid, and what comes and goes above it.
@MainActor
final class CardsScreen: Screen {
    let widget: AnyWidget
    let extras: ScreenExtras
    let opening = OpeningRow()
    /// The grid of the document in the window.
    private(set) var grid: RecordGrid?
    weak var window: DocumentWindow?
    private let content = column()
    private let vacantPage = VacantPage()
    private let fixButton: Button
    /// What can be said of the selected cells.
    private let summary = label()

    init(in window: DocumentWindow) {
        self.window = window
        fixButton = button(
            "", tooltip: localized("Go to the next cell that does not fit (F8)"), action: Command.nextToFix.action)
        content.append(opening.widget)
        content.append(vacantPage.widget, fills: true)
        content.showAll()
        widget = AnyWidget(content)
        extras = ScreenExtras(
            headerStart: Self.makeEditingButtons(), headerEnd: [roomyOnly(Self.makeCopyButton())],
            status: [AnyWidget(summary), AnyWidget(fixButton)])
    }

    func documentChanged() {
        grid?.widget.destroy()
        grid = nil
        summary.text = ""
        guard let document = window?.shown?.document else { return }
        let grid = RecordGrid(document: document, name: localized("Cards"))
        grid.onMessage = { [weak self] in self?.window?.show($0) }
        grid.onEditingChange = { [weak self] in self?.window?.refresh() }
        grid.textScale = window?.application.preferences.gridTextScale ?? 1
        grid.onSelectionSummary = { [weak self] in self?.summary.text = $0?.text ?? "" }
        content.append(grid.widget, fills: true)
        grid.widget.showAll()
        self.grid = grid
    }

    func preferencesChanged(_ change: PreferencesChange) {
        guard let window, change.includes(PreferenceKeys.gridTextSize) else { return }
        grid?.textScale = window.application.preferences.gridTextScale
    }

    func refresh() {
        vacantPage.widget.isVisible = window?.isVacant ?? true
        let unfitCells = window?.shown?.document.table.unfitCount ?? 0
        fixButton.isVisible = unfitCells > 0
        if unfitCells > 0 { fixButton.caption = StatusText.toFix(unfitCells) }
    }

    func grabFocus() {
        grid?.grabFocus()
    }

    func commitEditing() {
        grid?.commitEditing()
    }

    private static func makeEditingButtons() -> [AnyWidget] {
        let undo = iconButton(
            "edit-undo-symbolic", name: localized("Undo"), tooltip: localized("Undo (Ctrl+Z)"),
            action: Command.undo.action)
        let redo = iconButton(
            "edit-redo-symbolic", name: localized("Redo"), tooltip: localized("Redo (Shift+Ctrl+Z)"),
            action: Command.redo.action)
        let add = iconButton(
            "list-add-symbolic", name: localized("Add record"), tooltip: localized("Add record (Ctrl+N)"),
            action: Command.addRecord.action)
        let delete = iconButton(
            "list-remove-symbolic", name: localized("Delete record"),
            tooltip: localized("Delete record (Ctrl+Delete)"), action: Command.deleteRecords.action)
        return [AnyWidget(linkedRow(undo, redo)), AnyWidget(linkedRow(add, delete))]
    }

    private static func makeCopyButton() -> Button {
        button(
            localized("Copy table"), tooltip: localized("Copy the whole table for a spreadsheet (Shift+Ctrl+C)"),
            action: Command.copyTable.action)
    }
}
