import GtkKit

/// Draws a picture as large as there is room for it, or the sign that stands for it meanwhile.
@MainActor
enum CellPictureDrawing {
    static func draw(
        _ state: ThumbnailLoader.State, in place: Rectangle, scale: Int, _ colors: GridColors, _ painter: Painter
    ) {
        switch state {
        case .image(let image): painter.image(image, in: image.rectangle(in: place, scale: scale))
        case .waiting: PictureSign.draw(in: place, size: place.width, isBroken: false, colors.line, painter)
        case .broken: PictureSign.draw(in: place, size: place.width, isBroken: true, colors.error, painter)
        }
    }
}

extension CanvasImage {
    /// In the middle of a place, as large as fits, but not enlarged.
    ///
    /// - Parameter scale: how many of the image's pixels one of the place has.
    func rectangle(in place: Rectangle, scale: Int) -> Rectangle {
        let width = Double(width) / Double(max(scale, 1))
        let height = Double(height) / Double(max(scale, 1))
        let share = min(1, place.width / width, place.height / height)
        let size = (width: max(1, (width * share).rounded()), height: max(1, (height * share).rounded()))
        return Rectangle(
            x: (place.x + (place.width - size.width) / 2).rounded(),
            y: (place.y + (place.height - size.height) / 2).rounded(), width: size.width, height: size.height)
    }
}
