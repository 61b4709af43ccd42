import CGtk

/// A scroll bar for a view that scrolls itself.
public struct ScrollBar: Widget {
    /// The `GtkScrollbar`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
        gtk_range_get_adjustment(cast(to: GtkRange.self))
    }

    /// The distance by which the view is scrolled, in pixels.
    public var offset: Double {
        get { gtk_adjustment_get_value(adjustment) }
        nonmutating set { gtk_adjustment_set_value(adjustment, newValue) }
    }

    /// Sets the sizes of the whole and of the visible part, and the distance of one step; all in pixels.
    public func setExtent(whole: Double, visible: Double, step: Double) {
        let offset = min(self.offset, max(0, whole - visible))
        gtk_adjustment_configure(adjustment, offset, 0, max(whole, visible), step, max(step, visible - step), visible)
    }

    /// Lays the bar out again: its slider does not follow an extent that was set while GTK lays out, not even later.
    public func layOutAgain() { gtk_widget_queue_resize(pointer) }

    /// Calls `body` when ``offset`` has changed, by the user or by the program.
    public func onScroll(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(UnsafeMutableRawPointer(adjustment), "value-changed", body)
    }
}

/// Creates a vertical scroll bar, without an extent until ``ScrollBar/setExtent(whole:visible:step:)`` is called.
@MainActor
public func verticalScrollBar() -> ScrollBar {
    scrollBar(GTK_ORIENTATION_VERTICAL)
}

/// Creates a horizontal scroll bar, without an extent until ``ScrollBar/setExtent(whole:visible:step:)`` is called.
@MainActor
public func horizontalScrollBar() -> ScrollBar {
    scrollBar(GTK_ORIENTATION_HORIZONTAL)
}

@MainActor
private func scrollBar(_ orientation: GtkOrientation) -> ScrollBar {
    let bar = ScrollBar(pointer: made(gtk_scrollbar_new(orientation, nil)))
    bar.addStyleClass("kiroku-scroll-bar")
    return bar
}
