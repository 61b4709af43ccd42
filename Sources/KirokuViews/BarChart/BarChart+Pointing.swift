import GtkKit
import KirokuCore

extension BarChart {
    /// Moves along the bars with the arrow keys, Home and End.
    func handle(_ key: KeyEvent) -> Bool {
        guard !values.isEmpty, key.modifiers.isEmpty else { return false }
        let last = values.count - 1
        switch key.key {
        case .left, .up: focusBar(focusedBar.map { max($0 - 1, 0) } ?? last)
        case .right, .down: focusBar(focusedBar.map { min($0 + 1, last) } ?? 0)
        case .home: focusBar(0)
        case .end: focusBar(last)
        default: return false
        }
        return true
    }

    func press(_ event: PointerEvent) {
        canvas.grabFocus()
        if let bar = layout.bar(atX: event.x, y: event.y) { focusBar(bar) }
    }

    /// Shows the full label and value of the bar under the pointer.
    func point(x: Double, y: Double) {
        canvas.setTooltip(layout.bar(atX: x, y: y).map(text(ofBar:)))
    }

    func focusBar(_ bar: Int) {
        guard values.indices.contains(bar), bar != focusedBar else { return }
        focusedBar = bar
        canvas.redraw()
        canvas.accessibleFocusChanged()
    }

    func text(ofBar bar: Int) -> String {
        localized("{label}: {value}", ["label": labels[bar], "value": valueText(values[bar])])
    }
}
