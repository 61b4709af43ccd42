import CGtk

/// A line of text that is not operated.
public struct Label: Widget {
    /// The `GtkLabel`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// What it shows, letter by letter: neither markup nor mnemonics.
    public var text: String {
        get { String(cString: gtk_label_get_text(cast(to: GtkLabel.self))) }
        nonmutating set { gtk_label_set_text(cast(to: GtkLabel.self), newValue) }
    }
}

/// A label as the house sets it: one line, at the start of its room, shortened with an ellipsis where room is short.
@MainActor
public func label(_ text: String = "", alignment: Alignment = .start, role: ColorRole? = nil) -> Label {
    let widget = made(gtk_label_new(text))
    let label = Label(pointer: widget)
    gtk_label_set_xalign(label.cast(to: GtkLabel.self), alignment.fraction)
    gtk_label_set_ellipsize(label.cast(to: GtkLabel.self), PANGO_ELLIPSIZE_END)
    gtk_label_set_single_line_mode(label.cast(to: GtkLabel.self), 1)
    if let role { label.addStyleClass(role.styleClass) }
    return label
}

/// Where something stands in the room it has, along the direction of reading.
public enum Alignment: Sendable {
    case start, center, end

    var fraction: Float {
        switch self {
        case .start: 0
        case .center: 0.5
        case .end: 1
        }
    }
}
