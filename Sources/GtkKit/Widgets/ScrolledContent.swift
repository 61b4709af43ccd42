import CGtk

/// Shows content that may be larger than its room, with scroll bars if it is.
public struct ScrolledContent: Widget {
    /// The `GtkScrolledWindow`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Gives the content its natural height instead of the minimum, and scrolls if there is less room.
    public func keepContentHeight() {
        guard let port = gtk_bin_get_child(cast(to: GtkBin.self)), kiroku_is_a(port, gtk_viewport_get_type()) != 0
        else {
            return
        }
        gtk_scrollable_set_vscroll_policy(OpaquePointer(port), GTK_SCROLL_NATURAL)
    }

    /// Leaves the widget out of the layout, or takes it in again, without a change of its visibility.
    public func setShownInLayout(_ isShown: Bool) { gtk_widget_set_child_visible(pointer, isShown ? 1 : 0) }
}

/// Creates a view of a content that fills the room it gets, and scrolls if that is less than it needs.
///
/// It scrolls to the widget that receives the focus. If no widget in it can have the focus, the view itself can have it
/// while there is something to scroll to.
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
    NewFocus.scroll(adjustment, to: AnyWidget(content.pointer))
    return scrolled
}

/// Scrolls to a widget that receives the focus before it has its place, such as one that was just added, when it has.
@MainActor
private final class NewFocus {
    private var isAwaited = false

    static func scroll(_ adjustment: UnsafeMutablePointer<GtkAdjustment>, to content: AnyWidget) {
        guard kiroku_is_a(content.pointer, gtk_container_get_type()) != 0 else { return }
        let new = NewFocus()
        Signals.connectPointer(content.object, "set-focus-child", after: true) { _ in
            new.isAwaited = focused(in: content).map { gtk_widget_get_allocated_height($0) <= 1 } ?? false
            // A popover that the next key opens at the widget would stay out of sight, too.
            if new.isAwaited { content.layOutWindow() }
            return false
        }
        Signals.connectPointer(content.object, "size-allocate", after: true) { _ in
            guard new.isAwaited, let widget = focused(in: content) else { return false }
            let height = gtk_widget_get_allocated_height(widget)
            var top: gint = 0
            guard height > 1, gtk_widget_translate_coordinates(widget, content.pointer, 0, 0, nil, &top) != 0 else {
                return false
            }
            new.isAwaited = false
            gtk_adjustment_clamp_page(adjustment, Double(top), Double(top + height))
            return false
        }
    }

    /// The widget in the content that has the focus, or would have it in the active window.
    private static func focused(in content: AnyWidget) -> UnsafeMutablePointer<GtkWidget>? {
        var widget = content.pointer
        while kiroku_is_a(widget, gtk_container_get_type()) != 0,
            let child = gtk_container_get_focus_child(AnyWidget(widget).cast(to: GtkContainer.self))
        {
            widget = child
        }
        return widget == content.pointer ? nil : widget
    }
}

extension ScrolledContent {
    /// Moves the focus from the content to what comes after the view, or before it, as Ctrl+Tab does.
    public func moveFocusOut(forward: Bool) {
        kiroku_emit_direction(object, "move-focus-out", forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD)
    }

    /// Gives the view the height of its content, up to a limit in pixels; content that is too wide is scrolled to when
    /// it has the focus.
    public func setHeight(upTo limit: Int) {
        let scroller = cast(to: GtkScrolledWindow.self)
        // A bar below would take room even where everything fits.
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_EXTERNAL, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller, 1)
        gtk_scrolled_window_set_max_content_height(scroller, Int32(clamping: limit))
    }

    /// Gives the view the height of its content, within limits in pixels; it scrolls in both directions.
    public func setHeight(in range: ClosedRange<Int>) {
        let scroller = cast(to: GtkScrolledWindow.self)
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller, 1)
        gtk_scrolled_window_set_max_content_height(scroller, Int32(clamping: range.upperBound))
        gtk_scrolled_window_set_min_content_height(scroller, Int32(clamping: range.lowerBound))
    }
}
