import KirokuCore
import Synchronization

/// Takes all reports in place of the log, for as long as it lives.
public final class ReportLog: Sendable {
    private let reports = Mutex<[Report]>([])

    /// Takes all reports from now on.
    public init() {
        Reports.send(to: { [weak self] report in self?.reports.withLock { $0.append(report) } })
    }

    deinit {
        Reports.send(to: Reports.writeToStandardError)
    }

    /// What was reported since the last call.
    public func take() -> [Report] {
        reports.withLock { reports in
            defer { reports = [] }
            return reports
        }
    }
}
