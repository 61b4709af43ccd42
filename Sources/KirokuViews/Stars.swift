import Geometry
import GtkKit
import KirokuCore

/// The stars of a rating.
@MainActor
struct Stars {
    private static let size = 15.0

    private let count: Int

    init(of field: FieldDefinition) {
        count = field.ratingScale
    }

    /// Draws a star for each that there is, and the outlines of the others; the number if there are more, and nothing for
    /// an empty cell.
    func draw(_ rating: Rating?, in room: Rectangle, _ colors: GridColors, _ painter: Painter) {
        guard let rating else { return }
        if rating.stars > count { return painter.text("\(localizedNumber(rating.stars)) ★", in: room, colors.text) }
        painter.clipped(to: room) {
            for index in 0..<count {
                let isThere = index < rating.stars
                let place = Rectangle(
                    x: room.x + Double(index) * Self.size, y: room.y, width: Self.size + 4, height: room.height)
                painter.text(isThere ? "★" : "☆", in: place, isThere ? colors.text : colors.muted)
            }
        }
    }

    /// The width of all stars.
    var width: Double { Double(count) * Self.size }

    /// The rating whose last star is at a place of the room; `nil` beside the stars.
    func rating(atX x: Double, in room: Rectangle) -> Rating? {
        let index = Int(((x - room.x) / Self.size).rounded(.down))
        return (0..<count).contains(index) ? Rating(index + 1) : nil
    }
}
