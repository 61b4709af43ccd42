import KirokuCore

/// A line of the workbench's log.
enum LogLine: Sendable, Hashable {
    case report(Report)
    /// Stands before the reports of a step that is to go wrong.
    case separator(String)
    /// Which step ran.
    case note(String)

    /// The line as it is shown.
    var text: String {
        switch self {
        case .report(let report): report.line
        case .separator(let text), .note(let text): text
        }
    }
}
