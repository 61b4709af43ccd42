import GtkKit
import KirokuCore

/// Shows that work is under way and how far it has come, and lets the user stop it; hidden otherwise.
@MainActor
public final class ProgressRow {
    /// To be put into a window.
    public let widget = row(spacing: 12)
    /// Called when the user wants it to stop.
    public var onCancel: (() -> Void)?
    /// Whether something is under way.
    public private(set) var isActive = false
    private let caption = label()
    private let bar: ProgressBar

    /// - Parameter name: how screen readers and tests know the bar.
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
        widget.setShownOnlyByItself()
    }

    /// From 0 to 1; what is set before ``begin(_:)`` is shown from then on.
    public var fraction: Double {
        get { bar.fraction }
        set { bar.fraction = newValue }
    }

    /// Shows the row.
    ///
    /// - Parameter text: what is under way; empty where that is obvious.
    public func begin(_ text: String = "") {
        caption.text = text
        caption.isVisible = !text.isEmpty
        isActive = true
        widget.isVisible = true
    }

    /// Hides the row, and resets it to 0.
    public func end() {
        fraction = 0
        isActive = false
        widget.isVisible = false
    }
}
