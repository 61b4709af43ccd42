import Geometry
import GtkKit
import KirokuPictures

/// The position of a picture on the preview, in plain numbers.
struct PreviewPlace: Equatable {
    /// The size of the picture in its own pixels.
    var picture = PixelSize(width: 0, height: 0)
    /// The size of the preview in the widget's pixels.
    var viewWidth = 0.0
    var viewHeight = 0.0
    /// The number of the widget's pixels for one of the picture's; `nil` while the picture is as large as fits.
    private(set) var zoom: Double?
    /// The point of the picture in the middle of the preview, each from 0 to 1.
    private(set) var center = (x: 0.5, y: 0.5)

    /// The maximum enlargement of a pixel.
    static let mostZoom = 8.0

    /// The zoom at which the picture is as large as fits.
    var fitting: Double {
        guard !picture.isEmpty else { return 1 }
        return min(viewWidth / Double(picture.width), viewHeight / Double(picture.height))
    }

    var shownZoom: Double { zoom ?? fitting }

    /// The area of the whole picture, including the part out of sight.
    var rectangle: Rectangle {
        let width = max(1, (Double(picture.width) * shownZoom).rounded())
        let height = max(1, (Double(picture.height) * shownZoom).rounded())
        return Rectangle(
            x: Self.start(length: width, in: viewWidth, center: center.x),
            y: Self.start(length: height, in: viewHeight, center: center.y), width: width, height: height)
    }

    /// Makes the picture as large as fits.
    mutating func fit() {
        zoom = nil
        center = (0.5, 0.5)
    }

    /// Zooms while the point under (x, y) stays where it is.
    mutating func zoom(to wanted: Double, aroundX x: Double, y: Double) {
        let before = rectangle
        let zoom = min(max(wanted, min(fitting, 1)), max(Self.mostZoom, fitting))
        let part = (x: (x - before.x) / before.width, y: (y - before.y) / before.height)
        self.zoom = zoom
        let width = Double(picture.width) * zoom
        let height = Double(picture.height) * zoom
        guard width > 0, height > 0 else { return }
        setCenter(part.x + (viewWidth / 2 - x) / width, part.y + (viewHeight / 2 - y) / height)
    }

    /// Moves the picture, by a distance in the widget's pixels.
    mutating func pan(x: Double, y: Double) {
        let whole = rectangle
        setCenter(center.x - x / whole.width, center.y - y / whole.height)
    }

    /// Keeps the picture from moving out of sight.
    private mutating func setCenter(_ x: Double, _ y: Double) {
        let halfX = min(0.5, viewWidth / max(1, Double(picture.width) * shownZoom) / 2)
        let halfY = min(0.5, viewHeight / max(1, Double(picture.height) * shownZoom) / 2)
        center = (min(max(x, halfX), 1 - halfX), min(max(y, halfY), 1 - halfY))
    }

    private static func start(length: Double, in view: Double, center: Double) -> Double {
        guard length > view else { return ((view - length) / 2).rounded() }
        return (min(0, max(view - length, view / 2 - length * center))).rounded()
    }

    static func == (one: PreviewPlace, other: PreviewPlace) -> Bool {
        one.picture == other.picture && one.viewWidth == other.viewWidth && one.viewHeight == other.viewHeight
            && one.zoom == other.zoom && one.center == other.center
    }

}
