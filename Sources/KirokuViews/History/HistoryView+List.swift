import Geometry
import GtkKit
import KirokuCore

/// The entries, as the list draws them and tells them to screen readers, and what can be done with them there.
extension HistoryView {
    func build() {
        list.tile = { [weak self] index in
            guard let self, entries.indices.contains(index) else { return TileView.Tile(name: "") }
            let lines = HistoryLines(entries[index], in: model.table)
            return TileView.Tile(
                name: [lines.title, lines.change].filter { !$0.isEmpty }.joined(separator: ": "),
                detail: [lines.who, lines.when].filter { !$0.isEmpty }.joined(separator: ", "))
        }
        list.onDrawTile = { [weak self] index, place, colors, painter in
            guard let self, entries.indices.contains(index) else { return }
            draw(HistoryLines(entries[index], in: model.table), place, colors, painter)
        }
        list.onMeasure = { [weak self] text in self?.list.layout.tileHeight = (3 * text.lineHeight + 14).rounded() }
        list.onSightChange = { [weak self] in
            guard let self, list.layout.around.upperBound >= entries.count else { return }
            readOn()
        }
        list.onChoose = { [weak self] _ in self?.say() }
        list.menu = { [weak self] index in
            guard let self, entries.indices.contains(index) else { return [] }
            let entry = entries[index]
            let taking = parts(of: entry).map { item in
                ContextMenuItem(item.caption, isEnabled: entry.isKept, unless: self.model.refusal?.reason) {
                    [weak self] in self?.onRevert?(entry.step, item.part)
                }
            }
            let past = ContextMenuItem(localized("Show the Table as It _Was…"), isEnabled: hasPast(entry)) {
                [weak self] in self?.onShowPast?(entry)
            }
            return taking + [past]
        }
        list.canvas.onKey = { [weak self] key in
            guard let self else { return false }
            if key.key == .escape, key.modifiers.isEmpty, let onClose {
                onClose()
                return true
            }
            return list.handle(key)
        }
        list.canvas.setLeastSize(width: 160, height: 120)
        list.measure()
        say()
    }

    private func draw(_ lines: HistoryLines, _ place: Rectangle, _ colors: TileColors, _ painter: Painter) {
        let isLeftwards = list.layout.isLeftwards
        let height = ((place.height - 14) / 3).rounded(.down)
        var line = place.inset(x: 8, y: 7)
        line.height = height
        let (start, end): (Alignment, Alignment) = isLeftwards ? (.end, .start) : (.start, .end)
        painter.text(lines.title, in: line, colors.grid.text, alignment: start, style: .bold)
        line.y += height
        painter.text(lines.change, in: line, colors.grid.text, alignment: start)
        line.y += height
        var half = line
        half.width = line.width / 2 - 4
        if isLeftwards { half.x += line.width / 2 + 4 }
        painter.text(lines.who, in: half, colors.grid.muted, alignment: start)
        half.x = isLeftwards ? line.x : line.x + line.width / 2 + 4
        painter.text(lines.when, in: half, colors.grid.muted, alignment: end)
        var border = place
        border.y += place.height - 1
        border.height = 1
        painter.fill(border, colors.grid.line)
    }
}
