import GtkKit
import KirokuViews

/// The parts of a window that all its screens share.
@MainActor
struct WindowFrame {
    let widget = column()
    let header = headerBar()
    let stack = GtkKit.stack()
    let status = row()
    let messageLine = MessageLine()

    init() {
        status.addStyleClass("kiroku-status")
        status.append(messageLine.widget, fills: true)
        widget.append(header)
        widget.append(stack, fills: true)
        widget.append(status)
    }
}
