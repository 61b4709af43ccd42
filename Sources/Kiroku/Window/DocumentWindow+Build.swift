import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

extension DocumentWindow {
    /// The keys of all actions of a document's window.
    static var keys: [(action: String, keys: [String])] {
        Command.allCases.map { ($0.action, $0.keys) } + ScreenKind.allCases.map { ($0.action, $0.keys) }
    }

    func build() {
        addActions()
        window.setContent(sheetHost.widget)
        fillFrame()
        sheetHost.widget.showAll()
    }

    /// Connects the frame, and puts it into the window.
    func fillFrame() {
        shownReasons = nil
        frame.conflicts.onPress { [weak self] in self?.showConflicts() }
        frame.connect.onPress { [weak self] in self?.askToConnect() }
        frame.others.onPress { [weak self] in self?.showEditsOfOthers() }
        frame.password.onPress { [weak self] in self?.askForPassword() }
        frame.tryAgain.onPress { [weak self] in
            if let panes = self?.cards.browsePanes { panes.tryAgain() } else { self?.trySavingAgain() }
        }
        frame.saveCopy.onPress { [weak self] in self?.saveCopy() }
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
        let openButtons = OpenButtons(in: self)
        frame.header.append(openButtons.widget)
        self.openButtons = openButtons
        let menuButton = GtkKit.menuButton(
            "open-menu-symbolic", name: localized("Menu"), tooltip: localized("Menu (F10)"), menu: menu())
        frame.header.appendAtEnd(menuButton)
        frame.header.appendAtEnd(frame.people.widget)
        self.menuButton = menuButton
        screens.onChange = { [weak self] kind in
            self?.screenChoice?.mark(kind.rawValue)
            self?.refresh()
        }
        screens.build()
        takeDrops()
        sheetHost.setContent(frame.widget)
        frame.widget.showAll()
    }

    private func addActions() {
        for command in Command.allCases {
            actions[command] = window.addAction(command.rawValue) { [weak self] in self?.perform(command) }
        }
        window.onKeyOfGreyAction { [weak self] in self?.showDisabledReason(ofAction: $0) == true }
        screenChoice = window.addChoice("screen", chosen: ScreenKind.cards.rawValue) { [weak self] name in
            guard let self, let screen = ScreenKind(rawValue: name) else { return }
            screens.show(screen)
            self.screen?.grabFocus()
        }
        rowHeightChoice = window.addChoice(Self.rowHeightName, chosen: "1") { [weak self] lines in
            if let self, let lines = Int(lines) { (cards.grid ?? cards.browsePanes?.grid)?.rowLines = lines }
        }
    }
}
