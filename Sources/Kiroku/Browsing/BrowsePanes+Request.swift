import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// Showing other records or another order, with a warning first if that is slow.
extension BrowsePanes {
    /// Shows what is requested, after a question if that takes the server long.
    func change(_ request: BrowseRequest) {
        guard window?.dialog == nil else { return }
        start(for: request) { [rows] () async throws(ServerError) in
            try await rows.estimate(request)
        } done: { [weak self] estimate in
            guard let self else { return }
            if let slowness = estimate.slowness {
                ask(BrowseText.warning(slowness)) { [weak self] in self?.show(request, estimate) }
            } else {
                show(request, estimate)
            }
        }
    }

    private func show(_ request: BrowseRequest, _ estimate: BrowseEstimate) {
        start(for: request) { [rows] () async throws(ServerError) in
            try await rows.show(request, estimate)
        } done: { [weak self] in
            self?.grid.goToStart()
        }
    }

    private func ask(_ text: String, _ proceed: @escaping @MainActor () -> Void) {
        guard let window, window.dialog == nil else { return }
        let question = QuestionSheet(
            over: window, localized("This takes the server a long time. Continue?"), text: text,
            cancel: localized("_Cancel"),
            ok: localized("Con_tinue"))
        question.onOK = { [weak question] in
            question?.close()
            proceed()
        }
        window.hold(question)
        question.open()
    }
}
