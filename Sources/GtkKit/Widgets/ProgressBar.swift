import CGtk

/// Shows how much of a long task is done.
public struct ProgressBar: Widget {
    /// The `GtkProgressBar`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// The share that is done, from 0 to 1; values outside the range are clamped.
    public var fraction: Double {
        get { gtk_progress_bar_get_fraction(cast(to: GtkProgressBar.self)) }
        nonmutating set { gtk_progress_bar_set_fraction(cast(to: GtkProgressBar.self), min(max(newValue, 0), 1)) }
    }
}

/// Creates an empty bar; `name` is for screen readers.
@MainActor
public func progressBar(name: String) -> ProgressBar {
    let widget = made(gtk_progress_bar_new())
    let bar = ProgressBar(pointer: widget)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    bar.accessibleName = name
    return bar
}
