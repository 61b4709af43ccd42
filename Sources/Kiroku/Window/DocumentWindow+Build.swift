import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// The keys of all actions of such a window.
    static var keys: [(action: String, keys: [String])] {
        Command.allCases.map { ($0.action, $0.keys) } + ScreenKind.allCases.map { ($0.action, $0.keys) }
    }

    func build() {
        addActions()
        window.setContent(sheetHost.widget)
        fillFrame()
        sheetHost.widget.showAll()
    }

    /// Makes all that is in the window anew, in the language of now.
    func speakAnew() {
        let kind = shownScreen
        let cursor = cards.grid?.cursor
        let message = frame.messageLine.message
        screen?.commitEditing()
        screens = [:]
        places = [:]
        frame.widget.destroy()
        frame = WindowFrame()
        cards = CardsScreen(in: self)
        shownScreen = .cards
        fillFrame()
        if let path, task != nil { showOpening(path) }
        if let cursor { cards.grid?.go(to: cursor) }
        show(kind)
        screenChoice?.mark(kind.rawValue)
        frame.messageLine.show(message)
        refresh()
    }

    private func fillFrame() {
        frame.header.onTooltip { [weak self] in self?.shown.flatMap { StatusText.age(of: $0.document) } }
        frame.header.append(
            button(
                localized("Open"), tooltip: localized("Open a document or a text file (Ctrl+O)"),
                action: Command.open.action))
        let menuButton = GtkKit.menuButton(
            "open-menu-symbolic", name: localized("Menu"), tooltip: localized("Menu (F10)"), menu: menu())
        frame.header.appendAtEnd(menuButton)
        self.menuButton = menuButton
        addScreens()
        sheetHost.setContent(frame.widget)
        frame.widget.showAll()
    }

    private func menu() -> Menu {
        Menu([
            ScreenKind.allCases.map { MenuItem($0.title, action: $0.action) },
            [
                MenuItem(localized("_Find…"), action: Command.find.action),
                MenuItem(localized("R_eplace…"), action: Command.replace.action),
                MenuItem(localized("_List records to fix"), action: Command.findToFix.action),
            ],
            [
                MenuItem(localized("_Card of the record"), action: Command.showCard.action),
                MenuItem(localized("_Summary of the field"), action: Command.showSummary.action),
            ],
            [
                MenuItem(localized("_Fields…"), action: Command.showFields.action),
                MenuItem(localized("_Copy table"), action: Command.copyTable.action),
                MenuItem(localized("Choose p_icture…"), action: Command.choosePicture.action),
                MenuItem(localized("_Import…"), action: Command.importText.action),
                MenuItem(localized("_Export…"), action: Command.export.action),
                MenuItem(localized("Open a _backup…"), action: Command.openBackup.action),
            ],
            [
                MenuItem(localized("_Preferences"), action: Command.preferences.action),
                MenuItem(localized("_Keyboard shortcuts"), action: Command.shortcuts.action),
                MenuItem(localized("_About Kiroku"), action: Command.about.action),
                MenuItem(localized("_Quit"), action: "app.quit"),
            ],
        ])
    }

    private func addActions() {
        for command in Command.allCases {
            actions[command] = window.addAction(command.rawValue) { [weak self] in self?.perform(command) }
        }
        screenChoice = window.addChoice("screen", chosen: shownScreen.rawValue) { [weak self] name in
            guard let self, let screen = ScreenKind(rawValue: name) else { return }
            show(screen)
            screens[screen]?.grabFocus()
        }
    }
}
