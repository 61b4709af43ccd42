import GtkKit
import KirokuCore

/// One of the views that a window switches between, such as the cards and the dialog.
///
/// A screen is made when it is first shown. Its window owns it; the screen refers to the window weakly, and finds there
/// the document, the message line and everything else that screens share.
@MainActor
protocol Screen: AnyObject {
    /// The content of the window between header bar and message line.
    var widget: AnyWidget { get }
    /// Widgets for the window's bars while the screen is shown.
    var extras: ScreenExtras { get }

    /// Called when another document is in the window, or none.
    func documentChanged()
    /// Called when the document has moved to another file.
    func documentMoved()
    /// Shows the state of the document again.
    func refresh()
    /// Called when a preference has changed.
    func preferencesChanged(_ change: PreferencesChange)
    /// Called when the screen is shown.
    func becameVisible()
    /// Called when another screen is shown.
    func becameHidden()
    /// Moves the focus to the main widget of the screen.
    func grabFocus()
    /// Enters what is being typed, because something else starts or the window closes.
    func commitEditing()
    /// Carries out a command that the window leaves to its screen; called while the screen is shown.
    func perform(_ command: Command)
    /// Why a command that the window leaves to its screen cannot be carried out now; `nil` if it can.
    func disabledReason(of command: Command) -> DisabledReason?
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
    func disabledReason(of command: Command) -> DisabledReason? { .otherScreen }
}

/// Widgets that a screen puts into the window's bars while it is shown.
struct ScreenExtras {
    /// At the start of the header bar, after the window's own widgets.
    var header: [AnyWidget] = []
    /// After the message line; the first one takes the remaining width.
    var status: [AnyWidget] = []
}

/// The screens of a window, in the order of the switcher and of their keys; the raw value is the page's name.
enum ScreenKind: String, CaseIterable {
    case cards, dialog, pictures

    /// The caption in the switcher.
    var title: String {
        switch self {
        case .cards: localized("Cards")
        case .dialog: localized("Dialog")
        case .pictures: localized("Pictures")
        }
    }

    /// The name of the action that shows the screen.
    var action: String { "win.screen::" + rawValue }

    /// The keys: Ctrl+1 for the first screen, and so on.
    var keys: [String] {
        guard let index = Self.allCases.firstIndex(of: self) else { return [] }
        return ["<Primary>\(index + 1)"]
    }
}
