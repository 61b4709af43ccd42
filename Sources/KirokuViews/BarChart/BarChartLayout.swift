import Geometry
import GtkKit
import KirokuPresentation

/// The layout of a bar chart in the canvas's pixels: only numbers, so that it can be tested without a display.
struct BarChartLayout: Equatable {
    /// The widths of a chart's texts.
    struct Widths: Equatable {
        /// One for each bar.
        var labels: [Double]
        /// One for each bar.
        var values: [Double]
        /// One for each tick.
        var ticks: [Double]
    }

    /// A line across the chart and its number.
    struct Tick: Equatable {
        /// The position along the axis.
        let position: Double
        /// The area of its number; `nil` if it would overlap another one.
        let text: Rectangle?
    }

    /// One of the bars.
    struct Bar: Equatable {
        /// The bar itself; without height or width if the value is 0.
        let rectangle: Rectangle
        /// The whole slot of the bar, from edge to edge, which clicks hit.
        let slot: Rectangle
        /// The area of the label; `nil` if there is no room.
        let label: Rectangle?
        /// The area of the value; `nil` if there is no room.
        let value: Rectangle?
        /// Whether the bar ends beyond the axis and is therefore cut off.
        let isCutOff: Bool
    }

    /// The area of the bars.
    let plot: Rectangle
    let bars: [Bar]
    let ticks: [Tick]
    /// The position along the axis at which the bars start.
    let origin: Double

    private static let gap = 6.0
    /// The share of its slot that a bar fills.
    private static let share = 0.7
    private static let thickest = 72.0
    /// The minimum useful width of a label that is cut off; with less room, only every second label, say, is shown.
    private static let leastLabel = 44.0

    init(
        width: Double, height: Double, lineHeight: Double, appearance: BarChartAppearance, scale: AxisScale,
        values: [Double], widths: Widths
    ) {
        self =
            appearance == .upright
            ? .upright(width, height, lineHeight, scale, values, widths)
            : .lying(width, height, lineHeight, scale, values, widths)
    }

    private init(plot: Rectangle, bars: [Bar], ticks: [Tick], origin: Double) {
        self.plot = plot
        self.bars = bars
        self.ticks = ticks
        self.origin = origin
    }

    /// The index of the bar with this point in its slot.
    func bar(atX x: Double, y: Double) -> Int? {
        bars.firstIndex { $0.slot.contains(x: x, y: y) }
    }

    // MARK: Upright bars

    private static func upright(
        _ width: Double, _ height: Double, _ lineHeight: Double, _ scale: AxisScale, _ values: [Double],
        _ widths: Widths
    ) -> BarChartLayout {
        let left = (widths.ticks.max() ?? 0) + 2 * gap
        let slotWidth = values.isEmpty ? 0 : max(0, width - left - gap) / Double(values.count)
        let showsValues = (widths.values.max() ?? 0) + 2 <= slotWidth
        // Values are above their bars, but below negative bars.
        let top = gap / 2 + (showsValues ? lineHeight : lineHeight / 2)
        let below = showsValues && values.contains { $0 < 0 } ? lineHeight : 0
        let bottom = lineHeight + gap + below
        let plot = Rectangle(
            x: left, y: top, width: max(0, width - left - gap), height: max(0, height - top - bottom))
        func y(_ value: Double) -> Double { plot.y + plot.height * (1 - scale.fraction(of: value)) }
        let origin = y(0)
        let every = labelInterval(slot: slotWidth, widest: widths.labels.max() ?? 0, count: values.count)
        let first = min((every - 1) / 2, max(values.count - 1, 0))
        let bars = values.indices.map { index -> Bar in
            let slot = Rectangle(x: plot.x + Double(index) * slotWidth, y: 0, width: slotWidth, height: height)
            let thickness = barThickness(slotWidth)
            let end = y(values[index])
            let rectangle = Rectangle(
                x: slot.x + (slotWidth - thickness) / 2, y: min(origin, end), width: thickness,
                height: abs(end - origin))
            let valueTop = values[index] < 0 ? end : end - lineHeight
            let labelWidth = slotWidth * Double(every) - 2
            let label = Rectangle(
                x: slot.x + (slotWidth - labelWidth) / 2, y: height - lineHeight - gap / 2, width: labelWidth,
                height: lineHeight)
            return Bar(
                rectangle: rectangle, slot: slot,
                label: index % every == first ? label.kept(within: width) : nil,
                value: showsValues
                    ? Rectangle(x: slot.x, y: valueTop, width: slotWidth, height: lineHeight) : nil,
                isCutOff: scale.isBeyond(values[index]))
        }
        var free = Double.infinity
        let ticks = scale.ticks.map { tick -> Tick in
            let position = y(tick)
            let text = Rectangle(x: gap / 2, y: position - lineHeight / 2, width: left - gap * 1.5, height: lineHeight)
            guard position + lineHeight / 2 <= free else { return Tick(position: position, text: nil) }
            free = position - lineHeight / 2
            return Tick(position: position, text: text)
        }
        return BarChartLayout(plot: plot, bars: bars, ticks: ticks, origin: origin)
    }

    // MARK: Lying bars

    private static func lying(
        _ width: Double, _ height: Double, _ lineHeight: Double, _ scale: AxisScale, _ values: [Double],
        _ widths: Widths
    ) -> BarChartLayout {
        let labels = min(widths.labels.max() ?? 0, (width * 0.4).rounded(.down))
        let widestValue = (widths.values.max() ?? 0) + gap
        // Values are after the ends of their bars, but before negative bars.
        let before = values.contains { $0 < 0 } ? widestValue : 0
        let behind = values.contains { $0 > 0 } || before == 0 ? widestValue : gap
        let left = labels + 2 * gap + before
        let bottom = lineHeight + gap
        let plot = Rectangle(
            x: left, y: gap, width: max(0, width - left - behind), height: max(0, height - bottom - gap))
        func x(_ value: Double) -> Double { plot.x + plot.width * scale.fraction(of: value) }
        let origin = x(0)
        let slotHeight = values.isEmpty ? 0 : plot.height / Double(values.count)
        let every = slotHeight > 0 ? max(1, Int((lineHeight / slotHeight).rounded(.up))) : max(1, values.count)
        let bars = values.indices.map { index -> Bar in
            let slot = Rectangle(x: 0, y: plot.y + Double(index) * slotHeight, width: width, height: slotHeight)
            let thickness = barThickness(slotHeight)
            let end = x(values[index])
            let rectangle = Rectangle(
                x: min(origin, end), y: slot.y + (slotHeight - thickness) / 2, width: abs(end - origin),
                height: thickness)
            let line = Rectangle(
                x: gap, y: slot.y + (slotHeight - lineHeight) / 2, width: labels, height: lineHeight)
            let isShown = index.isMultiple(of: every)
            let valueX = values[index] < 0 ? end - widestValue : end + gap / 2
            return Bar(
                rectangle: rectangle, slot: slot, label: isShown ? line : nil,
                value: isShown
                    ? Rectangle(x: valueX, y: line.y, width: widestValue - gap / 2, height: lineHeight) : nil,
                isCutOff: scale.isBeyond(values[index]))
        }
        var free = 0.0
        let ticks = zip(scale.ticks, widths.ticks).map { tick, textWidth -> Tick in
            let position = x(tick)
            let text = Rectangle(
                x: position - textWidth / 2, y: height - lineHeight - gap / 2, width: textWidth, height: lineHeight)
            guard text.x >= free, text.x + text.width <= width else { return Tick(position: position, text: nil) }
            free = text.x + text.width + gap
            return Tick(position: position, text: text)
        }
        return BarChartLayout(plot: plot, bars: bars, ticks: ticks, origin: origin)
    }

    /// The n for which every n-th label is shown: complete, unless that would leave only one.
    private static func labelInterval(slot: Double, widest: Double, count: Int) -> Int {
        guard slot > 0 else { return 1 }
        func interval(_ width: Double) -> Int { max(1, Int((width / slot).rounded(.up))) }
        let whole = interval(widest + 2)
        return 2 * whole <= max(count, 2) ? whole : interval(min(widest + 2, leastLabel))
    }

    private static func barThickness(_ slot: Double) -> Double {
        min(max(slot * share, min(1, slot)), thickest)
    }
}

extension AxisScale {
    fileprivate func isBeyond(_ value: Double) -> Bool { value < lower || value > upper }
}

extension Rectangle {
    /// The part within the chart's width; `nil` if that is less than half of the rectangle.
    fileprivate func kept(within width: Double) -> Rectangle? {
        let part = intersection(Rectangle(x: 0, y: y, width: width, height: height))
        return part.flatMap { $0.width * 2 > self.width ? $0 : nil }
    }
}
