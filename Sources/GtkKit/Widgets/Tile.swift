import CGtk

/// A button with a line of text and a smaller one below it, for many side by side.
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

    /// The second line, which is also the tile's description for screen readers.
    public var detail: String {
        get { detailLabel.text }
        nonmutating set {
            detailLabel.text = newValue
            atk_object_set_description(gtk_widget_get_accessible(pointer), newValue)
        }
    }
}

/// Creates a tile with this title; `name` is for screen readers and tests.
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

/// Creates a line to choose in a list: a text and a smaller one below it.
///
/// The second text is also the description for screen readers.
///
/// - Parameters:
///   - title: the first text, which is also the name for screen readers and tests.
///   - detail: the second text, such as a folder; if room is short, its beginning is left out.
///   - width: the approximate number of letters that are shown of each text.
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
    second.addStyleClass(ColorRole.muted.styleClass)
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
