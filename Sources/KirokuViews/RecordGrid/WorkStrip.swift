import GtkKit
import KirokuCore

/// Says, over the lower edge of a grid, that something takes its time, how far it has come, and lets the user stop it.
@MainActor
final class WorkStrip {
    let widget = row(spacing: 12)
    var onCancel: (() -> Void)?
    let height = 48.0
    private(set) var isActive = false
    private let caption = label()
    private let bar = progressBar(name: localized("Progress"))

    init() {
        widget.addStyleClass("kiroku-work-strip")
        bar.setExpands(horizontally: true)
        let cancel = button(localized("_Cancel")) { [weak self] in self?.onCancel?() }
        widget.append(caption)
        widget.append(bar, fills: true)
        widget.append(cancel)
        widget.showAll()
        widget.isVisible = false
        widget.setShownOnlyByItself()
    }

    /// From 0 to 1.
    var fraction: Double {
        get { bar.fraction }
        set { bar.fraction = newValue }
    }

    func begin(_ text: String) {
        caption.text = text
        isActive = true
        widget.isVisible = true
    }

    func end() {
        fraction = 0
        guard isActive else { return }
        isActive = false
        widget.isVisible = false
    }
}
