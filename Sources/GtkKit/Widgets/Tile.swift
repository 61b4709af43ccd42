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
