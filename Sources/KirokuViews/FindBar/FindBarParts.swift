import GtkKit
import KirokuCore

/// The widgets of a find bar.
@MainActor
struct FindBarParts {
    // Always visible.
    let text = entry(name: localized("Find in all fields"))
    /// The frame around the text, the result and the options.
    let textFrame = row(spacing: 0)
    let onlyFound = checkButton(localized("Show matches _only"))
    let previous = iconButton(
        "go-up-symbolic", name: localized("Previous Match"), tooltip: localized("Previous match (Shift+F3)"))
    let next = iconButton(
        "go-down-symbolic", name: localized("Next Match"), tooltip: localized("Next match (F3)"))
    let conditions = toggleButton(
        "view-list-symbolic", name: localized("Filter"), tooltip: localized("Conditions on fields (Alt+C)"))
    let replacing = toggleButton(
        "edit-find-replace-symbolic", name: localized("Replace"), tooltip: localized("Replace texts (Ctrl+H)"))
    let save = iconButton(
        "bookmark-new-symbolic", name: localized("Save as View"),
        tooltip: localized("Save this search as a view (Alt+K)"))
    let close = iconButton("window-close-symbolic", name: localized("Close"), tooltip: localized("Close (Esc)"))
    /// The result in brief; its accessible name has it in full.
    let status = label(alignment: .end)
    let matching: MatchButton
    let problem = paragraph("", width: 100)
    let progress = ProgressRow(name: localized("Progress of the search"))

    // For conditions.
    let conditionsPart = column(spacing: 6)
    let joining = comboBox(
        name: localized("Combine conditions"),
        choices: [
            localized("Match all conditions"), localized("Match any condition"),
            localized("Match no condition"),
        ])
    let add = iconButton(
        "list-add-symbolic", name: localized("Add Condition"), tooltip: localized("Add condition (Alt+N)"))
    let asCard = toggleButton(
        "view-paged-symbolic", name: localized("Search by Form"),
        tooltip: localized("Search by form (Alt+E)"))
    let kept = FindKept()
    let rows = column(spacing: 6)
    let card = column()
    let scroller: ScrolledContent

    // For replacing.
    let replacingPart = column(spacing: 6)
    let wanted = entry(name: localized("Text to replace"))
    let replacement = entry(name: localized("Replace with"))
    let replacedField = comboBox(name: localized("Field to replace in"), choices: [])
    let isPattern = checkButton(localized("Regular e_xpression"))
    let replacingProblem = paragraph("", width: 100)
    let onlyInFound = checkButton(localized("_Only in matches"))
    let replace = button(localized("Nothing to Replace"))

    /// The height in pixels in which the conditions scroll: of two of them, or of a card's lines.
    static let (conditionsHeight, cardHeight) = (74, 190)

    init() {
        matching = MatchButton(
            icon: "pan-down-symbolic", name: localized("Search Options"),
            tooltip: localized("Match case (Alt+A) and width (Alt+W), show matches only (Alt+O)"),
            also: [onlyFound])
        let lines = column(spacing: 6)
        lines.append(rows)
        lines.append(card)
        scroller = scrolled(lines)
        scroller.addStyleClass("kiroku-low")
    }
}

/// A kept condition that lines cannot express: its text, and a button that removes it.
@MainActor
struct FindKept {
    let widget = row()
    let text = label()
    let remove = iconButton("list-remove-symbolic", name: localized("Clear the condition"))

    init() {
        widget.append(text, fills: true)
        widget.append(remove)
    }
}
