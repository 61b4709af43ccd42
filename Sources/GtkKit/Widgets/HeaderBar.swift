import CGtk

/// The bar at a window's top edge: title and subtitle in its middle, the most used actions beside them.
public struct HeaderBar: Widget {
    /// The `GtkHeaderBar`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// The bold line in the middle, such as the document's name.
    public var title: String {
        get { gtk_header_bar_get_title(cast(to: GtkHeaderBar.self)).map { String(cString: $0) } ?? "" }
        nonmutating set { gtk_header_bar_set_title(cast(to: GtkHeaderBar.self), newValue) }
    }

    /// The small line under the title; empty for none.
    public var subtitle: String {
        get { gtk_header_bar_get_subtitle(cast(to: GtkHeaderBar.self)).map { String(cString: $0) } ?? "" }
        nonmutating set { gtk_header_bar_set_subtitle(cast(to: GtkHeaderBar.self), newValue) }
    }

    /// Puts the widget on the side where reading begins, after those already there.
    public func append(_ widget: some Widget) {
        gtk_header_bar_pack_start(cast(to: GtkHeaderBar.self), widget.pointer)
    }

    /// Puts the widget on the far side, before those already there.
    public func appendAtEnd(_ widget: some Widget) {
        gtk_header_bar_pack_end(cast(to: GtkHeaderBar.self), widget.pointer)
    }
}

/// A header bar with the window's own buttons.
@MainActor
public func headerBar() -> HeaderBar {
    guard let widget = gtk_header_bar_new() else { preconditionFailure("GTK made no header bar") }
    let bar = HeaderBar(pointer: widget)
    gtk_header_bar_set_show_close_button(bar.cast(to: GtkHeaderBar.self), 1)
    return bar
}
