import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// The part of a grid that is in sight: the canvas and what lies over it, the scroll bars, and where everything is.
@MainActor
final class GridViewport {
    /// To be put into a window.
    let widget = grid()
    let canvas: Canvas
    /// Where everything is now.
    private(set) var layout = GridLayout()
    /// Whether the widgets were destroyed while the grid is still referenced; it does nothing then.
    private(set) var isGone = false
    /// Whether something lies over the cells that scrolls with them.
    var hasOpenEntry: (() -> Bool)?
    /// Called when the fonts have changed.
    var onFontChange: (() -> Void)?
    /// Called when the widgets are taken down.
    var onDestroy: (() -> Void)?
    private let rows: GridRows
    private let surface: Overlay
    private let verticalBar = verticalScrollBar()
    private let horizontalBar = horizontalScrollBar()
    /// The fonts that the layout was made for.
    private var looks: [Double] = []

    /// - Parameters:
    ///   - rows: what there is to see.
    ///   - name: how screen readers and tests know the grid.
    init(of rows: GridRows, name: String) {
        self.rows = rows
        canvas = Canvas(name: name)
        canvas.addStyleClass("view")
        surface = overlay(canvas)
        surface.setExpands(horizontally: true, vertically: true)
        widget.attach(surface, column: 0, row: 0)
        widget.attach(verticalBar, column: 1, row: 0)
        widget.attach(horizontalBar, column: 0, row: 1)
        for bar in [verticalBar, horizontalBar] {
            bar.setShownOnlyByItself()
            bar.onScroll { [weak self] in self?.takeScrollOffsets() }
        }
        widget.onDestroy { [weak self] in
            self?.isGone = true
            self?.onDestroy?()
        }
        canvas.onFocusChange = { [weak self] in self?.redraw() }
        canvas.onStyleChange = { [weak self] in self?.styleChanged() }
        canvas.onScroll = { [weak self] x, y in
            guard let self else { return }
            scroll(x: layout.scrollX + x * 60, y: layout.scrollY + y * 3 * layout.rowHeight)
        }
    }

    func redraw() { canvas.redraw() }

    // MARK: Over the cells

    /// Lays a widget over the cells.
    ///
    /// - Parameter place: where, in the canvas's pixels; `nil` as long as it is hidden.
    func lay(_ widget: some Widget, at place: @escaping @MainActor (GridLayout) -> Rectangle?) {
        surface.add(widget) { [weak self] in
            self.flatMap { place($0.layout) } ?? Rectangle(x: 0, y: 0, width: 1, height: 1)
        }
    }

    /// Has what lies over the cells laid out where these are now.
    func placeOverlays() { surface.placesChanged() }

    /// Where the progress lies: over the lower edge.
    var stripPlace: Rectangle? {
        guard rows.strip.isActive else { return nil }
        let height = min(48, layout.viewHeight)
        return Rectangle(x: 0, y: layout.viewHeight - height, width: max(1, layout.viewWidth), height: max(1, height))
    }

    // MARK: Scrolling

    func scroll(x: Double, y: Double) {
        horizontalBar.offset = x
        verticalBar.offset = y
        takeScrollOffsets()
    }

    /// Scrolls so far that a cell is in sight as a whole.
    func reveal(_ cell: CellIndex) {
        let offsets = layout.scrollOffsets(showing: cell.row, field: cell.column)
        scroll(x: offsets.x, y: offsets.y)
    }

    private func takeScrollOffsets() {
        guard layout.scrollX != horizontalBar.offset || layout.scrollY != verticalBar.offset else { return }
        layout.scrollX = horizontalBar.offset
        layout.scrollY = verticalBar.offset
        redraw()
        if hasOpenEntry?() == true { placeOverlays() }
    }

    // MARK: Layout

    /// Lays everything out again, after a change of fields, records, font or window size.
    func update() {
        layout.rowCount = rows.view.count
        layout.hasAddRow = !rows.model.isReadOnly
        layout.gutterWidth = gutterWidth
        layout.viewWidth = canvas.width
        layout.viewHeight = canvas.height
        verticalBar.setExtent(whole: layout.contentHeight, visible: layout.bodyHeight, step: layout.rowHeight)
        horizontalBar.setExtent(whole: layout.contentWidth, visible: layout.bodyWidth, step: 40)
        takeScrollOffsets()
        // GTK takes no notice of what comes or goes while it lays out.
        MainLoop.whenIdle { [weak self] in
            guard let self, !isGone else { return }
            verticalBar.isVisible = layout.contentHeight > layout.bodyHeight
            horizontalBar.isVisible = layout.contentWidth > layout.bodyWidth
        }
    }

    /// Lays everything out again with sizes from the font, and the columns' widths from `widths`.
    func measure(_ widths: (GridFonts) -> [Double]) {
        let fonts = GridFonts(of: canvas)
        looks = fonts.looks
        layout.rowHeight = (fonts.text.lineHeight + 10).rounded()
        layout.headerHeight = (fonts.name.lineHeight + fonts.type.lineHeight + 10).rounded()
        setColumnWidths(widths(fonts))
    }

    func setColumnWidths(_ widths: [Double]) {
        layout.columnWidths = widths
        update()
    }

    func setColumnWidth(_ width: Double, of field: Int) {
        layout.columnWidths[field] = width
        update()
        redraw()
    }

    /// How many times as large as the theme's the text is, with rows and columns in proportion; 1 at first.
    var textScale: Double {
        get { layout.textScale }
        set {
            guard newValue != layout.textScale, newValue.isFinite, newValue > 0 else { return }
            layout.textScale = newValue
            widget.setTextScale(newValue)
        }
    }

    private var gutterWidth: Double {
        let widest = String(repeating: "0", count: max(2, localizedNumber(rows.model.likelyCount).count))
        return (TextMeasure(of: canvas).width(of: widest) + 20).rounded()
    }

    /// Much of the style can change, such as what can be clicked, while the fonts stay.
    private func styleChanged() {
        if GridFonts(of: canvas).looks != looks { onFontChange?() }
        redraw()
    }
}
