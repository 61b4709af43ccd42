import GtkKit
import KirokuCore

/// The workbench as a program: a board of experiments with the parts of Kiroku.
@MainActor
final class WorkbenchApplication {
    private let application = Application(id: "io.github.kiroku.Kiroku.Workbench")
    private let styleSheet: any TextLink
    private let log: WorkbenchLog
    private var window: Window?

    /// Creates a program, which ``run()`` starts.
    ///
    /// - Parameters:
    ///   - styleSheet: Kiroku's style sheet.
    ///   - write: called with each line of the log and the code of its report, on any thread.
    init(
        styleSheet: any TextLink, writeToLog write: @escaping @Sendable (_ code: String, _ line: String) -> Void
    ) {
        self.styleSheet = styleSheet
        log = WorkbenchLog(forwardingTo: { line in
            if case .report(let report) = line { write(report.code, line.text) } else { write("KRK_WB", line.text) }
        })
        application.onStartup = { [weak self] in self?.startUp() }
        application.onActivate = { [weak self] in self?.showBoard() }
    }

    /// Runs until the board is closed, and returns the exit status.
    func run() throws(DisplayFault) -> Int { try application.run(arguments: ["kiroku-workbench"]) }

    private func startUp() {
        log.takeReports()
        if let css = try? styleSheet.load(), let fault = StyleSheet.install(css: css) {
            Reports.error("KRK_WB_STYLE", "style sheet: \(data: fault)")
        }
        application.addAction("quit") { [weak self] in self?.window?.close() }
        application.setKeys(["<Primary>q", "<Primary>w"], for: "app.quit")
    }

    private func showBoard() {
        if let window { return window.present() }
        let window = GtkKit.window(of: application, width: 1_180, height: 780)
        window.title = Board.title
        let board = Board(log: log)
        window.setContent(board.widget)
        board.widget.showAll()
        self.window = window
        window.onDestroy { [weak self] in self?.window = nil }
        window.present()
    }
}
