import GtkKit
import KirokuCore
import KirokuPresentation

/// Values as bars with labels, over an axis with numbers that are easy to read.
///
/// ```swift
/// let chart = BarChart(name: "Visitors")
/// try chart.setBars(labels: ["Mon", "Tue", "Wed"], values: [12, 30, 21])
/// try chart.setAppearance(2)
/// ```
///
/// The bars can be walked through with the arrow keys, and are read by a screen reader as a table of labels and values.
/// A call that is refused throws, is reported for the developer, and changes nothing.
@MainActor
public final class BarChart {
    /// To be put into a window.
    public let canvas: Canvas
    /// Shown instead of bars if there are none.
    public var hint = localized("There is nothing to show.") { didSet { update() } }
    /// How a bar's value is written; at first in its shortest form.
    public var valueText: @MainActor (Double) -> String = { localizedNumber($0) } { didSet { update() } }

    /// The labels of the bars, in their order.
    public private(set) var labels: [String] = []
    /// The values of the bars, in their order.
    public private(set) var values: [Double] = []
    /// What the axis shows; `nil` while it follows from the values.
    public private(set) var range: ClosedRange<Double>?
    /// How the bars are drawn.
    public private(set) var appearance = BarChartAppearance.upright
    /// The bar that the arrow keys have gone to.
    public internal(set) var focusedBar: Int?

    private var madeLayout: BarChartLayout?
    /// Whether the canvas was destroyed while the chart is still referenced; nothing is drawn then.
    private var isGone = false

    /// A chart without bars.
    ///
    /// - Parameter name: how screen readers and tests know it.
    public init(name: String) {
        canvas = Canvas(name: name)
        canvas.addStyleClass("view")
        canvas.accessibleTable = self
        canvas.onDraw = { [weak self] painter in self?.draw(with: painter) }
        canvas.onResize = { [weak self] in self?.madeLayout = nil }
        canvas.onStyleChange = { [weak self] in self?.update() }
        canvas.onFocusChange = { [weak self] in self?.canvas.redraw() }
        canvas.onKey = { [weak self] key in self?.handle(key) ?? false }
        canvas.onPress = { [weak self] event in self?.press(event) }
        canvas.onDestroy { [weak self] in self?.isGone = true }
        canvas.onMotion = { [weak self] event in self?.point(x: event.x, y: event.y) }
        attach(self, to: canvas, key: "kiroku-bar-chart")
    }

    // MARK: Setting it

    /// Shows these bars in place of the others.
    ///
    /// - Throws: ``BarChartError/countsDiffer(labels:values:)``, ``BarChartError/valueNotFinite(index:)``.
    public func setBars(labels: [String], values: [Double]) throws(BarChartError) {
        guard labels.count == values.count else {
            throw reported("KRK_BC_SB", .countsDiffer(labels: labels.count, values: values.count))
        }
        if let index = values.firstIndex(where: { !$0.isFinite }) {
            throw reported("KRK_BC_SB", .valueNotFinite(index: index))
        }
        self.labels = labels
        self.values = values
        focusedBar = focusedBar.flatMap { values.indices.contains($0) ? $0 : nil }
        update()
        if !isGone { canvas.accessibleModelChanged() }
    }

    /// Has the axis go from `min` to `max`, whatever the values; bars that are longer are cut off and marked.
    ///
    /// - Throws: ``BarChartError/rangeEmpty(min:max:)``.
    public func setRange(min: Double, max: Double) throws(BarChartError) {
        guard min.isFinite, max.isFinite, min < max else {
            throw reported("KRK_BC_SR", .rangeEmpty(min: min, max: max))
        }
        range = min...max
        update()
    }

    /// Has the axis follow from the values again, 0 included.
    public func setRangeToValues() {
        range = nil
        update()
    }

    /// Draws the bars in another way: 1 for standing, 2 for lying bars.
    ///
    /// - Throws: ``BarChartError/appearanceOutOfRange(_:)``.
    public func setAppearance(_ number: Int) throws(BarChartError) {
        guard let appearance = BarChartAppearance(rawValue: number) else {
            throw reported("KRK_BC_SA", .appearanceOutOfRange(number))
        }
        self.appearance = appearance
        update()
    }

    /// How much room the chart takes at the least, in pixels; 40×40 to 10,000×10,000.
    ///
    /// - Throws: ``BarChartError/sizeOutOfRange(width:height:)``.
    public func setSize(width: Int, height: Int) throws(BarChartError) {
        guard Self.sizes.contains(width), Self.sizes.contains(height) else {
            throw reported("KRK_BC_SZ", .sizeOutOfRange(width: width, height: height))
        }
        if !isGone { canvas.setLeastSize(width: width, height: height) }
    }

    private func reported(_ code: String, _ error: BarChartError) -> BarChartError {
        Reports.error(code, error.reportText)
        return error
    }

    private static let sizes = 40...10_000

    // MARK: Layout

    /// Lays out and draws everything again.
    private func update() {
        madeLayout = nil
        if !isGone { canvas.redraw() }
    }

    var scale: AxisScale {
        let room = appearance == .upright ? canvas.height / 40 : canvas.width / 80
        let ticks = Int(min(max(room, 2), 9))
        return range.flatMap { AxisScale(from: $0.lowerBound, to: $0.upperBound, ticks: ticks) }
            ?? AxisScale(including: values, ticks: ticks)
    }

    var layout: BarChartLayout {
        if let madeLayout { return madeLayout }
        let text = TextMeasure(of: canvas)
        let scale = scale
        let made = BarChartLayout(
            width: canvas.width, height: canvas.height, lineHeight: text.lineHeight, appearance: appearance,
            scale: scale, values: values,
            widths: BarChartLayout.Widths(
                labels: labels.map { text.width(of: $0) }, values: values.map { text.width(of: valueText($0)) },
                ticks: scale.ticks.map { text.width(of: scale.text(of: $0)) }))
        madeLayout = made
        return made
    }
}

/// In which of two ways a bar chart is drawn.
public enum BarChartAppearance: Int, Sendable, CaseIterable {
    /// Bars stand side by side on a line, their labels below them: for what has an order of its own, like numbers.
    case upright = 1
    /// Bars lie one below the other, their labels before them: for long labels.
    case lying = 2
}

/// Why a bar chart was not changed.
///
/// It keeps showing what it showed before.
public enum BarChartError: ReportedError, Sendable, Hashable {
    /// A number that is not an appearance's.
    case appearanceOutOfRange(Int)
    /// There is a label for each value, and a value for each label.
    case countsDiffer(labels: Int, values: Int)
    /// One of the values is infinite or not a number; its place is counted from 0.
    case valueNotFinite(index: Int)
    /// The range ends where it begins or before, or one of its ends is infinite or not a number.
    case rangeEmpty(min: Double, max: Double)
    /// Smaller than 40×40 pixels, or larger than 10,000×10,000.
    case sizeOutOfRange(width: Int, height: Int)

    /// What was refused.
    public var reportText: ReportText {
        switch self {
        case .appearanceOutOfRange(let number): "appearance number out of range: \(number)"
        case .countsDiffer(let labels, let values): "\(labels) labels, but \(values) values"
        case .valueNotFinite(let index): "value \(index) is not finite"
        case .rangeEmpty(let min, let max): "empty range: \(min) to \(max)"
        case .sizeOutOfRange(let width, let height): "size out of range: \(width)×\(height)"
        }
    }
}
