import GtkKit
import KirokuCore
import KirokuViews

/// The screen with all pictures: those in the user's folders, and those of the document in the window.
@MainActor
final class PicturesScreen: Screen {
    let widget: AnyWidget
    let extras = ScreenExtras()
    private let content = column()
    private var picker: PicturePicker?
    private weak var window: DocumentWindow?
    private let stock: PictureStock

    init(in window: DocumentWindow) {
        self.window = window
        stock = window.application.pictures
        widget = AnyWidget(content)
    }

    func documentChanged() {
        keepMemory()
        content.removeAll()
        let picker = PicturePicker(
            source: stock.source(with: window?.shown), decoder: stock.decoder, title: localized("Pictures"),
            memory: stock.memory)
        content.append(picker.widget, fills: true)
        content.showAll()
        self.picker = picker
    }

    func becameVisible() {
        picker?.lookAgain()
    }

    func becameHidden() {
        keepMemory()
    }

    func grabFocus() {
        picker?.grabFocus()
    }

    private func keepMemory() {
        if let picker { stock.memory = picker.memory }
    }
}
