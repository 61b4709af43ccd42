import KirokuCore

/// Reports for developers, as the log beside the stage shows them.
final class LogExperiment: Experiment {
    static let title = "Log"

    private let page: Page

    init(on page: Page) {
        self.page = page
        page.write("Look at the log beside this.")
    }

    static let steps: [Step<LogExperiment>] = [
        .normal("a report as one line") { me in
            guard let time = LocalTime(year: 2_015, month: 5, day: 20, hour: 20, minute: 24, second: 50) else {
                throw ExperimentFault("there is no such moment")
            }
            let report = Report(time: time, code: "GBV_SA", message: "appearance number out of range")
            try check(
                report.line == "2015/05/20 20:24:50 ERROR:GBV_SA:appearance number out of range", "the line is right")
            me.page.write(report.line)
        },
        .error("an error from the main thread", code: "KRK_WB_LG") { _ in
            Reports.error("KRK_WB_LG", "this is how a report looks")
        },
        .error("errors from other threads, in one step", code: "KRK_WB_LG") { _ in
            await withTaskGroup(of: Void.self) { group in
                for number in 1...5 {
                    group.addTask { Reports.error("KRK_WB_LG", "report \(number) of 5") }
                }
            }
        },
        .error("a line break in it does not make two lines", code: "KRK_WB_LG") { _ in
            Reports.error("KRK_WB_LG", "first\nsecond")
        },
    ]
}
