import GtkKit
import KirokuCore

/// Looking at some records while the others are loaded.
///
/// The keys and the pointer move the cursor and select. All else would be about a part of the records that nobody has
/// chosen, so it waits until they are all there.
extension RecordGrid {
    /// Has the fonts read that the first grid will need, so that it comes into sight with less of a pause.
    ///
    /// - Parameter widget: looks as the grid will, and is in a window.
    public static func prepareFonts(of widget: some Widget) {
        GridFonts(of: widget).prepare()
    }

    /// Says over the lower edge that records are being loaded, until they are there.
    ///
    /// - Parameters:
    ///   - text: what is under way.
    ///   - cancel: is called when the user wants it to stop.
    public func showLoading(_ text: String, cancel: @escaping () -> Void) {
        guard !isGone, document.isLoading else { return }
        onLoadingCancel = cancel
        workStrip.begin(text)
        placeEditors()
    }

    /// How far the loading has come, from 0 to 1.
    public var loadingFraction: Double {
        get { workStrip.fraction }
        set { if !isGone, document.isLoading { workStrip.fraction = newValue } }
    }

    /// Others may have come before the records that were there: has these where they were on the screen.
    ///
    /// - Parameter widths: of the columns, as they were in sight.
    func keepSight(_ widths: [Double]) {
        let row = firstLoaded.flatMap { document.table.index(of: $0) } ?? rowsBefore
        rowsBefore = 0
        firstLoaded = nil
        guard row > 0 else { return }
        if widths.count == layout.columnWidths.count {
            layout.columnWidths = widths
            updateLayout()
        }
        scroll(x: layout.scrollX, y: layout.scrollY + Double(row) * layout.rowHeight)
    }

    /// All records are there: what has waited for them begins.
    func finishLoading() {
        awaitsRecords = false
        onLoadingCancel = nil
        workStrip.end()
        if !document.sortRules.isEmpty { sort(by: document.sortRules) }
    }

    /// Keys that do not change anything and do not depend on the records that are missing.
    func handleWhileLoading(_ key: KeyEvent) -> Bool {
        if key.key == .tab, key.modifiers.contains(.control) {
            canvas.passFocus(forward: !key.modifiers.contains(.shift))
        } else if let step = step(for: key) {
            let extends = key.modifiers.contains(.shift) && key.key != .tab && key.key != .enter
            let isFilled = fillTest(for: step)
            moveCursor { $0.move(step, extending: extends, in: size, isFilled: isFilled) }
        } else if isForCells(key) {
            tell(.loading)
        } else {
            return false
        }
        return true
    }

    func pressWhileLoading(_ event: PointerEvent) {
        switch layout.hit(x: event.x, y: event.y) {
        case .cell(let row, let field) where event.button == 1 && event.clicks == 1:
            drag = .selecting
            let extends = event.modifiers.contains(.shift)
            moveCursor { $0.go(to: GridCell(row: row, field: field), extending: extends, in: size) }
        case .gutter(let row) where event.button == 1:
            drag = .selectingRecords
            let extends = event.modifiers.contains(.shift)
            moveCursor { $0.selectRecords(to: row, extending: extends, in: size) }
        case .outside: break
        default: tell(.loading)
        }
    }

    /// Whether the key would do something with cells; what the window does with others is its own affair.
    private func isForCells(_ key: KeyEvent) -> Bool {
        switch key.key {
        case .delete, .backspace, .space, .menu, .function(2): true
        case .function(10): key.modifiers == .shift
        case .character(let character) where key.modifiers == .control: "acvxd';".contains(character)
        case .down, .left, .right: key.modifiers.contains(.alt)
        default: key.isTyping
        }
    }
}
