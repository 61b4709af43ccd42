import GtkKit
import KirokuCore

/// Shows the progress of running work and lets the user stop it; hidden otherwise.
@MainActor
public final class ProgressRow {
    /// The widget to put into a window.
    public let widget = row(spacing: 12)
    /// Called when the user wants to stop the work.
    public var onCancel: (() -> Void)?
    /// Whether work is running.
    public private(set) var isActive = false
    private let caption = label()
    private let bar: ProgressBar

    /// Creates a hidden row.
    ///
    /// - Parameter name: the name of the bar for screen readers and tests.
    public init(name: String = localized("Progress")) {
        bar = progressBar(name: name)
        bar.setExpands(horizontally: true)
        let cancel = button(localized("_Cancel")) { [weak self] in self?.onCancel?() }
        widget.append(caption)
        widget.append(bar, fills: true)
        widget.append(cancel)
        widget.showAll()
        caption.isVisible = false
        widget.isVisible = false
        widget.setShownExplicitly()
    }

    /// The progress, from 0 to 1; a value set before ``begin(_:)`` is shown from then on.
    public var fraction = 0.0 {
        // GTK tells screen readers about every change, even if the bar is hidden.
        didSet { if isActive { bar.fraction = fraction } }
    }

    /// Shows the row.
    ///
    /// - Parameter text: the name of the work; empty if it is obvious.
    public func begin(_ text: String = "") {
        caption.text = text
        caption.isVisible = !text.isEmpty
        bar.fraction = fraction
        isActive = true
        widget.isVisible = true
    }

    /// Hides the row and resets the progress to 0.
    public func end() {
        isActive = false
        fraction = 0
        widget.isVisible = false
    }
}
