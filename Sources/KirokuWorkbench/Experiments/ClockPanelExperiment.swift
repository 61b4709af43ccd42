import KirokuCore
import KirokuViews

/// The panel for shifting a clock by hand.
final class ClockPanelExperiment: Experiment {
    static let title = "Clock panel"

    private let clock = AppClock()
    private let panel: ClockPanel

    init(on page: Page) {
        panel = ClockPanel(clock: clock)
        page.show(panel.widget, fills: false)
        page.write("Enter hours, such as 36 or -1.5, and press Shift.")
    }

    static let steps: [Step<ClockPanelExperiment>] = [
        .normal("a day ahead") { me in
            me.panel.hoursText = "24"
            me.panel.shift()
            try check(me.clock.shift == 86_400, "the clock is a day ahead")
        },
        .normal("an hour and a half back") { me in
            me.panel.hoursText = "-1.5"
            me.panel.shift()
            try check(me.clock.shift == -5_400, "the clock is an hour and a half back")
        },
        .normal("no number: the panel says so, the clock goes on as before") { me in
            me.panel.hoursText = "tomorrow"
            me.panel.shift()
            try check(me.panel.message?.kind == .error, "the panel says that this is no number")
            try check(me.clock.shift == -5_400, "the clock is an hour and a half back")
        },
        .normal("as the system has it") { me in
            me.panel.hoursText = "0"
            me.panel.shift()
            try check(me.clock.shift == 0 && me.panel.message == nil, "the clock is right")
        },
        .error("too far; the clock stays as the system has it", code: "KRK_CL_SS") { me in
            me.panel.hoursText = "1e300"
            me.panel.shift()
            try check(me.panel.message?.kind == .error, "the panel says that this is too far")
            try check(me.clock.shift == 0, "the clock is right")
        },
    ]
}
