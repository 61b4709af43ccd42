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
        header.append(
            button(
                localized("Open"), tooltip: localized("Open a document or a text file (Ctrl+O)"),
                action: Command.open.action))
        header.appendAtEnd(
            menuButton("open-menu-symbolic", name: localized("Menu"), tooltip: localized("Menu (F10)"), menu: menu()))
        status.addStyleClass("kiroku-status")
        status.append(messageLine.widget, fills: true)
        let all = column()
        all.append(header)
        all.append(stack, fills: true)
        all.append(status)
        sheetHost.setContent(all)
        window.setContent(sheetHost.widget)
        addScreens()
        sheetHost.widget.showAll()
    }

    private func menu() -> Menu {
        Menu([
            ScreenKind.allCases.map { MenuItem($0.title, action: $0.action) },
            [MenuItem(localized("_Quit"), action: "app.quit")],
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
