import Geometry
import GtkKit
import KirokuCore
import KirokuPictures

/// Shows one picture as large as fits, or enlarged; the user can then move it.
@MainActor
final class PreviewView {
    let canvas: Canvas
    /// The shown content.
    private(set) var content = Content.nothing
    private(set) var place = PreviewPlace()
    /// Called when the picture is shown larger than it was loaded.
    var onNeedWhole: (() -> Void)?
    /// Called when the user presses Enter.
    var onActivate: (() -> Void)?
    private var drag: (x: Double, y: Double)?

    /// What a preview shows.
    enum Content {
        /// No picture is chosen.
        case nothing
        /// The picture is loading, and there is nothing to show yet.
        case waiting
        case image(CanvasImage)
        case broken(String)
    }

    init(name: String) {
        canvas = Canvas(name: name)
        canvas.addStyleClass("view")
        canvas.accessibleTable = self
        canvas.onDraw = { [weak self] in self?.draw(with: $0) }
        canvas.onKey = { [weak self] in self?.handle($0) ?? false }
        canvas.onPress = { [weak self] in self?.press($0) }
        canvas.onRelease = { [weak self] _ in self?.endDrag() }
        canvas.onMotion = { [weak self] in self?.move($0) }
        canvas.onScroll = { [weak self] x, y in self?.scroll(x, y) }
        canvas.onResize = { [weak self] in self?.resize() }
        canvas.onFocusChange = { [weak self] in self?.canvas.redraw() }
        canvas.onStyleChange = { [weak self] in self?.canvas.redraw() }
        attach(self, to: canvas, key: "kiroku-preview")
    }

    /// The number of screen pixels in the preview.
    var pixels: PixelSize {
        let scale = Double(canvas.scaleFactor)
        return PixelSize(width: Int(canvas.width * scale), height: Int(canvas.height * scale))
    }

    /// Shows other content.
    ///
    /// - Parameter size: the size of the picture; `nil` keeps the size and zoom of the previous one.
    func show(_ content: Content, size: PixelSize? = nil) {
        self.content = content
        if let size, size != place.picture {
            place.picture = size
            place.fit()
        }
        if case .nothing = content { place.fit() }
        canvas.accessibleDataChanged()
        canvas.redraw()
    }

    /// Switches between one screen pixel per pixel of the picture and as large as fits.
    func toggleZoom(aroundX x: Double? = nil, y: Double? = nil) {
        if place.zoom == nil {
            zoom(to: 1 / Double(canvas.scaleFactor), x: x, y: y)
        } else {
            place.fit()
            canvas.redraw()
        }
    }

    private func zoom(to zoom: Double, x: Double? = nil, y: Double? = nil) {
        guard case .image = content else { return }
        place.zoom(to: zoom, aroundX: x ?? canvas.width / 2, y: y ?? canvas.height / 2)
        canvas.redraw()
        onNeedWhole?()
    }

    // MARK: Keys and pointer

    private func handle(_ key: KeyEvent) -> Bool {
        guard key.modifiers.isDisjoint(with: [.alt, .super]), case .image = content else { return false }
        let step = 40.0
        switch key.key {
        case .character("+"), .character("="): zoom(to: place.shownZoom * 1.25)
        case .character("-"): zoom(to: place.shownZoom / 1.25)
        case .character("1"): zoom(to: 1 / Double(canvas.scaleFactor))
        case .character("0"): place.fit()
        case .space: toggleZoom()
        case .left where place.zoom != nil: place.pan(x: step, y: 0)
        case .right where place.zoom != nil: place.pan(x: -step, y: 0)
        case .up where place.zoom != nil: place.pan(x: 0, y: step)
        case .down where place.zoom != nil: place.pan(x: 0, y: -step)
        case .enter where onActivate != nil: onActivate?()
        default: return false
        }
        canvas.redraw()
        return true
    }

    private func press(_ event: PointerEvent) {
        canvas.grabFocus()
        guard event.button == 1 else { return }
        if event.clicks == 2 {
            drag = nil
            toggleZoom(aroundX: event.x, y: event.y)
        } else if event.clicks == 1, place.zoom != nil {
            drag = (event.x, event.y)
            canvas.setCursor("grabbing")
        }
    }

    private func move(_ event: PointerEvent) {
        guard let drag, event.isDragging else { return }
        place.pan(x: event.x - drag.x, y: event.y - drag.y)
        self.drag = (event.x, event.y)
        canvas.redraw()
    }

    private func endDrag() {
        drag = nil
        canvas.setCursor(nil)
    }

    /// Moves an enlarged picture with the wheel.
    private func scroll(_ x: Double, _ y: Double) {
        guard place.zoom != nil else { return }
        place.pan(x: -x * 60, y: -y * 60)
        canvas.redraw()
    }

    private func resize() {
        place.viewWidth = canvas.width
        place.viewHeight = canvas.height
        if place.zoom != nil { place.pan(x: 0, y: 0) }
    }

    // MARK: Drawing

    private func draw(with painter: Painter) {
        let colors = TileColors(of: canvas)
        let whole = Rectangle(x: 0, y: 0, width: canvas.width, height: canvas.height)
        switch content {
        case .image(let image):
            let rectangle = place.rectangle
            let isEnlarged = rectangle.width > Double(image.width) * 2 && place.zoom != nil
            painter.clipped(to: whole) { painter.image(image, in: rectangle, isExact: isEnlarged) }
        case .broken(let reason):
            PictureSign.draw(in: whole, size: 96, isBroken: true, colors.error, painter)
            painter.text(reason, in: line(below: whole), colors.error, alignment: .center)
        case .nothing:
            PictureSign.draw(in: whole, size: 96, isBroken: false, colors.grid.muted, painter)
            painter.text(hint, in: line(below: whole), colors.grid.muted, alignment: .center)
        case .waiting:
            break
        }
        painter.fill(Rectangle(x: 0, y: 0, width: whole.width, height: 1), colors.grid.line)
        if canvas.hasFocus { painter.stroke(whole.inset(x: 1, y: 1), colors.grid.cursor, width: 2) }
    }

    private func line(below whole: Rectangle) -> Rectangle {
        Rectangle(x: 10, y: whole.height / 2 + 56, width: max(0, whole.width - 20), height: 24)
    }

    private var hint: String { localized("Nothing is selected.") }

    /// The description of the preview for screen readers.
    private var text: String {
        switch content {
        case .nothing: hint
        case .waiting: localized("The picture is being loaded.")
        case .broken(let reason): reason
        case .image:
            localized(
                "A picture of {width} × {height} pixels",
                ["width": localizedNumber(place.picture.width), "height": localizedNumber(place.picture.height)])
        }
    }
}

/// The cell describes the picture.
extension PreviewView: SingleCellTable {
    func columnTitle(_ column: Int) -> String { localized("Preview") }

    func cell(at index: CellIndex) -> AccessibleCell {
        let isBroken = if case .broken = content { true } else { false }
        return AccessibleCell(text: text, description: "", kind: .text, isInvalid: isBroken, isEditable: false)
    }

    func focus(_ index: CellIndex) {}
    func activate(_ index: CellIndex) { toggleZoom() }
}

extension CanvasImage {
    /// Creates an image from the pixels of a picture, which are shared, not copied.
    convenience init?(_ pixels: PixelBuffer) {
        self.init(width: pixels.size.width, height: pixels.size.height, pixels: pixels.bytes, owner: pixels)
    }
}
