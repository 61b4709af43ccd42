import Geometry
import GtkKit

/// A frame with a hill and a sun in place of a missing picture; with a crack through it for a broken one.
@MainActor
enum PictureSign {
    static func draw(in area: Rectangle, size: Double, isBroken: Bool, _ color: Color, _ painter: Painter) {
        let width = min(size, area.width - 8)
        let height = min(size * 0.75, area.height - 8)
        guard width > 8, height > 8 else { return }
        let frame = Rectangle(
            x: (area.x + (area.width - width) / 2).rounded(), y: (area.y + (area.height - height) / 2).rounded(),
            width: width, height: height)
        func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            (frame.x + x * frame.width, frame.y + y * frame.height)
        }
        let faint = color.withAlpha(color.alpha * 0.5)
        painter.polygon(
            [point(0.08, 0.88), point(0.38, 0.4), point(0.56, 0.66), point(0.7, 0.5), point(0.92, 0.88)], faint)
        painter.polygon(
            [point(0.72, 0.14), point(0.8, 0.25), point(0.72, 0.36), point(0.64, 0.25)], faint)
        painter.stroke(frame, color, width: 2)
        if isBroken {
            painter.polyline(
                [point(0.5, 0), point(0.42, 0.3), point(0.58, 0.5), point(0.44, 0.75), point(0.52, 1)], color, width: 2)
        }
    }
}
