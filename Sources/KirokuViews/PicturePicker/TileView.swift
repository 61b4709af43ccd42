import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// A list of tiles to choose one from; the view draws only visible tiles, so there may be any number.
@MainActor
final class TileView {
    /// The description of a tile.
    struct Tile {
        var name: String
        /// Further details, such as what is wrong.
        var detail = ""
        var isBroken = false
    }

    let widget: Grid
    let canvas: Canvas
    var layout = TileLayout()
    /// The index of the chosen tile.
    private(set) var chosen: Int?
    /// The text to show when there are no tiles.
    var hint = "" { didSet { canvas.redraw() } }
    /// The title of the only column, for screen readers.
    let title: String
    var tile: (Int) -> Tile = { _ in Tile(name: "") }
    var onDrawTile: ((Int, Rectangle, TileColors, Painter) -> Void)?
    /// Called when the user chooses a tile.
    var onChoose: ((Int) -> Void)?
    /// Called when the user has clicked a tile, after it was chosen.
    var onClick: (() -> Void)?
    /// Called when the user presses Enter on a tile or double-clicks it.
    var onActivate: ((Int) -> Void)?
    /// The items of a tile's menu; the tile is chosen first.
    var menu: ((Int) -> [ContextMenuItem])?
    /// Called when the user presses Delete on a tile.
    var onDelete: ((Int) -> Void)?
    /// Called when the user turns the wheel with Ctrl, or presses Ctrl with + or −: with 1 for larger tiles, −1 for
    /// smaller.
    var onResizeTiles: ((Int) -> Void)?
    /// Called when other tiles become visible, or the tiles change their size.
    var onSightChange: (() -> Void)?
    /// Called when sizes that depend on the font or on the width of the view must be set again.
    var onMeasure: ((TextMeasure) -> Void)?
    private(set) var isGone = false
    private let bar = verticalScrollBar()
    /// The tile that the pointer was pressed on.
    private var pressed: Int?
    private var typed = (text: "", time: AppClock.shared.now)

    init(name: String) {
        title = name
        canvas = Canvas(name: name)
        canvas.addStyleClass("view")
        widget = grid()
        canvas.setExpands(horizontally: true, vertically: true)
        widget.attach(canvas, column: 0, row: 0)
        widget.attach(bar, column: 1, row: 0)
        bar.setShownExplicitly()
        connect()
        attach(self, to: widget, key: "kiroku-tile-view")
    }

    /// Measures the font; call this once, after setting everything.
    func measure() {
        onMeasure?(TextMeasure(of: canvas))
        updateLayout()
    }

    /// Shows this many tiles, which may be different ones.
    ///
    /// - Parameters:
    ///   - count: the number of tiles.
    ///   - chosen: the index of the chosen tile.
    ///   - isSameList: whether the scroll position stays.
    func show(_ count: Int, chosen: Int?, isSameList: Bool) {
        guard !isGone else { return }
        layout.count = count
        self.chosen = chosen
        updateLayout()
        if !isSameList { scroll(to: 0) }
        canvas.accessibleModelChanged()
        canvas.redraw()
        onSightChange?()
    }

    /// Chooses a tile without calling ``onChoose``.
    func choose(_ index: Int?) {
        guard !isGone, index != chosen else { return }
        chosen = index
        if let index { scroll(to: layout.scrollOffset(showing: index)) }
        canvas.redraw()
        canvas.accessibleFocusChanged()
    }

    /// Brings a tile into sight without choosing it.
    func scrollIntoView(_ index: Int?) {
        if !isGone, let index { scroll(to: layout.scrollOffset(showing: index)) }
    }

    // MARK: Keys

    func handle(_ key: KeyEvent) -> Bool {
        if let step = step(of: key) {
            typed.text = ""
            return layout.index(step, from: chosen).map(chooseByUser) != nil || layout.count == 0
        }
        if key.modifiers.contains(.control), let onResizeTiles {
            switch key.key {
            case .character("+"), .character("="): onResizeTiles(1)
            case .character("-"): onResizeTiles(-1)
            default: return false
            }
            return true
        }
        guard key.modifiers.isDisjoint(with: [.control, .alt, .super]) else { return false }
        switch key.key {
        case .menu: return showMenu()
        case .function(10) where key.modifiers == .shift: return showMenu()
        case .delete:
            guard let chosen, let onDelete else { return false }
            onDelete(chosen)
            return true
        case .enter:
            guard let chosen else { return false }
            onActivate?(chosen)
            return onActivate != nil
        case .character(let character): return typeAhead(character)
        case .space where !typed.text.isEmpty: return typeAhead(" ")
        default: return false
        }
    }

    private func step(of key: KeyEvent) -> TileStep? {
        guard key.modifiers.isEmpty else { return nil }
        return switch key.key {
        case .left: canvas.readsLeftwards ? .next : .previous
        case .right: canvas.readsLeftwards ? .previous : .next
        case .up: .up
        case .down: .down
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        case .home: .first
        case .end: .last
        default: nil
        }
    }

    /// Characters typed within a second of the last one continue the text.
    private func typeAhead(_ character: Character) -> Bool {
        let now = AppClock.shared.now
        let isGoingOn = abs(now.timeIntervalSince(typed.time)) < 1
        typed = ((isGoingOn ? typed.text : "") + String(character), now)
        let names = (0..<layout.count).lazy.map { [tile] in tile($0).name }
        if let index = TypeAhead.match(typed.text, in: names, from: chosen) { chooseByUser(index) }
        return true
    }

    private func chooseByUser(_ index: Int) {
        let isNew = index != chosen
        choose(index)
        if isNew { onChoose?(index) }
    }

    // MARK: Events

    private func connect() {
        canvas.accessibleTable = self
        canvas.onDraw = { [weak self] in self?.draw(with: $0) }
        canvas.onKey = { [weak self] in self?.handle($0) ?? false }
        canvas.onPress = { [weak self] in self?.press($0) }
        canvas.onRelease = { [weak self] in self?.release($0) }
        canvas.onResize = { [weak self] in self?.updateLayout() }
        canvas.onFocusChange = { [weak self] in self?.canvas.redraw() }
        canvas.onStyleChange = { [weak self] in
            self?.measure()
            self?.canvas.redraw()
        }
        canvas.onScroll = { [weak self] _, y in
            guard let self else { return }
            if canvas.isScrolledWithControl, let onResizeTiles { return onResizeTiles(y < 0 ? 1 : -1) }
            scroll(to: layout.scrollY + y * max(60, layout.tileHeight / 2))
        }
        bar.onScroll { [weak self] in self?.takeOffset() }
        widget.onDestroy { [weak self] in self?.isGone = true }
    }

    private func press(_ event: PointerEvent) {
        canvas.grabFocus()
        guard let index = layout.index(atX: event.x, y: event.y) else { return }
        if event.button == 3 {
            chooseByUser(index)
            showMenu(at: Rectangle(x: event.x, y: event.y, width: 1, height: 1))
        }
        guard event.button == 1 else { return }
        if event.clicks == 2 { onActivate?(index) } else if event.clicks == 1 { chooseByUser(index) }
        pressed = event.clicks == 1 ? index : nil
    }

    private func release(_ event: PointerEvent) {
        defer { pressed = nil }
        guard let pressed, event.button == 1, layout.index(atX: event.x, y: event.y) == pressed else { return }
        onClick?()
    }

    /// Opens the menu of the chosen tile; returns false if there is none.
    @discardableResult
    private func showMenu(at place: Rectangle? = nil) -> Bool {
        guard let chosen, let items = menu?(chosen), !items.isEmpty else { return false }
        canvas.showMenu(items, below: place ?? layout.rectangle(of: chosen), isForKeyboard: place == nil)
        return true
    }

    private func draw(with painter: Painter) {
        let colors = TileColors(of: canvas)
        defer { painter.fill(Rectangle(x: 0, y: 0, width: canvas.width, height: 1), colors.grid.line) }
        guard layout.count > 0 else {
            let line = Rectangle(x: 6, y: 8, width: max(0, canvas.width - 12), height: 30)
            return painter.text(hint, in: line, colors.grid.muted, alignment: .center)
        }
        for index in layout.visible {
            let place = layout.rectangle(of: index)
            if index == chosen { painter.fill(place.inset(x: 1, y: 1), colors.chosen(canvas.hasFocus)) }
            onDrawTile?(index, place, colors, painter)
            if index == chosen, canvas.hasFocus {
                painter.stroke(place.inset(x: 1, y: 1), colors.grid.cursor, width: 2)
            }
        }
        if chosen == nil, canvas.hasFocus {
            let whole = Rectangle(x: 0, y: 0, width: canvas.width, height: canvas.height)
            painter.stroke(whole.inset(x: 1, y: 1), colors.grid.cursor, width: 2)
        }
    }

    // MARK: Scrolling

    private func scroll(to offset: Double) {
        bar.offset = offset
        takeOffset()
    }

    private func takeOffset() {
        guard layout.scrollY != bar.offset else { return }
        layout.scrollY = bar.offset
        canvas.redraw()
        onSightChange?()
    }

    func updateLayout() {
        let before = layout
        layout.viewWidth = canvas.width
        layout.viewHeight = canvas.height
        layout.isLeftwards = canvas.readsLeftwards
        if layout.viewWidth != before.viewWidth { onMeasure?(TextMeasure(of: canvas)) }
        bar.setExtent(whole: layout.contentHeight, visible: layout.viewHeight, step: layout.tileHeight)
        if let chosen, layout.columns != before.columns { bar.offset = layout.scrollOffset(showing: chosen) }
        layout.scrollY = bar.offset
        if layout != before { onSightChange?() }
        let isResized = before.viewHeight != layout.viewHeight
        // GTK ignores widgets that are shown or hidden during layout.
        MainLoop.whenIdle { [weak self] in
            guard let self, !isGone else { return }
            bar.isVisible = layout.contentHeight > layout.viewHeight
            if isResized { bar.layOutAgain() }
        }
    }
}

/// The colours of tiles.
@MainActor
struct TileColors {
    let grid: GridColors
    let error: Color
    private let selected: Color
    private let unselected: Color

    init(of canvas: Canvas) {
        let theme = Theme(of: canvas)
        grid = GridColors(theme)
        error = theme.color(.error)
        selected = theme.color(.selected)
        unselected = theme.color(.unselected)
    }

    /// The colour of a tile's name.
    func name(isChosen: Bool) -> Color { isChosen ? selected : unselected }

    /// The background of the chosen tile; paler without the focus.
    func chosen(_ hasFocus: Bool) -> Color { grid.selection.withAlpha(hasFocus ? 0.3 : 0.18) }
}
