import KirokuCore
import Synchronization

/// All reports while the workbench runs, with a line before each expected error.
///
/// Reports come from any thread, and are shown on the main actor.
final class WorkbenchLog: Sendable {
    private let state = Mutex(State())
    private let forward: @Sendable (LogLine) -> Void

    private struct State {
        var lines: [LogLine] = []
        /// The index of the first line of the current step.
        var beginning = 0
        /// The number of lines that the views have received.
        var deliveredCount = 0
        var isNotifying = false
    }

    @MainActor private var views: [WeakView] = []

    /// - Parameter forward: called with each line, for example to write it to the system's log.
    init(forwardingTo forward: @escaping @Sendable (LogLine) -> Void) {
        self.forward = forward
    }

    /// Receives all reports of the program from now on.
    func takeReports() {
        Reports.send(to: { [weak self] in self?.add(.report($0)) })
    }

    /// All lines since the beginning.
    var lines: [LogLine] { state.withLock { $0.lines } }

    /// Begins a step, with a separator if it is expected to fail.
    ///
    /// The separator is `----------TEST-ERROR-1: what is expected`.
    @MainActor
    func begin(_ step: PlannedStep) {
        if case .error(let number) = step.number { add(.separator("----------TEST-ERROR-\(number): \(step.title)")) }
        state.withLock { $0.beginning = $0.lines.count }
    }

    /// The codes of the reports since the last step began.
    var codesSinceBeginning: [String] {
        state.withLock { state in
            state.lines[state.beginning...].compactMap { line in
                if case .report(let report) = line { report.code } else { nil }
            }
        }
    }

    /// Adds a line.
    func add(_ line: LogLine) {
        forward(line)
        let begins = state.withLock { state in
            state.lines.append(line)
            defer { state.isNotifying = true }
            return !state.isNotifying
        }
        // Lines that come in quick succession are passed to the views together.
        if begins { Task { @MainActor in notify() } }
    }

    /// Makes a view follow the log while it lives.
    @MainActor
    func show(in view: LogView) {
        views.removeAll { $0.view == nil }
        views.append(WeakView(view: view))
        view.add(state.withLock { Array($0.lines.prefix($0.deliveredCount)) })
    }

    @MainActor
    private func notify() {
        let new = state.withLock { state in
            defer {
                state.deliveredCount = state.lines.count
                state.isNotifying = false
            }
            return Array(state.lines[state.deliveredCount...])
        }
        for reference in views { reference.view?.add(new) }
    }

    private struct WeakView {
        weak var view: LogView?
    }
}
