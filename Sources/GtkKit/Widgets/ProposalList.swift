import CGtk

/// Texts in a list below an entry, from which one can be taken while the focus stays in the entry.
@MainActor
public final class ProposalList {
    /// Called with the index of a text that was clicked.
    public var onTake: ((Int) -> Void)?
    /// The index of the text that stands out; `nil` for none.
    public private(set) var chosen: Int?
    private let popover: UnsafeMutablePointer<GtkWidget>
    private let content = column()
    private var texts: [String] = []

    /// The largest number of texts shown at once; the list follows the chosen one.
    private static let most = 8

    /// Creates a list that is hidden; it lives as long as the widget.
    ///
    /// - Parameters:
    ///   - widget: the widget that it is below.
    ///   - name: the name for screen readers.
    public init(at widget: some Widget, name: String) {
        popover = made(gtk_popover_new(widget.pointer))
        let typed = UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkPopover.self)
        // Keys and clicks are passed on to what is below.
        gtk_popover_set_modal(typed, 0)
        gtk_popover_set_position(typed, GTK_POS_BOTTOM)
        content.setMargins(horizontal: 3, vertical: 3)
        gtk_container_add(
            UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkContainer.self), content.pointer)
        AnyWidget(popover).accessibleName = name
    }

    /// Whether it is on the screen.
    public var isShown: Bool { !texts.isEmpty }

    /// Shows the texts, or hides the list if there are none.
    public func show(_ texts: [String], chosen: Int?) {
        guard texts != self.texts || chosen != self.chosen else { return }
        self.texts = texts
        self.chosen = chosen
        guard !texts.isEmpty else { return gtk_widget_hide(popover) }
        fill()
        gtk_widget_show(popover)
    }

    /// Hides the list.
    public func hide() { show([], chosen: nil) }

    private func fill() {
        gtk_container_foreach(content.cast(to: GtkContainer.self), { widget, _ in gtk_widget_destroy(widget) }, nil)
        let first = max((chosen ?? 0) - Self.most + 1, 0)
        for (index, text) in texts.enumerated().dropFirst(first).prefix(Self.most) {
            let button = button(text.replacing("_", with: "__")) { [weak self] in self?.onTake?(index) }
            button.refuseFocus()
            if let caption = gtk_bin_get_child(button.cast(to: GtkBin.self)) {
                gtk_widget_set_halign(caption, GTK_ALIGN_START)
            }
            for name in ["flat", "kiroku-proposal"] + (index == chosen ? ["kiroku-chosen"] : []) {
                button.addStyleClass(name)
            }
            content.append(button)
        }
        content.showAll()
    }
}
