import Geometry
import GtkKit
import KirokuCore
import KirokuPictures

/// The picture of a field, shown large below its name in a card.
///
/// Enter, Space and a double click let the user choose another picture, and picture files can be dropped on it.
@MainActor
final class CardPicture {
    let canvas: Canvas
    /// Called when the user wants to choose another picture.
    var onActivate: (() -> Void)?
    /// Called when the canvas receives the focus.
    var onFocus: (() -> Void)?
    /// Called with keys that the picture does not use.
    var onKey: ((KeyEvent) -> Bool)?
    private let thumbnails: CellThumbnails
    private let title: String
    private var name = ""
    private var isEditable = false
    private var isDropPlace = false
    private var isGone = false

    static let height = 150.0

    init(_ pictures: CellPictures, field: String) {
        title = localized("Picture: {field}", ["field": field])
        canvas = Canvas(name: title)
        canvas.addStyleClass("view")
        canvas.setLeastSize(width: -1, height: Int(Self.height))
        thumbnails = CellThumbnails(pictures)
        thumbnails.onChange = { [weak self] in self?.thumbnailsChanged() }
        canvas.accessibleTable = self
        canvas.onDraw = { [weak self] in self?.draw(with: $0) }
        canvas.onKey = { [weak self] in self?.handle($0) ?? false }
        canvas.onPress = { [weak self] in self?.press($0) }
        canvas.onResize = { [weak self] in self?.want() }
        canvas.onStyleChange = { [weak self] in self?.canvas.redraw() }
        canvas.onFocusChange = { [weak self] in
            guard let self else { return }
            canvas.redraw()
            if canvas.hasFocus { onFocus?() }
        }
        canvas.onDestroy { [weak self] in self?.isGone = true }
        attach(self, to: canvas, key: "kiroku-card-picture")
    }

    /// Shows the picture with this name, or, if the name is empty, a place for a picture.
    func show(_ name: String, isEditable: Bool) {
        guard !isGone, name != self.name || isEditable != self.isEditable else { return }
        self.name = name
        self.isEditable = isEditable
        want()
        canvas.accessibleDataChanged()
        canvas.redraw()
    }

    func acceptDrops(_ body: @escaping @MainActor ([String]) -> Void) {
        canvas.acceptFileDrops { [weak self] _, _ in
            guard let self, isEditable else { return false }
            markDrop(true)
            return true
        } onLeave: { [weak self] in
            self?.markDrop(false)
        } onDrop: { uris, _, _ in
            body(uris)
        }
    }

    private func markDrop(_ isMarked: Bool) {
        guard !isGone, isDropPlace != isMarked else { return }
        isDropPlace = isMarked
        canvas.redraw()
    }

    private func want() {
        guard !isGone else { return }
        let side = Int(max(Self.height, canvas.width)) * canvas.scaleFactor
        thumbnails.want(name.isEmpty ? [] : [name], side: side)
    }

    private func thumbnailsChanged() {
        guard !isGone else { return }
        want()
        canvas.accessibleDataChanged()
        canvas.redraw()
    }

    private func handle(_ key: KeyEvent) -> Bool {
        if key.modifiers.isEmpty, key.key == .enter || key.key == .space, let onActivate {
            onActivate()
            return true
        }
        return onKey?(key) ?? false
    }

    private func press(_ event: PointerEvent) {
        canvas.grabFocus()
        if event.button == 1, event.clicks == 2 { onActivate?() }
    }

    private func draw(with painter: Painter) {
        let colors = TileColors(of: canvas)
        let whole = Rectangle(x: 0, y: 0, width: canvas.width, height: canvas.height)
        let inner = whole.inset(x: 4, y: 4)
        if name.isEmpty {
            drawSign(isBroken: false, hint, colors.grid.muted, in: inner, painter)
        } else {
            switch thumbnails.state(of: name) {
            case .image(let image): painter.image(image, in: image.rectangle(in: inner, scale: canvas.scaleFactor))
            case .waiting: break
            case .broken(.onServer):
                drawSign(isBroken: false, DecodeFailure.onServer.message, colors.grid.muted, in: inner, painter)
            case .broken(let failure):
                drawSign(isBroken: true, failure.cellMessage, colors.error, in: inner, painter)
            }
        }
        painter.stroke(whole, colors.grid.line)
        if isDropPlace { painter.fill(whole, colors.grid.selection.withAlpha(0.25)) }
        if isDropPlace || canvas.hasFocus { painter.stroke(whole, colors.grid.cursor, width: 2) }
    }

    private func drawSign(
        isBroken: Bool, _ text: String, _ color: Color, in place: Rectangle, _ painter: Painter
    ) {
        let line = 26.0
        let picture = Rectangle(x: place.x, y: place.y, width: place.width, height: place.height - line)
        PictureSign.draw(in: picture, size: 72, isBroken: isBroken, color, painter)
        let below = Rectangle(x: place.x, y: place.y + place.height - line, width: place.width, height: line)
        painter.text(text, in: below, color, alignment: .center)
    }

    private var hint: String {
        isEditable ? localized("Press Enter, or drop a picture here.") : localized("No picture")
    }

    private var text: String {
        name.isEmpty ? hint : thumbnails.failure(of: name)?.cellMessage ?? name
    }
}

/// The cell describes the picture.
extension CardPicture: SingleCellTable {
    func columnTitle(_ column: Int) -> String { title }

    func cell(at index: CellIndex) -> AccessibleCell {
        let failure = name.isEmpty ? nil : thumbnails.failure(of: name)
        let isBroken = failure != nil && failure != .onServer
        return AccessibleCell(
            text: text, description: localized("picture"), kind: .text, isInvalid: isBroken, isEditable: isEditable)
    }

    func focus(_ index: CellIndex) { canvas.grabFocus() }
    func activate(_ index: CellIndex) { onActivate?() }
}
