import Geometry
import GtkKit

/// A handle between two blocks of a picker, dragged with the pointer or moved with Left and Right.
@MainActor
final class PickerDivider {
    let canvas: Canvas
    /// Called with the number of pixels by which to move the handle to the right.
    var onMove: ((Double) -> Void)?
    /// The place that the handle was last given.
    private var place = Rectangle(x: 0, y: 0, width: 1, height: 1)
    /// The place that it is moving to: GTK lays it out later.
    private var wanted: Double?
    /// The place within the handle at which it is held.
    private var start: Double?

    init(name: String) {
        canvas = Canvas(name: name)
        canvas.beADivider(named: name)
        canvas.setTooltip(name)
        canvas.onDraw = { [weak self] in self?.draw(with: $0) }
        canvas.onPress = { [weak self] in self?.press($0) }
        canvas.onMotion = { [weak self] in self?.move($0) }
        canvas.onRelease = { [weak self] _ in self?.start = nil }
        canvas.onKey = { [weak self] in self?.handle($0) ?? false }
        canvas.onFocusChange = { [weak self] in self?.canvas.redraw() }
        canvas.onResize = { [weak self] in self?.canvas.setCursor("col-resize") }
        attach(self, to: canvas, key: "kiroku-picker-divider")
    }

    /// Records the current place of the handle, and returns it.
    func placed(at place: Rectangle) -> Rectangle {
        self.place = place
        wanted = nil
        return place
    }

    private func press(_ event: PointerEvent) {
        if event.button == 1 { start = event.x }
    }

    private func move(_ event: PointerEvent) {
        guard event.isDragging, let start else { return }
        let new = place.x + event.x - start
        let distance = new - (wanted ?? place.x)
        guard distance.rounded() != 0 else { return }
        wanted = new
        onMove?(distance.rounded())
    }

    private func handle(_ key: KeyEvent) -> Bool {
        guard key.modifiers.isEmpty, key.key == .left || key.key == .right else { return false }
        onMove?(key.key == .left ? -Self.step : Self.step)
        return true
    }

    private func draw(with painter: Painter) {
        let colors = TileColors(of: canvas).grid
        let middle = (x: (canvas.width / 2).rounded() - 1, y: (canvas.height / 2).rounded())
        for dot in -2...2 {
            painter.fill(Rectangle(x: middle.x, y: middle.y + Double(dot) * 6, width: 2, height: 2), colors.muted)
        }
        guard canvas.hasFocus else { return }
        painter.stroke(Rectangle(x: 0, y: 0, width: canvas.width, height: canvas.height), colors.cursor, width: 2)
    }

    /// The number of pixels by which a key moves the handle.
    private static let step = 10.0
}
