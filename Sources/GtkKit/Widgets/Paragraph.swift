import CGtk

/// A text of several lines, broken where the room ends.
///
/// - Parameters:
///   - isMuted: whether it stands back, as a remark does.
///   - width: about how many letters fit in a line, where there is room for them.
@MainActor
public func paragraph(
    _ text: String, alignment: Alignment = .start, isMuted: Bool = false, width: Int = 60
) -> Label {
    let made = label(text, alignment: alignment)
    let pointer = made.cast(to: GtkLabel.self)
    gtk_label_set_single_line_mode(pointer, 0)
    gtk_label_set_ellipsize(pointer, PANGO_ELLIPSIZE_NONE)
    gtk_label_set_line_wrap(pointer, 1)
    gtk_label_set_max_width_chars(pointer, Int32(clamping: width))
    gtk_label_set_justify(
        pointer, alignment == .center ? GTK_JUSTIFY_CENTER : alignment == .end ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT)
    if isMuted { made.addStyleClass("dim-label") }
    return made
}
