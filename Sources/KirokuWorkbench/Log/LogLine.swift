import KirokuCore

/// A line of the workbench's log.
enum LogLine: Sendable, Hashable {
    case report(Report)
    /// Precedes the reports of a step that is expected to fail.
    case separator(String)
    /// Tells which step has run.
    case note(String)

    /// The text of the line.
    var text: String {
        switch self {
        case .report(let report): report.line
        case .separator(let text), .note(let text): text
        }
    }
}
