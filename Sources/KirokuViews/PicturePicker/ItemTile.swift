import GtkKit

/// Draws one picture of an album: its thumbnail with its name below.
@MainActor
enum ItemTile {
    /// The least width of a tile; two have room beside a scroll bar.
    static let leastWidth = 100.0
    /// The most room for a thumbnail, across and upright.
    static let side = 96.0
    private static let pictureHeight = 84.0
    private static let margin = 6.0

    static func height(lineHeight: Double) -> Double { (pictureHeight + lineHeight + 3 * margin).rounded() }

    static func draw(
        _ name: String, _ state: ThumbnailLoader.State, in place: Rectangle, scale: Int, _ colors: TileColors,
        _ painter: Painter
    ) {
        let area = Rectangle(
            x: place.x + margin, y: place.y + margin, width: place.width - 2 * margin, height: pictureHeight)
        switch state {
        case .image(let image): painter.image(image, in: image.rectangle(in: area, scale: scale))
        case .broken: PictureSign.draw(in: area, size: 64, isBroken: true, colors.error, painter)
        case .waiting: PictureSign.draw(in: area, size: 64, isBroken: false, colors.grid.line, painter)
        }
        let line = Rectangle(
            x: place.x + 2, y: area.y + pictureHeight + margin / 2, width: place.width - 4,
            height: place.height - pictureHeight - 2 * margin)
        painter.text(name, in: line, colors.grid.text, alignment: .center, keepsEnd: true)
    }
}
