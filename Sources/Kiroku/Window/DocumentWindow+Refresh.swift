import GtkKit
import KirokuCore
import KirokuPresentation

extension DocumentWindow {
    /// Shows the state of the document: title, subtitle, what the screens show about it, and which commands are
    /// possible.
    func refresh() {
        guard !isGone else { return }
        let document = shown?.document ?? opening.beginning
        window.title = remoteRows?.facts.name ?? document?.title ?? localized("Kiroku")
        frame.header.title = shown?.moment?.name ?? window.title
        frame.header.subtitle =
            remoteRows.map(BrowseText.subtitle) ?? shown?.moment?.text ?? document.map {
                StatusText.subtitle(of: $0, shown?.sharing)
            } ?? ""
        frame.place.show(shown?.moment == nil ? shown?.path : nil, home: application.links.home)
        showPeople()
        show(frame.conflicts, hasConflicts)
        show(frame.connect, shown?.sharing?.asksForConsent == true)
        show(frame.others, (shown?.sharing?.ofOthers ?? 0) > 0)
        show(frame.password, shown?.sharing?.asksForPassword == true)
        frame.tryAgain.setTooltip(remoteRows == nil ? WindowFrame.whatTryingSaves : localized("Reload from the server"))
        show(frame.tryAgain, isSavingFailing || remoteRows?.failure != nil)
        show(frame.saveCopy, isSavingFailing)
        showRevisions()
        screens.refresh()
        refreshCommands()
        refreshNews()
    }

    private func showRevisions() {
        let revisions = textRevisions
        let buttons = revisions.prefix(TextRevision.buttonCount)
        for (revision, way) in frame.revisions { show(way, buttons.contains(revision)) }
        let others = revisions.dropFirst(buttons.count)
        if !others.isEmpty {
            frame.moreRevisions.setMenu(Menu([others.map { MenuItem($0.caption, action: "win." + $0.actionName) }]))
        }
        frame.moreRevisions.isVisible = !others.isEmpty
    }

    /// Shows what has come from outside, and what can be done with it.
    func refreshNews() {
        guard !isGone else { return }
        copies.watch(beside: shown?.document.path)
        let offer = copyOffer
        // The message about what is wrong needs the room.
        frame.showNews(isSavingFailing ? nil : news.message ?? offer)
        show(frame.mergeCopy, offer != nil)
        show(frame.leaveCopy, offer != nil)
        show(frame.showChanges, news.changes?.records.isEmpty == false)
    }

    /// Shows or hides a button; the focus moves from a hidden one to the screen.
    private func show(_ button: Button, _ isOfUse: Bool) {
        let hadFocus = button.hasFocusInWindow
        button.isVisible = isOfUse
        if hadFocus, !isOfUse { screen?.grabFocus() }
    }

    /// Enables the commands that are possible now, which may depend on the cell under the cursor.
    func refreshCommands() {
        guard !isGone else { return }
        let grid = cards.grid ?? cards.browsePanes?.grid
        commands.refresh(rowLines: grid?.rowLines) { disabledReason(of: $0) }
    }
}
