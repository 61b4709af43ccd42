import GtkKit
import KirokuCore

/// The conflict at the cell under the cursor: your value, theirs, and the one before, with buttons that resolve it.
///
/// It is hidden if there is no conflict. The owner sets the conflict.
@MainActor
public final class ConflictBar {
    /// The widget to put into a window.
    public let widget: Box
    /// Called when a button was pressed, before the conflict is resolved.
    public var onWillResolve: (() -> Void)?
    /// Called with messages for the user.
    public var onMessage: ((Message?) -> Void)?

    private let model: any TableModel
    private let text = paragraph("", width: 120)
    private let buttons = row()
    private var shown: Shown?
    private var made: [Button] = []
    private var isGone = false

    private struct Shown: Equatable {
        let conflict: EditConflict
        let target: FieldDefinition?
        let isReadOnly: Bool
    }

    /// A bar, hidden at first.
    public init(model: any TableModel) {
        self.model = model
        widget = column()
        widget.accessibleName = localized("Conflict")
        widget.addStyleClass("kiroku-conflict-bar")
        text.setExpands(horizontally: true)
        let line = row(spacing: 12)
        line.append(text, fills: true)
        buttons.setCenteredUpright()
        line.append(buttons)
        widget.append(line)
        line.showAll()
        widget.isVisible = false
        widget.setShownExplicitly()
        widget.onDestroy { [weak self] in self?.isGone = true }
        attach(self, to: widget, key: "kiroku-conflict-bar")
    }

    /// Shows a conflict; `nil` hides the bar.
    ///
    /// - Parameters:
    ///   - conflict: the conflict.
    ///   - target: the field under the cursor, which can take a text whose field is gone.
    public func show(_ conflict: EditConflict?, target: FieldID?) {
        guard !isGone else { return }
        guard let conflict else {
            shown = nil
            widget.isVisible = false
            return
        }
        let field = target.flatMap { model.table.schema.index(of: $0) }.map { model.table.schema[$0] }
        let new = Shown(conflict: conflict, target: field, isReadOnly: model.isReadOnly)
        guard new != shown else { return }
        shown = new
        text.text = conflict.sides(isShort: true)
        text.setTooltip(ShownText.upTo(2_000, of: conflict.sides(isShort: false)))
        for button in made { button.destroy() }
        made = ConflictChoice.all(for: conflict, target: field, isReadOnly: model.isReadOnly).map { choice in
            button(choice.caption, tooltip: choice.tooltip) { [weak self] in self?.resolve(by: choice) }
        }
        for button in made { buttons.append(button) }
        buttons.showAll()
        widget.isVisible = true
    }

    private func resolve(by choice: ConflictChoice) {
        guard let conflict = shown?.conflict else { return }
        onWillResolve?()
        choice.resolve([conflict], in: model) { [weak self] in self?.onMessage?($0) }
    }
}
