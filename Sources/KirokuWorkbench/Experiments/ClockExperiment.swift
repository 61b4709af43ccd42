import FoundationEssentials
import KirokuCore
import Synchronization

/// The clock: shifted, sped up, warped, and with two ratios in turn.
final class ClockExperiment: Experiment {
    static let title = "Clock"

    private let page: Page
    private let real: ManualTime
    private let clock: AppClock

    init(on page: Page) throws {
        self.page = page
        guard let start = LocalTime(year: 2015, month: 5, day: 20, hour: 20, minute: 24, second: 50) else {
            throw ExperimentFault("there is no such moment")
        }
        real = ManualTime(at: start.date)
        clock = AppClock(realTime: real)
        write()
    }

    private func write() {
        page.write("real \(LocalTime(real.now).text), clock \(clock.dateText) \(clock.timeText)")
    }

    private func expect(_ text: String) throws {
        write()
        try check("\(clock.dateText) \(clock.timeText)" == text, "the clock shows \(text)")
    }

    static let steps: [Step<ClockExperiment>] = [
        .normal("an hour ahead") { me in
            try me.clock.setShift(3_600)
            try me.expect("2015/05/20 21:24:50")
        },
        .normal("two hours back") { me in
            try me.clock.setShift(-7_200)
            try me.expect("2015/05/20 18:24:50")
        },
        .normal("real time again") { me in
            me.clock.reset()
            try me.expect("2015/05/20 20:24:50")
        },
        .normal("60 times as fast, for 10 seconds") { me in
            try me.clock.setRatio(60)
            me.real.pass(10)
            try me.expect("2015/05/20 20:34:50")
        },
        .normal("half as fast from now on") { me in
            me.clock.reset()
            try me.clock.setRatio(0.5)
            me.real.pass(10)
            try me.expect("2015/05/20 20:25:05")
        },
        .normal("warp to the year 2000") { me in
            me.clock.reset()
            guard let date = LocalTime(year: 2_000, month: 1, day: 1) else { throw ExperimentFault("no date") }
            try me.clock.setStartDate(date.date)
            me.real.pass(5)
            try me.expect("2000/01/01 00:00:05")
        },
        .normal("two ratios in turn") { me in
            me.clock.reset()
            me.real.pass(10)
            try me.clock.setRatio(6)
            try me.expect("2015/05/20 20:26:15")
            try me.clock.setRatio(60)
            try me.expect("2015/05/20 20:35:15")
            try me.clock.setRatio(6)
            try me.expect("2015/05/20 20:26:15")
        },
        .error("a ratio below 0; the clock goes on as before", code: "KRK_CL_SR") { me in
            try expectRefusal { try me.clock.setRatio(-1) }
            try check(me.clock.ratio == 6, "the ratio is 6")
        },
        .error("a shift that is no number", code: "KRK_CL_SS") { me in
            try expectRefusal { try me.clock.setShift(.nan) }
        },
    ]
}

/// A real time that only ``pass(_:)`` moves.
private final class ManualTime: RealTime {
    private let moment: Mutex<Date>

    init(at start: Date) { moment = Mutex(start) }

    var now: Date { moment.withLock { $0 } }

    func pass(_ seconds: Double) { moment.withLock { $0 += seconds } }

    func sleep(seconds: Double) async throws {
        try await FixedTime(at: now).sleep(seconds: seconds)
    }
}
