import GtkKit
import KirokuCore

/// Says that a file is being opened and how far that has come, and lets the user stop it.
@MainActor
final class OpeningRow {
    let widget = row(spacing: 12)
    var onCancel: (() -> Void)?
    private let caption = label()
    private let bar = progressBar(name: localized("Progress"))

    init() {
        widget.setMargins(horizontal: 12, vertical: 12)
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

    func begin(fileName: String) {
        caption.text = localized("Opening {file}…", ["file": fileName])
        fraction = 0
        widget.isVisible = true
    }

    func end() {
        widget.isVisible = false
        onCancel = nil
    }
}
