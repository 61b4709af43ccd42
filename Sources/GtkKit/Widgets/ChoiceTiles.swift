import CGtk

/// Tiles of which one is always chosen, placed side by side while there is room, with the others below.
///
/// They are radio buttons: the arrow keys choose another one, and Tab moves to the chosen one and then past the tiles.
@MainActor
public final class ChoiceTiles {
    /// What a tile shows.
    public struct Tile {
        /// The first line, which is also its name for screen readers and tests.
        public let title: String
        /// The text below, in up to two lines.
        public let detail: String
        /// The full description, which the tooltip shows and screen readers read out.
        public let description: String

        /// Creates a tile's texts.
        public init(title: String, detail: String, description: String) {
            self.title = title
            self.detail = detail
            self.description = description
        }
    }

    /// All tiles.
    public let widget: AnyWidget
    /// Called when another tile was chosen, by the user or by the program.
    public var onChange: (() -> Void)?
    private let tiles: [AnyWidget]
    private var lastNotified = 0
    /// The largest number of tiles side by side.
    private static let perLine = 5

    /// Creates tiles, of which the first is chosen.
    ///
    /// - Parameters:
    ///   - name: the name of all tiles together, for screen readers.
    ///   - texts: what each tile shows; at least one.
    ///   - width: the minimum width of a tile, in pixels.
    public init(name: String, _ texts: [Tile], width: Int) {
        var first: UnsafeMutablePointer<GtkRadioButton>?
        tiles = texts.map { text in
            let tile = AnyWidget(made(gtk_radio_button_new_from_widget(first)))
            first = first ?? tile.cast(to: GtkRadioButton.self)
            gtk_container_add(tile.cast(to: GtkContainer.self), Self.lines(text).pointer)
            tile.addStyleClass("kiroku-choice-tile")
            tile.accessibleName = text.title
            tile.accessibleDescription = text.description
            tile.setTooltip(text.description)
            tile.setLeastSize(width: width, height: -1)
            return tile
        }
        widget = sideBySide(tiles, spacing: 6, perLine: Self.perLine, areEqual: true)
        widget.accessibleName = name
        widget.addStyleClass("kiroku-choice-tiles")
        for tile in tiles { Signals.connect(tile.object, "toggled") { [weak self] in self?.notify() } }
        attach(self, to: widget, key: "kiroku-choice-tiles")
    }

    /// The index of the chosen tile.
    public var chosen: Int {
        get {
            tiles.firstIndex { gtk_toggle_button_get_active($0.cast(to: GtkToggleButton.self)) != 0 } ?? lastNotified
        }
        set {
            guard tiles.indices.contains(newValue) else { return }
            gtk_toggle_button_set_active(tiles[newValue].cast(to: GtkToggleButton.self), 1)
        }
    }

    private static func lines(_ text: Tile) -> Box {
        let lines = column()
        lines.append(heading(text.title))
        let detail = paragraph(text.detail, isMuted: true, width: 12)
        detail.addStyleClass("kiroku-tile-detail")
        gtk_label_set_lines(detail.cast(to: GtkLabel.self), 2)
        gtk_label_set_ellipsize(detail.cast(to: GtkLabel.self), PANGO_ELLIPSIZE_END)
        lines.append(detail)
        return lines
    }

    /// Reports a choice once, and not also the tile that is no longer chosen.
    private func notify() {
        let now = chosen
        guard now != lastNotified else { return }
        lastNotified = now
        onChange?()
    }
}
