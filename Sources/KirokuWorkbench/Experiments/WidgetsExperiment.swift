import GtkKit

/// The widgets in their default style.
final class WidgetsExperiment: Experiment {
    static let title = "Widgets"

    private let gallery = WidgetGallery()

    init(on page: Page) { page.show(scrolled(gallery.widget)) }

    static let steps: [Step<WidgetsExperiment>] = [
        .normal("insensitive") { $0.gallery.widget.isSensitive = false },
        .normal("sensitive") { $0.gallery.widget.isSensitive = true },
        .normal("a text in the entry") { me in
            me.gallery.field.text = "記録"
            try check(me.gallery.field.text == "記録", "it is there")
        },
        .normal("ticked, and neither") { me in
            me.gallery.check.isOn = true
            try check(me.gallery.check.isOn == true, "it is ticked")
            me.gallery.check.isOn = nil
            try check(me.gallery.check.isOn == nil, "it is neither")
        },
        .normal("switched on") { me in
            me.gallery.toggle.isOn = true
            try check(me.gallery.toggle.isOn, "it is on")
        },
        .normal("the last choice, and one that is not there") { me in
            me.gallery.choices.chosen = 2
            try check(me.gallery.choices.chosen == 2, "the last is chosen")
            me.gallery.choices.chosen = 3
            try check(me.gallery.choices.chosen == nil, "none is chosen")
        },
        .normal("a number beyond the range") { me in
            me.gallery.number.value = 99
            try check(me.gallery.number.value == 10, "it is the greatest of the range")
        },
        .normal("the last step") { me in
            me.gallery.steps.step = 2
            try check(me.gallery.steps.step == 2, "it is the last")
        },
        .normal("a full progress bar") { me in
            me.gallery.progress.fraction = 1
            try check(me.gallery.progress.fraction == 1, "it is full")
        },
    ]
}
