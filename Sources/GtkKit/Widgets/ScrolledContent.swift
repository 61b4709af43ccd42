import CGtk

/// Shows a part of something that may be larger, with scroll bars where it is.
public struct ScrolledContent: Widget {
    /// The `GtkScrolledWindow`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Leaves it out, or puts it in again, where what it lies in has no room for it; it stays visible otherwise.
    public func setShownInLayout(_ isShown: Bool) { gtk_widget_set_child_visible(pointer, isShown ? 1 : 0) }
}

/// A content that fills the room it gets, and scrolls where that is less than it needs.
///
/// It scrolls to whatever gets the focus. If nothing in it can have the focus, it takes it itself, as long as there
/// is something to scroll to.
@MainActor
public func scrolled(_ content: some Widget) -> ScrolledContent {
    let widget = made(gtk_scrolled_window_new(nil, nil))
    let scrolled = ScrolledContent(pointer: widget)
    gtk_container_add(scrolled.cast(to: GtkContainer.self), content.pointer)
    gtk_widget_set_can_focus(widget, 0)
    guard let adjustment = gtk_scrolled_window_get_vadjustment(scrolled.cast(to: GtkScrolledWindow.self)) else {
        return scrolled
    }
    Signals.connect(UnsafeMutableRawPointer(adjustment), "changed") {
        let isLarger = gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment)
        gtk_widget_set_can_focus(widget, isLarger ? 1 : 0)
    }
    return scrolled
}

extension ScrolledContent {
    /// Makes it as high as its content, up to a limit in pixels; it scrolls in both directions.
    public func setHeight(upTo limit: Int) {
        let scroller = cast(to: GtkScrolledWindow.self)
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller, 1)
        gtk_scrolled_window_set_max_content_height(scroller, Int32(clamping: limit))
    }
    /// Makes it as high as its content, but no less and no more pixels than these; it scrolls in both directions.
    public func setHeight(in range: ClosedRange<Int>) {
        let scroller = cast(to: GtkScrolledWindow.self)
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller, 1)
        gtk_scrolled_window_set_max_content_height(scroller, Int32(clamping: range.upperBound))
        gtk_scrolled_window_set_min_content_height(scroller, Int32(clamping: range.lowerBound))
    }
}
