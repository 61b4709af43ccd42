import KirokuViews

/// The bar chart: labels, values, range and appearance.
final class BarChartExperiment: Experiment {
    static let title = "Bar chart"

    private let chart = BarChart(name: "Bar chart")

    init(on page: Page) { page.show(chart.canvas) }

    /// Fails the step if `body` is not refused, or changes the chart.
    private func expectNoChange(_ body: () throws -> Void) throws {
        let before = (chart.labels, chart.values, chart.range, chart.appearance)
        try expectRefusal(nil, body)
        try check(before == (chart.labels, chart.values, chart.range, chart.appearance), "the chart is as it was")
    }

    static let steps: [Step<BarChartExperiment>] = [
        .normal("five bars") { me in
            try me.chart.setBars(
                labels: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"], values: [12, 30, 21, 8, 26])
        },
        .normal("appearance 2") { try $0.chart.setAppearance(2) },
        .normal("range 0 to 20: longer bars are cut off") { try $0.chart.setRange(min: 0, max: 20) },
        .normal("appearance 1") { try $0.chart.setAppearance(1) },
        .normal("range of the values") { $0.chart.setRangeToValues() },
        .normal("negative values, long and Japanese labels") { me in
            try me.chart.setBars(
                labels: ["A label that is longer than its bar is wide", "東京スカイツリー", "c", "国立西洋美術館"],
                values: [-3.5, 8, 0, 2.25])
        },
        .normal("appearance 2") { try $0.chart.setAppearance(2) },
        .normal("a hundred bars") { me in
            let values = (0..<100).map { Double(($0 * 37) % 101) }
            try me.chart.setBars(labels: values.indices.map { "\($0)" }, values: values)
            try me.chart.setAppearance(1)
        },
        .normal("at least 300×200") { try $0.chart.setSize(width: 300, height: 200) },
        .normal("no bars") { try $0.chart.setBars(labels: [], values: []) },
        .error("appearance 9 is out of range", code: "KRK_BC_SA") { me in
            try me.expectNoChange { try me.chart.setAppearance(9) }
        },
        .error("two labels, but three values", code: "KRK_BC_SB") { me in
            try me.expectNoChange { try me.chart.setBars(labels: ["a", "b"], values: [1, 2, 3]) }
        },
        .error("a value that is no number", code: "KRK_BC_SB") { me in
            try me.expectNoChange { try me.chart.setBars(labels: ["a"], values: [.nan]) }
        },
        .error("a range from 5 to 5", code: "KRK_BC_SR") { me in
            try me.expectNoChange { try me.chart.setRange(min: 5, max: 5) }
        },
        .error("a size of 10×10", code: "KRK_BC_SZ") { me in
            try me.expectNoChange { try me.chart.setSize(width: 10, height: 10) }
        },
    ]
}
