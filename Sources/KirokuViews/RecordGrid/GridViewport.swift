import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// The visible part of a grid: the canvas, the widgets over it, the scroll bars, and the layout.
@MainActor
final class GridViewport {
    /// The widget to put into a window.
    let widget = grid()
    let canvas: Canvas
    /// The current layout.
    private(set) var layout = GridLayout()
    /// Whether the widgets have been destroyed while the grid is still referenced; it does nothing then.
    private(set) var isGone = false
    /// Whether an entry is open over the cells that scrolls with them.
    var hasOpenEntry: (() -> Bool)?
    /// Returns the row that is shown in full, with its height; `nil` if there is none.
    var wholeRow: ((GridLayout) -> GridLayout.WholeRow?)?
    /// Whether fields can be added after the last header, if the model allows it.
    var offersFields = false
    /// Called when the fonts have changed.
    var onFontChange: (() -> Void)?
    /// Called when the widgets are destroyed.
    var onDestroy: (() -> Void)?
    private let rows: GridRows
    private let surface: Overlay
    private let verticalBar = verticalScrollBar()
    private let horizontalBar = horizontalScrollBar()
    /// The look of the fonts that the layout was made for.
    private var looks: [Double] = []

    /// - Parameters:
    ///   - rows: the rows to show.
    ///   - name: the name of the grid for screen readers and tests.
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
            bar.setShownExplicitly()
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
            scroll(x: layout.scrollX + x * 60, y: layout.scrollY + y * 3 * layout.singleHeight)
        }
    }

    func redraw() { canvas.redraw() }

    // MARK: Over the cells

    /// Lays a widget over the cells.
    ///
    /// - Parameter place: returns the area in the canvas's pixels; `nil` while the widget is hidden.
    func addOverlay(_ widget: some Widget, at place: @escaping @MainActor (GridLayout) -> Rectangle?) {
        surface.add(widget) { [weak self] in
            self.flatMap { place($0.layout) } ?? Rectangle(x: 0, y: 0, width: 1, height: 1)
        }
    }

    /// Updates the places of the widgets over the cells.
    func placeOverlays() { surface.placesChanged() }

    /// The place of the progress, over the lower edge.
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

    /// Scrolls until the whole cell is visible.
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

    /// Updates the layout after fields, records, fonts or the window size have changed.
    func update() {
        let size = (layout.viewWidth, layout.viewHeight)
        layout.rowCount = rows.view.count
        layout.hasAddRow = rows.model.mayAddRecords
        layout.hasAddField = offersFields && rows.model.refusal(of: .defineFields) == nil
        layout.gutterWidth = gutterWidth
        layout.viewWidth = canvas.width
        layout.viewHeight = canvas.height
        layout.fitRest()
        layout.wholeRow = wholeRow?(layout)
        verticalBar.setExtent(whole: layout.contentHeight, visible: layout.bodyHeight, step: layout.singleHeight)
        horizontalBar.setExtent(whole: layout.contentWidth, visible: layout.bodyWidth, step: 40)
        takeScrollOffsets()
        let isResized = size != (layout.viewWidth, layout.viewHeight)
        // GTK ignores widgets that are shown or hidden during layout.
        MainLoop.whenIdle { [weak self] in
            guard let self, !isGone else { return }
            verticalBar.isVisible = layout.contentHeight > layout.bodyHeight
            horizontalBar.isVisible = layout.contentWidth > layout.bodyWidth
            if isResized { for bar in [verticalBar, horizontalBar] { bar.layOutAgain() } }
        }
    }

    /// Updates the layout with sizes from the fonts, and column widths from `widths`.
    ///
    /// - Parameter rest: the column that takes the width that the others leave; `nil` if none does.
    func measure(rest: Int?, _ widths: (GridFonts) -> [Double]) {
        let fonts = GridFonts(of: canvas)
        looks = fonts.looks
        layout.singleHeight = (fonts.text.lineHeight + 10).rounded()
        layout.lineHeight = fonts.text.lineHeight
        layout.rowLines = rows.model.rowLines
        layout.headerHeight = (fonts.name.lineHeight + fonts.type.lineHeight + 10).rounded()
        let widths = widths(fonts)
        layout.rest = rest.map { GridLayout.RestColumn(column: $0, wanted: widths[$0]) }
        setColumnWidths(widths)
    }

    func setColumnWidths(_ widths: [Double]) {
        layout.take(widths)
        update()
    }

    func setColumnWidth(_ width: Double, of field: Int) {
        if layout.rest?.column == field { layout.rest = nil }
        layout.columnWidths[field] = width
        update()
        redraw()
    }

    /// The size of the text relative to the theme's, 1 by default; rows and columns grow with it.
    var textScale: Double {
        get { layout.textScale }
        set {
            guard newValue != layout.textScale, newValue.isFinite, newValue > 0 else { return }
            layout.textScale = newValue
            widget.setTextScale(newValue)
        }
    }

    private var gutterWidth: Double {
        let highest = max(rows.model.likelyCount, rows.annotations?.highestNumber ?? 0)
        let sign = rows.annotations != nil ? "+ " : rows.model.held != nil ? "≈ " : ""
        let widest = sign + String(repeating: "0", count: max(2, localizedNumber(highest).count))
        return (TextMeasure(of: canvas).width(of: widest) + 20).rounded()
    }

    /// Much of the style can change while the fonts stay, for example whether a widget can be clicked.
    private func styleChanged() {
        if GridFonts(of: canvas).looks != looks { onFontChange?() }
        redraw()
    }
}
