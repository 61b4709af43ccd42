import KirokuCore
import KirokuViews

/// The summary of a field, in figures and as a chart.
final class SummaryExperiment: Experiment {
    static let title = "Summary"

    private let document: Document
    private let view: SummaryView

    init(on page: Page) throws {
        document = try SampleDocument.make()
        view = SummaryView(model: document)
        page.show(view.widget)
    }

    func clear() async { await document.close() }

    private func show(_ field: Int) async throws {
        view.show(field: document.table.schema[field].id)
        await view.finishCounting()
        try check(view.summary?.filled == document.table.count, "all records have a value")
    }

    static let steps: [Step<SummaryExperiment>] = [
        .normal("names") { try await $0.show(0) },
        .normal("wards") { try await $0.show(1) },
        .normal("visits") { try await $0.show(2) },
        .normal("an edit") { me in
            try me.document.setCells([CellEdit(record: 0, field: 2, value: .int(1_000))])
            await me.view.finishCounting()
            guard let figures = me.view.summary?.figures as? IntFigures else { throw ExperimentFault("no figures") }
            try check(figures.max == 1_000, "the greatest is 1,000")
        },
        .normal("rates") { try await $0.show(3) },
        .normal("open or not") { try await $0.show(4) },
        .normal("no field") { me in
            me.view.show(field: nil)
            try check(me.view.summary == nil, "there is no summary")
        },
    ]
}
