import GtkKit

/// Shows the log as it is written, with separators and reports in different colours.
@MainActor
final class LogView {
    /// The widget for the window.
    let widget: TextPane

    /// Creates an empty view; `name` is for screen readers and tests.
    init(name: String) {
        widget = TextPane(name: name)
        attach(self, to: widget, key: "kiroku-log-view")
    }

    func add(_ lines: [LogLine]) {
        for line in lines { widget.append(line.text, role: line.role) }
    }

    func removeAll() { widget.removeAll() }
}

extension LogLine {
    fileprivate var role: ColorRole {
        switch self {
        case .report: .error
        case .separator: .caution
        case .note: .normal
        }
    }
}
