import GtkKit
import KirokuCore

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
