import GtkKit
import KirokuCore
import KirokuPresentation

extension DocumentWindow {
    /// Shows how the document stands: title, subtitle, what the screens say of it, and what can be done.
    func refresh() {
        let document = shown?.document ?? loading
        frame.header.title = document?.title ?? localized("Kiroku")
        window.title = frame.header.title
        frame.header.subtitle = document.map { StatusText.subtitle(of: $0) } ?? ""
        show(frame.loadAgain, isChangedElsewhere)
        show(frame.tryAgain, isSavingFailing && !isChangedElsewhere)
        show(frame.takeAsRecord, firstLineToRevise == .names)
        show(frame.takeAsNames, firstLineToRevise == .record)
        for screen in screens.values { screen.refresh() }
        refreshCommands()
    }

    /// Shows a button for as long as it is of use; the focus does not go with it.
    private func show(_ button: Button, _ isOfUse: Bool) {
        let hadFocus = button.hasFocusInWindow
        button.isVisible = isOfUse
        if hadFocus, !isOfUse { screen?.grabFocus() }
    }

    /// Shows what can be done now, which may depend on the cell that the cursor is on.
    func refreshCommands() {
        for (command, action) in actions { action.isEnabled = isPossible(command) }
    }
}
