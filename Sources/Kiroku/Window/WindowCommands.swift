import GtkKit
import KirokuCore

/// The actions of a window, and the buttons and menus that say whether they are possible.
@MainActor
final class WindowCommands {
    /// Called with the command that the user wants carried out.
    var onCommand: ((Command) -> Void)?
    /// Called with the screen that the user wants to see.
    var onScreen: ((ScreenKind) -> Void)?
    /// Called with the number of lines of text that the user wants in a row.
    var onRowLines: ((Int) -> Void)?
    /// Called with the place, from 1, of the view that the user wants to see.
    var onView: ((Int) -> Void)?

    private let window: Window
    private var actions: [Command: Action] = [:]
    private var screenChoice: RadioAction?
    private var rowHeightChoice: RadioAction?
    private var viewChoice: RadioAction?
    private var menuButton: MenuButton?
    private weak var openButtons: OpenButtons?
    /// What the buttons and menu items show about disabled actions; `nil` if they do not show it yet.
    private var shownReasons: [String: String]?

    /// Adds the actions to a window.
    init(of window: Window) {
        self.window = window
        for command in Command.allCases {
            actions[command] = window.addAction(command.rawValue) { [weak self] in self?.onCommand?(command) }
        }
        screenChoice = window.addChoice("screen", chosen: ScreenKind.cards.rawValue) { [weak self] name in
            if let kind = ScreenKind(rawValue: name) { self?.onScreen?(kind) }
        }
        rowHeightChoice = window.addChoice(WindowMenu.rowHeightName, chosen: "1") { [weak self] lines in
            if let lines = Int(lines) { self?.onRowLines?(lines) }
        }
        viewChoice = window.addChoice(WindowMenu.viewName, chosen: "") { [weak self] number in
            if let number = Int(number) { self?.onView?(number) }
        }
    }

    /// Puts the buttons that open documents, and the menu, at the ends of a header bar, whose buttons do not show
    /// reasons yet.
    func addButtons(to header: HeaderBar, in window: DocumentWindow) {
        shownReasons = nil
        let openButtons = OpenButtons(in: window)
        header.append(openButtons.widget)
        self.openButtons = openButtons
        let menuButton = GtkKit.menuButton(
            "open-menu-symbolic", name: localized("Menu"), tooltip: localized("Menu (F10)"), menu: WindowMenu.make())
        header.appendAtEnd(menuButton)
        self.menuButton = menuButton
    }

    func openMenu() { menuButton?.open() }

    /// Opens or closes the list of recent documents.
    func toggleRecent() { openButtons?.toggleRecent() }

    /// Marks the screen that is shown.
    func mark(_ screen: ScreenKind) { screenChoice?.mark(screen.rawValue) }

    /// Enables the commands that are possible now, and has the others say why they are not.
    ///
    /// - Parameters:
    ///   - rowLines: how many lines of text the rows have; `nil` if there are no rows.
    ///   - reason: why a command is not possible; `nil` if it is.
    func refresh(rowLines: Int?, reason: (Command) -> DisabledReason?) {
        var reasons: [String: String] = [:]
        for (command, action) in actions {
            let disabledReason = reason(command)
            action.isEnabled = disabledReason == nil
            reasons[command.action] = disabledReason?.message
        }
        if reasons != shownReasons {
            shownReasons = reasons
            window.setDisabledReason(reasons)
        }
        viewChoice?.isEnabled = reason(.showViews) == nil
        rowHeightChoice?.isEnabled = rowLines != nil
        rowHeightChoice?.mark(String(rowLines ?? RowHeight.lines.lowerBound))
    }
}
