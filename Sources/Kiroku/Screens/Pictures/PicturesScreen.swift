import GtkKit
import KirokuCore
import KirokuViews

/// The screen with all pictures: those in the user's folders, and those of the document in the window.
@MainActor
final class PicturesScreen: Screen {
    let widget: AnyWidget
    let extras = ScreenExtras()
    private let content = column()
    private(set) var picker: PicturePicker?
    private(set) weak var window: DocumentWindow?
    private let stock: PictureStock

    init(in window: DocumentWindow) {
        self.window = window
        stock = window.application.pictures
        // A narrow window shows only a part of the content.
        widget = AnyWidget(scrolled(content))
    }

    func documentChanged() {
        keepMemory()
        content.removeAll()
        let picker = PicturePicker(
            source: stock.source(with: window?.shown), decoder: stock.decoder, title: localized("Pictures"),
            memory: stock.memory)
        picker.itemMenu = { [weak self] in self?.menu(of: $0) ?? [] }
        picker.onDelete = { [weak self] in self?.remove($0) }
        content.append(picker.widget, fills: true)
        content.showAll()
        self.picker = picker
    }

    func documentMoved() {
        picker?.lookAgain()
    }

    func becameVisible() {
        picker?.lookAgain()
    }

    /// Called also when the window closes.
    func commitEditing() {
        keepMemory()
    }

    func grabFocus() {
        picker?.grabFocus()
    }

    private func keepMemory() {
        if let picker { stock.memory = picker.memory }
    }
}
