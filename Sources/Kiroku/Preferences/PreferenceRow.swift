import GtkKit
import KirokuCore

/// A preference: its title, its control and, while it differs from the default, a mark and a button that resets it.
@MainActor
final class PreferenceRow {
    let widget = row(spacing: 12)
    private let mark: AnyWidget
    private let reset: Button
    private let isDefault: @MainActor () -> Bool

    /// - Parameters:
    ///   - title: the caption, which is also the control's accessible name.
    ///   - note: what else the user needs to know; `nil` for nothing.
    ///   - isDefault: whether the preference has its default.
    ///   - reset: restores the default.
    init(
        _ title: String, note: String? = nil, control: some Widget, isDefault: @escaping @MainActor () -> Bool,
        reset: @escaping @MainActor () -> Void
    ) {
        self.isDefault = isDefault
        mark = icon("media-record-symbolic", name: localized("{name} differs from the default", ["name": title]))
        mark.addStyleClass(ColorRole.caution.styleClass)
        self.reset = iconButton(
            "edit-undo-symbolic", name: localized("Reset to default: {name}", ["name": title]), pressed: reset)
        self.reset.addStyleClass("flat")
        let texts = column()
        let titleLine = row()
        titleLine.append(paragraph(title, width: 40))
        titleLine.append(mark)
        texts.append(titleLine)
        if let note { texts.append(paragraph(note, isMuted: true, width: 40)) }
        texts.setCenteredUpright()
        widget.append(texts, fills: true)
        widget.append(slot(self.reset, width: 34))
        widget.append(control)
        widget.setMargins(horizontal: 12, vertical: 6)
        for hidden in [mark, AnyWidget(self.reset)] {
            hidden.showAll()
            hidden.setShownExplicitly()
        }
        refresh()
    }

    /// Whether the row is marked as different from the default.
    var isMarked: Bool { mark.isVisible }

    /// Brings the mark up to date.
    func refresh() {
        let differs = !isDefault()
        mark.isVisible = differs
        reset.isVisible = differs
    }

    /// A space of constant size for something that appears and disappears, so that nothing else moves.
    private func slot(_ content: some Widget, width: Int) -> Box {
        let box = column()
        box.setLeastSize(width: width, height: -1)
        box.setCenteredUpright()
        box.append(content)
        return box
    }
}

/// Related preferences, under a heading.
@MainActor
struct PreferenceGroup {
    let widget = column(spacing: 6)
    private let frame = column()

    init(_ title: String, rows: [PreferenceRow], below: AnyWidget? = nil) {
        widget.append(heading(title))
        frame.addStyleClass("kiroku-group")
        for row in rows { frame.append(row.widget) }
        if let below { frame.append(below) }
        widget.append(frame)
    }
}
