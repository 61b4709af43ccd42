import Geometry
import GtkKit
import KirokuPresentation

extension BarChart {
    func draw(with painter: Painter) {
        let theme = Theme(of: canvas)
        let colors = GridColors(theme)
        guard !values.isEmpty else {
            let whole = Rectangle(x: 0, y: 0, width: canvas.width, height: canvas.height)
            return painter.text(hint, in: whole.inset(x: 8), colors.muted, alignment: .center)
        }
        let layout = layout
        drawAxis(layout, colors, painter)
        for (index, bar) in layout.bars.enumerated() {
            draw(bar, index, layout, bar: theme.color(.bar), colors, painter)
        }
        drawOrigin(layout, colors, painter)
        drawFocus(layout, colors, painter)
    }

    private func drawAxis(_ layout: BarChartLayout, _ colors: GridColors, _ painter: Painter) {
        let scale = scale
        for (tick, value) in zip(layout.ticks, scale.ticks) {
            painter.fill(layout.line(at: tick.position, appearance), colors.line)
            guard let text = tick.text else { continue }
            let alignment: Alignment = appearance == .upright ? .end : .center
            painter.text(scale.text(of: value), in: text, colors.muted, alignment: alignment)
        }
    }

    /// Draws the line at 0, over the ends of the bars.
    private func drawOrigin(_ layout: BarChartLayout, _ colors: GridColors, _ painter: Painter) {
        painter.fill(layout.line(at: layout.origin, appearance), colors.muted)
    }

    private func draw(
        _ bar: BarChartLayout.Bar, _ index: Int, _ layout: BarChartLayout, bar color: Color, _ colors: GridColors,
        _ painter: Painter
    ) {
        painter.fill(bar.rectangle, color)
        if bar.isCutOff { drawCut(through: bar.rectangle, isNegative: values[index] < 0, colors, painter) }
        if let label = bar.label {
            let alignment: Alignment = appearance == .upright ? .center : .end
            painter.text(labels[index], in: label, colors.text, alignment: alignment)
        }
        if let value = bar.value {
            let alignment: Alignment = appearance == .upright ? .center : values[index] < 0 ? .end : .start
            painter.text(valueText(values[index]), in: value, colors.text, alignment: alignment)
        }
    }

    /// Draws a slanted gap near the end of a bar that is longer than the axis, as is usual in charts.
    private func drawCut(
        through bar: Rectangle, isNegative: Bool, _ colors: GridColors, _ painter: Painter
    ) {
        let thickness = 3.0
        if appearance == .upright {
            guard bar.height > 16 else { return }
            let y = isNegative ? bar.y + bar.height - 10 : bar.y + 10
            painter.polyline(
                [(bar.x, y + 3), (bar.x + bar.width, y - 3)], colors.background, width: thickness)
        } else {
            guard bar.width > 16 else { return }
            let x = isNegative ? bar.x + 10 : bar.x + bar.width - 10
            painter.polyline(
                [(x - 3, bar.y + bar.height), (x + 3, bar.y)], colors.background, width: thickness)
        }
    }

    private func drawFocus(_ layout: BarChartLayout, _ colors: GridColors, _ painter: Painter) {
        guard canvas.hasFocus else { return }
        if let focusedBar, layout.bars.indices.contains(focusedBar) {
            let slot = layout.bars[focusedBar].slot
            painter.stroke(slot.inset(x: 1, y: 1), colors.cursor, width: 2)
        } else {
            let whole = Rectangle(x: 0, y: 0, width: canvas.width, height: canvas.height)
            painter.stroke(whole.inset(x: 1, y: 1), colors.cursor, width: 2)
        }
    }
}

extension BarChartLayout {
    /// A line across the plot at this position of the axis, one pixel thick.
    fileprivate func line(at position: Double, _ appearance: BarChartAppearance) -> Rectangle {
        let place = position.rounded()
        return appearance == .upright
            ? Rectangle(x: plot.x, y: place, width: plot.width, height: 1)
            : Rectangle(x: place, y: plot.y, width: 1, height: plot.height)
    }
}
