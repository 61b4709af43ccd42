import CGtk

/// The bar at a window's top edge: title and subtitle in its middle, the most used actions beside them.
///
/// The window is moved by it, and a double click makes it large, as with any title bar.
public struct HeaderBar: Widget {
    /// The `HdyHeaderBar`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Shows ``title`` and ``subtitle``: libhandy's own labels are unknown to screen readers.
    private let titleLabel: Label
    private let subtitleLabel: Label

    fileprivate init(_ pointer: UnsafeMutablePointer<GtkWidget>) {
        self.pointer = pointer
        titleLabel = label(alignment: .center)
        titleLabel.addStyleClass("title")
        subtitleLabel = label(alignment: .center)
        subtitleLabel.addStyleClass("subtitle")
        let lines = column()
        gtk_widget_set_valign(lines.pointer, GTK_ALIGN_CENTER)
        lines.append(titleLabel)
        lines.append(subtitleLabel)
        lines.showAll()
        subtitleLabel.isVisible = false
        subtitleLabel.setShownOnlyByItself()
        hdy_header_bar_set_custom_title(cast(to: HdyHeaderBar.self), lines.pointer)
    }

    /// The bold line in the middle, such as the document's name.
    public var title: String {
        get { titleLabel.text }
        nonmutating set { titleLabel.text = newValue }
    }

    /// The small line under the title; empty for none.
    public var subtitle: String {
        get { subtitleLabel.text }
        nonmutating set {
            subtitleLabel.text = newValue
            subtitleLabel.isVisible = !newValue.isEmpty
        }
    }

    /// Puts the widget on the side where reading begins, after those already there.
    public func append(_ widget: some Widget) {
        hdy_header_bar_pack_start(cast(to: HdyHeaderBar.self), widget.pointer)
    }

    /// Puts the widget on the far side, before those already there.
    public func appendAtEnd(_ widget: some Widget) {
        hdy_header_bar_pack_end(cast(to: HdyHeaderBar.self), widget.pointer)
    }
}

/// A header bar with the window's own buttons.
@MainActor
public func headerBar() -> HeaderBar {
    guard let widget = hdy_header_bar_new() else { preconditionFailure("libhandy made no header bar") }
    let bar = HeaderBar(widget)
    hdy_header_bar_set_show_close_button(bar.cast(to: HdyHeaderBar.self), 1)
    return bar
}
