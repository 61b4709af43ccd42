import GtkKit
import KirokuCore
import KirokuViews

/// The screen with all pictures: those in the user's folders, and those of the document in the window.
@MainActor
final class PicturesScreen: Screen {
    let widget: AnyWidget
    let extras = ScreenExtras()
    private let content = column()
    /// What is shown if there are no pictures at all.
    private let emptyPage: AnyWidget
    private let addButton = button(localized("_Add a Folder…"))
    private(set) var picker: PicturePicker?
    private(set) weak var window: DocumentWindow?
    private let stock: PictureStock

    init(in window: DocumentWindow) {
        self.window = window
        stock = window.application.pictures
        addButton.addStyleClass("suggested-action")
        addButton.setAlignedAcross(.center)
        let title = localized("No pictures yet")
        let text = localized("Add a folder of pictures, or drop pictures on a record.")
        emptyPage = statusPage(icon: "image-x-generic-symbolic", title: title, text: text, content: addButton)
        // Screen readers cannot see libhandy's own labels.
        emptyPage.accessibleName = title
        emptyPage.setAccessibleDescription(text)
        emptyPage.showAll()
        emptyPage.setShownExplicitly()
        emptyPage.isVisible = false
        let all = column()
        all.append(content, fills: true)
        content.setShownExplicitly()
        content.isVisible = true
        all.append(emptyPage, fills: true)
        // A narrow window shows only a part of the content.
        widget = AnyWidget(scrolled(all))
        addButton.onPress { [weak self] in self?.addFolder() }
    }

    func documentChanged() {
        keepMemory()
        content.removeAll()
        let picker = PicturePicker(
            source: stock.source(with: window?.shown), decoder: stock.decoder, memory: stock.memory)
        picker.itemMenu = { [weak self] in self?.menu(of: $0) ?? [] }
        picker.onDelete = { [weak self] in self?.remove($0) }
        content.append(picker.widget, fills: true)
        picker.widget.showAll()
        picker.onEmptyChange = { [weak self, weak picker] in
            if let picker { self?.showEmptyPage(picker.isEmpty) }
        }
        self.picker = picker
        showEmptyPage(false)
    }

    /// Shows the page for no pictures instead of the panes, or the panes; the focus stays on the screen.
    private func showEmptyPage(_ isEmpty: Bool) {
        guard isEmpty != emptyPage.isVisible else { return }
        let hadFocus = widget.focusInWindow.map { widget.holds($0) } ?? false
        content.isVisible = !isEmpty
        emptyPage.isVisible = isEmpty
        if hadFocus { grabFocus() }
    }

    func documentMoved() {
        picker?.checkAgain()
    }

    func becameVisible() {
        picker?.checkAgain()
    }

    /// Called also when the window closes.
    func commitEditing() {
        keepMemory()
    }

    func grabFocus() {
        if emptyPage.isVisible { addButton.grabFocus() } else { picker?.grabFocus() }
    }

    private func addFolder() {
        guard let window else { return }
        let preferences = window.application.preferences
        FileChooser.chooseFolder(
            over: window.window, title: localized("Add a Folder of Pictures"), accept: localized("_Choose"),
            cancel: localized("_Cancel"), folder: window.application.links.home
        ) { [weak window] path in
            guard !preferences.pictureFolders.contains(path) else { return }
            preferences.set(pictureFolders: preferences.pictureFolders + [path])
            window?.keepPreferences(
                saying: localized(
                    "The pictures in “{folder}” are now shown as well.", ["folder": ShownText.short(path)]))
        }
    }

    private func keepMemory() {
        if let picker { stock.memory = picker.memory }
    }
}
