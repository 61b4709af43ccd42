import GtkKit
import KirokuCore

/// The screens of a window in one frame: those that have been shown so far, and which of them is shown.
@MainActor
final class WindowScreens {
    /// The first screen, which exists from the beginning.
    let cards: CardsScreen
    /// The screen that is shown.
    private(set) var shownKind = ScreenKind.cards
    /// Called when another screen is shown.
    var onChange: ((ScreenKind) -> Void)?

    private weak var window: DocumentWindow?
    private let frame: WindowFrame
    private var screens: [ScreenKind: any Screen] = [:]
    private var places: [ScreenKind: Places] = [:]

    /// Makes the screens of a window, which appear in a frame with ``build()``.
    init(in window: DocumentWindow, _ frame: WindowFrame) {
        self.window = window
        self.frame = frame
        cards = CardsScreen(in: window)
    }

    /// The screen that is shown; `nil` until there is one.
    var shown: (any Screen)? { screens[shownKind] }

    /// Adds an empty page for each screen, which is filled when it is first shown.
    func build() {
        for kind in ScreenKind.allCases {
            let page = column()
            page.showAll()
            frame.stack.append(page, name: kind.rawValue, title: kind.title)
            places[kind] = Places(page: page)
        }
        frame.completeHeader()
        _ = made(.cards)
        frame.stack.onChange { [weak self] in self?.stackChanged() }
    }

    func show(_ kind: ScreenKind) {
        frame.stack.shownPage = kind.rawValue
    }

    // MARK: What all of them are told

    func documentChanged() {
        for screen in screens.values { screen.documentChanged() }
    }

    func documentMoved() {
        for screen in screens.values { screen.documentMoved() }
    }

    func preferencesChanged(_ change: PreferencesChange) {
        for screen in screens.values { screen.preferencesChanged(change) }
    }

    func refresh() {
        for screen in screens.values { screen.refresh() }
    }

    private func stackChanged() {
        guard let kind = ScreenKind(rawValue: frame.stack.shownPage), kind != shownKind else { return }
        shown?.commitEditing()
        places[shownKind]?.setBarsVisible(false)
        shown?.becameHidden()
        shownKind = kind
        let screen = made(kind)
        places[kind]?.setBarsVisible(true)
        screen?.becameVisible()
        onChange?(kind)
    }

    private func made(_ kind: ScreenKind) -> (any Screen)? {
        if let screen = screens[kind] { return screen }
        guard let screen = make(kind), let places = places[kind] else { return nil }
        screens[kind] = screen
        places.page.append(screen.widget, fills: true)
        screen.widget.showAll()
        frame.tools.append(places.header)
        frame.status.append(places.status, fills: true)
        places.fill(with: screen.extras)
        screen.documentChanged()
        return screen
    }

    private func make(_ kind: ScreenKind) -> (any Screen)? {
        switch kind {
        case .cards: cards
        case .dialog: window.map { DialogScreen(in: $0) }
        case .pictures: window.map { PicturesScreen(in: $0) }
        }
    }
}

/// The places of a screen's parts in its window.
@MainActor
private struct Places {
    let page: Box
    let header = row()
    let status = row()

    func fill(with extras: ScreenExtras) {
        for item in extras.header { header.append(item) }
        for (index, item) in extras.status.enumerated() { status.append(item, fills: index == 0) }
        for bar in [header, status] {
            bar.showAll()
            bar.setShownExplicitly()
        }
    }

    /// Shows or hides the screen's parts in the window's bars; the stack does the same for the page.
    func setBarsVisible(_ isVisible: Bool) {
        for bar in [header, status] { bar.isVisible = isVisible }
    }
}
