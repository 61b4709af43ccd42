import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

extension DocumentWindow {
    /// The keys of all actions of a document's window.
    static var keys: [(action: String, keys: [String])] {
        Command.allCases.map { ($0.action, $0.keys) } + ScreenKind.allCases.map { ($0.action, $0.keys) }
            + viewKeys
    }

    /// The keys of the actions that show the first views of the list.
    static let viewKeys = (1...9).map { (action: "win.\(WindowMenu.viewName)::\($0)", keys: ["<Alt>\($0)"]) }

    func build() {
        connectCommands()
        window.setContent(sheetHost.widget)
        fillFrame()
        sheetHost.widget.showAll()
    }

    /// Connects the frame, and puts it into the window.
    func fillFrame() {
        frame.conflicts.onPress { [weak self] in self?.showConflicts() }
        frame.connect.onPress { [weak self] in self?.askToConnect() }
        frame.others.onPress { [weak self] in self?.showEditsOfOthers() }
        frame.password.onPress { [weak self] in self?.askForPassword() }
        frame.tryAgain.onPress { [weak self] in
            if let panes = self?.cards.browsePanes { panes.tryAgain() } else { self?.trySavingAgain() }
        }
        frame.saveCopy.onPress { [weak self] in self?.closing.saveCopy() }
        frame.showChanges.onPress { [weak self] in self?.showOthersChanges() }
        frame.mergeCopy.onPress { [weak self] in self?.mergeCopy() }
        frame.leaveCopy.onPress { [weak self] in self?.declineCopy() }
        for (revision, way) in frame.revisions {
            way.onPress { [weak self] in self?.revise(revision) }
            window.addAction(revision.actionName) { [weak self] in self?.revise(revision) }
        }
        frame.messageSigns.isLasting = { [weak self] in
            self?.isSavingFailing == true || self?.remoteRows?.failure != nil
        }
        frame.messageSigns.onFocusLost = { [weak self] in self?.screen?.grabFocus() }
        frame.header.onTooltip { [weak self] in
            if let rows = self?.remoteRows { return BrowseText.subtitle(rows) }
            return self?.shown.flatMap { StatusText.details(of: $0.document, $0.sharing) }
        }
        commands.addButtons(to: frame.header, in: self)
        frame.header.appendAtEnd(frame.people.widget)
        screens.onChange = { [weak self] kind in
            self?.commands.mark(kind)
            self?.refresh()
        }
        screens.build()
        takeDrops()
        sheetHost.setContent(frame.widget)
        frame.widget.showAll()
    }

    private func connectCommands() {
        commands.onCommand = { [weak self] in self?.perform($0) }
        commands.onScreen = { [weak self] kind in
            self?.screens.show(kind)
            self?.screen?.grabFocus()
        }
        commands.onRowLines = { [weak self] lines in
            if let cards = self?.cards { (cards.grid ?? cards.browsePanes?.grid)?.rowLines = lines }
        }
        commands.onView = { [weak self] in self?.cards.savedViews.show(number: $0) }
        window.onKeyOfGreyAction { [weak self] in self?.showDisabledReason(ofAction: $0) == true }
    }
}
