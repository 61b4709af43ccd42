import GtkKit
import KirokuCore

/// One of the views that a window switches between: the cards, the dialog and so on.
///
/// A screen is made when it is shown for the first time. It belongs to its window, knows it weakly, and finds there the
/// document, the message line and what else all screens share.
@MainActor
protocol Screen: AnyObject {
    /// What fills the window between header bar and message line.
    var widget: AnyWidget { get }
    /// What the screen puts elsewhere in the window while it is shown.
    var extras: ScreenExtras { get }

    /// Another document is in the window, or none any more.
    func documentChanged()
    /// The document is kept in another file now.
    func documentMoved()
    /// The state of the document has to be shown again.
    func refresh()
    /// A preference has changed.
    func preferencesChanged(_ change: PreferencesChange)
    /// The screen is shown now.
    func becameVisible()
    /// Another screen is shown now.
    func becameHidden()
    /// Moves the focus to what the screen is about.
    func grabFocus()
    /// Takes in what is being typed, because something else begins or the window closes.
    func commitEditing()
    /// Does a command of the window that is not the window's own; called while the screen is shown.
    func perform(_ command: Command)
    /// Whether the command can be done now; false for those that are not the screen's.
    func isPossible(_ command: Command) -> Bool
}

extension Screen {
    func documentChanged() {}
    func documentMoved() {}
    func refresh() {}
    func preferencesChanged(_ change: PreferencesChange) {}
    func becameVisible() {}
    func becameHidden() {}
    func commitEditing() {}
    func perform(_ command: Command) {}
    func isPossible(_ command: Command) -> Bool { false }
}

/// Widgets that are in the window's bars while a screen is shown.
struct ScreenExtras {
    /// In the header bar where reading begins, behind the window's own.
    var headerStart: [AnyWidget] = []
    /// In the header bar at the far side, before the window's own.
    var headerEnd: [AnyWidget] = []
    /// Behind the message line.
    var status: [AnyWidget] = []
}

/// The screens of a window, in the order of the switcher and of their keys; the raw value is the page's name.
enum ScreenKind: String, CaseIterable {
    case cards, dialog, pictures

    /// What stands in the switcher.
    var title: String {
        switch self {
        case .cards: localized("Cards")
        case .dialog: localized("Dialog")
        case .pictures: localized("Pictures")
        }
    }

    @MainActor
    func make(in window: DocumentWindow) -> any Screen {
        switch self {
        case .cards: window.cards
        case .dialog: DialogScreen(in: window)
        case .pictures: PicturesScreen(in: window)
        }
    }

    /// The action that shows the screen.
    var action: String { "win.screen::" + rawValue }

    /// The key: Ctrl+1 for the first one, and so on.
    var keys: [String] {
        guard let place = Self.allCases.firstIndex(of: self) else { return [] }
        return ["<Primary>\(place + 1)"]
    }
}
