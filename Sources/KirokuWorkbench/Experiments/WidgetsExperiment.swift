import GtkKit

/// What the widget functions make, with nothing but the house's defaults (spec 7).
final class WidgetsExperiment: Experiment {
    static let title = "Widgets"

    private let page: Page
    private let gallery = WidgetGallery()

    init(on page: Page) {
        self.page = page
        page.show(gallery.widget)
    }

    static let steps: [Step<WidgetsExperiment>] = [
        .normal("insensitive") { $0.gallery.widget.isSensitive = false },
        .normal("sensitive") { $0.gallery.widget.isSensitive = true },
        .normal("a full progress bar") { me in
            me.gallery.progress.fraction = 1
            try check(me.gallery.progress.fraction == 1, "it is full")
        },
        .normal("a text in the entry") { me in
            me.gallery.field.text = "記録"
            try check(me.gallery.field.text == "記録", "it is there")
        },
    ]
}
