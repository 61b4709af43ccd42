import GtkKit
import KirokuCore

/// The contents of a field, in figures and as a chart.
///
/// The values are counted in the background, and again after each edit; meanwhile the view shows the earlier figures.
/// Nothing is counted while no field is shown, so a program that hides the view shows `nil`.
@MainActor
public final class SummaryView {
    /// The table whose field is shown.
    public let model: any TableModel
    /// The widget to put into a window.
    public let widget: Box
    /// Returns the indexes of the records that count, for a view that shows only some; `nil` for all.
    public var shownRecords: (() -> [Int]?)?
    /// The shown field.
    public private(set) var field: FieldID?
    /// The shown figures; `nil` until the first count is done.
    public private(set) var summary: FieldSummary?

    let chart: BarChart
    private let title = label()
    private let figures = column(spacing: 2)
    private let chartTitle = label()
    private let state = label()
    private var observation: Observation?
    private var counting: Task<Void, Never>?
    /// Whether only some records were counted last.
    private var countsSome = false
    /// Whether the table has changed since the counting began.
    private var isOutdated = false

    /// Creates a view that shows no field yet.
    public init(model: any TableModel) {
        self.model = model
        chart = BarChart(name: localized("Chart"))
        chart.valueText = { localizedNumber(Int($0)) }
        widget = column()
        let content = column(spacing: 6)
        content.addStyleClass("kiroku-summary")
        title.addStyleClass("kiroku-summary-title")
        content.append(title)
        content.append(figures)
        content.append(chartTitle)
        content.append(chart.canvas, fills: true)
        content.append(state)
        widget.append(scrolled(content), fills: true)
        chart.canvas.setLeastSize(width: 160, height: 220)
        for hidden in [AnyWidget(chartTitle), AnyWidget(chart.canvas)] { hidden.setShownExplicitly() }
        observation = model.observe { [weak self] event in
            if event.extent != nil { self?.tableChanged() }
        }
        widget.onDestroy { [weak self] in self?.end() }
        attach(self, to: widget, key: "kiroku-summary-view")
        say(localized("Select a cell to see a summary of its field."))
    }

    isolated deinit {
        counting?.cancel()
    }

    /// Shows another field of the table, or none.
    ///
    /// Cancels the count for the previous field.
    public func show(field: FieldID?) {
        guard observation != nil, field != self.field else { return }
        self.field = field
        summary = nil
        clear()
        counting?.cancel()
        counting = nil
        guard field != nil else { return say(localized("Select a cell to see a summary of its field.")) }
        count()
    }

    /// Counts again if other records count than before.
    public func recordsChanged() {
        if countsSome || shownRecords?() != nil { tableChanged() }
    }

    /// Returns when no count is running.
    public func finishCounting() async {
        while let counting { await counting.value }
    }

    // MARK: Counting

    /// The next count starts when the current one is done: with an edit every second, no count would end otherwise.
    private func tableChanged() {
        guard let field else { return }
        guard model.table.schema.index(of: field) != nil else { return show(field: nil) }
        if counting != nil { isOutdated = true } else { count() }
    }

    private func count() {
        guard let field else { return }
        let (table, records) = (model.table, shownRecords?())
        isOutdated = false
        countsSome = records != nil
        say(localized("Counting…"))
        counting = Task { [weak self] in
            let summary = try? await table.summary(of: field, among: records, buckets: Self.bars)
            guard !Task.isCancelled, let self else { return }
            counting = nil
            if let summary { show(summary, of: table, field, isOfSome: records != nil) }
            if isOutdated { count() }
        }
    }

    private func end() {
        observation = nil
        counting?.cancel()
        counting = nil
        field = nil
    }

    /// The largest number of bars that fit beside a table.
    private static let bars = 10

    // MARK: Showing

    private func show(_ summary: FieldSummary, of table: RecordTable, _ field: FieldID, isOfSome: Bool) {
        guard let index = table.schema.index(of: field) else { return }
        self.summary = summary
        let name = table.schema[index].name
        title.text = isOfSome ? localized("{field}, records shown only", ["field": name]) : name
        figures.removeAll()
        for line in summary.lines(in: table.schema[index].numberFormat) { figures.append(Self.row(line)) }
        figures.showAll()
        let bars = SummaryBars(summary, of: table, field: index)
        chartTitle.text = bars.title
        chart.canvas.accessibleName = bars.title
        try? chart.setBars(labels: bars.labels, values: bars.counts)
        try? chart.setAppearance(bars.appearance.rawValue)
        setChartVisible(!bars.labels.isEmpty)
        say("")
    }

    private static func row(_ line: SummaryLine) -> Box {
        let row = GtkKit.row(spacing: 12)
        let value = label(line.value, alignment: .end)
        value.accessibleName = localized("{name}: {value}", ["name": line.name, "value": line.value])
        value.setTooltip(line.value)
        row.append(label(line.name))
        row.append(value, fills: true)
        return row
    }

    private func clear() {
        title.text = ""
        figures.removeAll()
        setChartVisible(false)
    }

    private func setChartVisible(_ isVisible: Bool) {
        chartTitle.isVisible = isVisible
        chart.canvas.isVisible = isVisible
    }

    private func say(_ text: String) {
        state.text = text
        state.isVisible = !text.isEmpty
    }
}

/// The chart below a field's figures: a histogram of numbers, or the most frequent values.
struct SummaryBars: Sendable, Hashable {
    /// The title of the chart.
    let title: String
    let labels: [String]
    let counts: [Double]
    let appearance: BarChartAppearance

    /// - Parameter table: the table that was counted.
    init(_ summary: FieldSummary, of table: RecordTable, field: Int) {
        let bars: [SummaryBar]
        switch summary.figures?.chart(of: table, field: field) ?? .frequent([]) {
        case .spread(let values): (title, bars, appearance) = (localized("Distribution of Values"), values, .upright)
        case .frequent(let values): (title, bars, appearance) = (localized("Most Frequent Values"), values, .lying)
        }
        labels = bars.map(\.label)
        counts = bars.map { Double($0.count) }
    }
}
