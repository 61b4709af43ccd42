import KirokuCore
import Synchronization

/// The reports to developers while a test's body runs.
func reports(during body: () throws -> Void) rethrows -> [String] {
    let list = ReportList()
    Reports.send { report in list.reports.withLock { $0.append("\(report.code): \(report.message)") } }
    defer { Reports.send(to: Reports.writeToStandardError) }
    try body()
    return list.reports.withLock { $0 }
}

private final class ReportList: Sendable {
    let reports = Mutex<[String]>([])
}
