import CGtk

/// A line that shows or hides what belongs to it.
public struct Expander: Widget {
    /// The `GtkExpander`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// The text of the line.
    public var caption: String {
        get { gtk_expander_get_label(cast(to: GtkExpander.self)).map { String(cString: $0) } ?? "" }
        nonmutating set { gtk_expander_set_label(cast(to: GtkExpander.self), newValue) }
    }

    /// Whether what belongs to the line is shown.
    public var isOpen: Bool {
        get { gtk_expander_get_expanded(cast(to: GtkExpander.self)) != 0 }
        nonmutating set { gtk_expander_set_expanded(cast(to: GtkExpander.self), newValue ? 1 : 0) }
    }
}

/// Creates a line that is closed, over this content.
@MainActor
public func expander(_ content: some Widget) -> Expander {
    let expander = Expander(pointer: made(gtk_expander_new("")))
    gtk_container_add(expander.cast(to: GtkContainer.self), content.pointer)
    return expander
}
