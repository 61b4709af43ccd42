import GtkKit
import KirokuCore

/// The bar above the table that tells the user that the document is a sample, until they close it.
@MainActor
enum SampleBar {
    /// Creates the bar; `closed` is called when the user closes it.
    static func make(closed: @escaping @MainActor () -> Void) -> Box {
        let bar = infoBar(
            localized("This is a sample document. To start your own, select New."),
            buttons: [
                { button(localized("New Document…"), action: Command.newDocument.action) },
                { button(localized("Open a File…"), action: Command.open.action) },
            ],
            close: iconButton(
                "window-close-symbolic", name: localized("Close the bar"),
                tooltip: localized("Do not show this again"), pressed: closed))
        bar.showAll()
        bar.setShownExplicitly()
        bar.isVisible = false
        return bar
    }
}

extension DocumentWindow {
    /// Whether the document is the sample, and the user has not closed the bar about it.
    var needsSampleBar: Bool {
        shown?.path.map { $0 == application.windowMemory.memory.sample } ?? false
    }

    /// Stops saying that the document is the sample.
    func forgetSample() {
        application.windowMemory.memory.sample = nil
        application.writeWindowMemory()
        screen?.grabFocus()
        refresh()
    }
}
