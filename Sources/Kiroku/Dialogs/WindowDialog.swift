import KirokuViews

/// A sheet or question over a window, which holds it while it is open.
@MainActor
protocol WindowDialog: AnyObject {
    /// Called when it is closed.
    var onClosed: (() -> Void)? { get set }
}

extension ModalSheet: WindowDialog {}
