import CGtk

/// A line to choose in a list: a text and a smaller one below it.
///
/// Screen readers tell the second one as the description.
///
/// - Parameters:
///   - title: also what screen readers and tests know it by.
///   - detail: shortened at its beginning where room is short, as suits a folder.
///   - width: about how many letters are to be seen of each, at the most.
@MainActor
public func choiceLine(
    _ title: String, detail: String, tooltip: String? = nil, width: Int = 44, chosen: @escaping @MainActor () -> Void
) -> Button {
    guard let widget = gtk_button_new() else { preconditionFailure("GTK made no button") }
    let line = Button(pointer: widget)
    let texts = column()
    let (first, second) = (label(title), label(detail))
    gtk_label_set_ellipsize(second.cast(to: GtkLabel.self), PANGO_ELLIPSIZE_START)
    second.addStyleClass("kiroku-tile-detail")
    second.addStyleClass("dim-label")
    for text in [first, second] {
        gtk_label_set_max_width_chars(text.cast(to: GtkLabel.self), Int32(clamping: width))
        texts.append(text)
    }
    gtk_container_add(line.cast(to: GtkContainer.self), texts.pointer)
    gtk_button_set_relief(line.cast(to: GtkButton.self), GTK_RELIEF_NONE)
    line.addStyleClass("kiroku-tile")
    line.setTooltip(tooltip)
    line.accessibleName = title
    line.accessibleDescription = detail
    line.onPress(chosen)
    return line
}
