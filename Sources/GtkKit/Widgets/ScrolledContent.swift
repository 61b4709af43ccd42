import CGtk

/// Shows a part of something that may be larger, with scroll bars where it is.
public struct ScrolledContent: Widget {
    /// The `GtkScrolledWindow`.
    public let pointer: UnsafeMutablePointer<GtkWidget>
}

/// A content that fills the room it gets, and scrolls where that is less than it needs.
///
/// It scrolls by itself to what gets the focus.
@MainActor
public func scrolled(_ content: some Widget) -> ScrolledContent {
    guard let widget = gtk_scrolled_window_new(nil, nil) else { preconditionFailure("GTK made no scrolled window") }
    let scrolled = ScrolledContent(pointer: widget)
    gtk_container_add(scrolled.cast(to: GtkContainer.self), content.pointer)
    return scrolled
}
