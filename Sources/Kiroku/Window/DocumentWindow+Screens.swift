import GtkKit
import KirokuCore

extension DocumentWindow {
    /// The screen that is shown.
    var screen: (any Screen)? { screens[shownScreen] }

    /// Adds an empty page for each screen, which is filled when it is first shown.
    func addScreens() {
        for kind in ScreenKind.allCases {
            let page = column()
            page.showAll()
            frame.stack.append(page, name: kind.rawValue, title: kind.title)
            places[kind] = ScreenPlaces(page: page)
        }
        frame.completeHeader()
        _ = made(.cards)
        frame.stack.onChange { [weak self] in self?.stackChanged() }
    }

    func show(_ kind: ScreenKind) {
        frame.stack.shownPage = kind.rawValue
    }

    private func stackChanged() {
        guard let kind = ScreenKind(rawValue: frame.stack.shownPage), kind != shownScreen else { return }
        screen?.commitEditing()
        places[shownScreen]?.setBarsVisible(false)
        screen?.becameHidden()
        shownScreen = kind
        screenChoice?.mark(kind.rawValue)
        let screen = made(kind)
        places[kind]?.setBarsVisible(true)
        screen.becameVisible()
        refresh()
    }

    private func made(_ kind: ScreenKind) -> any Screen {
        if let screen = screens[kind] { return screen }
        let screen = kind.make(in: self)
        screens[kind] = screen
        guard let places = places[kind] else { return screen }
        places.page.append(screen.widget, fills: true)
        screen.widget.showAll()
        frame.tools.append(places.header)
        frame.status.append(places.status, fills: true)
        places.fill(with: screen.extras)
        screen.documentChanged()
        return screen
    }
}

/// The places of a screen's parts in its window.
@MainActor
struct ScreenPlaces {
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
