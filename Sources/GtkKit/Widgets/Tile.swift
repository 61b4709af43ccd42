import CGtk

/// A button with a line of text and a smaller one below it, for many of them side by side.
public struct Tile: Widget {
    /// The `GtkButton`.
    public let pointer: UnsafeMutablePointer<GtkWidget>
    private let titleLabel: Label
    private let detailLabel: Label

    fileprivate init(pointer: UnsafeMutablePointer<GtkWidget>, title: Label, detail: Label) {
        self.pointer = pointer
        titleLabel = title
        detailLabel = detail
    }

    /// The first line.
    public var title: String { titleLabel.text }

    /// The second line, which screen readers tell as the tile's description.
    public var detail: String {
        get { detailLabel.text }
        nonmutating set {
            detailLabel.text = newValue
            atk_object_set_description(gtk_widget_get_accessible(pointer), newValue)
        }
    }
}

/// A tile with this title; screen readers and tests know it by `name`.
@MainActor
public func tile(_ title: String, name: String, pressed: @escaping @MainActor () -> Void) -> Tile {
    let widget = made(gtk_button_new())
    let lines = column()
    let (first, second) = (label(title, alignment: .center), label(alignment: .center))
    second.addStyleClass("kiroku-tile-detail")
    lines.append(first)
    lines.append(second)
    let tile = Tile(pointer: widget, title: first, detail: second)
    gtk_container_add(tile.cast(to: GtkContainer.self), lines.pointer)
    tile.addStyleClass("kiroku-tile")
    tile.accessibleName = name
    Signals.connect(tile.object, "clicked", pressed)
    return tile
}

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
