import GtkKit

/// The log as it is written: separators and reports in the colours of their kinds.
@MainActor
final class LogView {
    /// To be put into a window.
    let widget: TextPane

    /// An empty view; `name` is how screen readers and tests know it.
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
