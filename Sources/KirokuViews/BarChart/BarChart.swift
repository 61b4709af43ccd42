import GtkKit
import KirokuCore
import KirokuPresentation

/// Values as labelled bars, over an axis with numbers that are easy to read.
///
/// ```swift
/// let chart = BarChart(name: "Visitors")
/// try chart.setBars(labels: ["Mon", "Tue", "Wed"], values: [12, 30, 21])
/// try chart.setAppearance(2)
/// ```
///
/// The arrow keys move along the bars, and screen readers see a table of labels and values. A refused call throws, is
/// reported to developers, and changes nothing.
@MainActor
public final class BarChart {
    /// The widget to put into a window.
    public let canvas: Canvas
    /// The text to show when there are no bars.
    public var hint = localized("There is nothing to show.") { didSet { update() } }
    /// How the value of a bar is written; by default in its shortest form.
    var valueText: @MainActor (Double) -> String = { localizedNumber($0) } { didSet { update() } }

    /// The labels of the bars, in their order.
    public private(set) var labels: [String] = []
    /// The values of the bars, in their order.
    public private(set) var values: [Double] = []
    /// The range of the axis; `nil` while it follows from the values.
    public private(set) var range: ClosedRange<Double>?
    /// How the bars are drawn.
    public private(set) var appearance = BarChartAppearance.upright
    /// The bar that the arrow keys have reached.
    var focusedBar: Int?

    private var madeLayout: BarChartLayout?
    /// Whether the canvas has been destroyed while the chart is still referenced; nothing is drawn then.
    private var isGone = false

    /// Creates a chart without bars.
    ///
    /// - Parameter name: the name for screen readers and tests.
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

    // MARK: Setting values and looks

    /// Replaces the bars.
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

    /// Sets the range of the axis, whatever the values are; longer bars are cut off and marked.
    ///
    /// - Throws: ``BarChartError/rangeEmpty(min:max:)``.
    public func setRange(min: Double, max: Double) throws(BarChartError) {
        guard min.isFinite, max.isFinite, min < max else {
            throw reported("KRK_BC_SR", .rangeEmpty(min: min, max: max))
        }
        range = min...max
        update()
    }

    /// Fits the axis to the values again, including 0.
    public func setRangeToValues() {
        range = nil
        update()
    }

    /// Sets the appearance: 1 for upright bars, 2 for lying ones.
    ///
    /// - Throws: ``BarChartError/appearanceOutOfRange(_:)``.
    public func setAppearance(_ number: Int) throws(BarChartError) {
        guard let appearance = BarChartAppearance(rawValue: number) else {
            throw reported("KRK_BC_SA", .appearanceOutOfRange(number))
        }
        self.appearance = appearance
        update()
    }

    /// Sets the minimum size of the chart, in pixels, from 40×40 to 10,000×10,000.
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

/// How a bar chart is drawn.
public enum BarChartAppearance: Int, Sendable, CaseIterable {
    /// Bars are side by side, with their labels below: for values in an order, such as months.
    case upright = 1
    /// Bars lie one below the other, with their labels before them: for long labels.
    case lying = 2
}

/// Why a bar chart refused a change.
///
/// The chart stays as it was.
public enum BarChartError: ReportedError, Sendable, Hashable {
    /// No appearance has this number.
    case appearanceOutOfRange(Int)
    /// The numbers of labels and values differ.
    case countsDiffer(labels: Int, values: Int)
    /// One of the values is infinite or not a number; its index is counted from 0.
    case valueNotFinite(index: Int)
    /// `max` is not greater than `min`, or one of them is infinite or not a number.
    case rangeEmpty(min: Double, max: Double)
    /// The size is smaller than 40×40 pixels or larger than 10,000×10,000.
    case sizeOutOfRange(width: Int, height: Int)

    /// What was refused, for developers.
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
