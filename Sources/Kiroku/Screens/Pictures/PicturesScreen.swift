import GtkKit
import KirokuCore
import KirokuViews

/// The screen with all pictures.
@MainActor
final class PicturesScreen: Screen {
    let widget: AnyWidget
    let extras = ScreenExtras()
    private let picker: PicturePicker
    private let stock: PictureStock

    init(in window: DocumentWindow) {
        stock = window.application.pictures
        picker = PicturePicker(
            source: stock.folders, decoder: stock.decoder, title: localized("Pictures"), memory: stock.memory)
        widget = AnyWidget(picker.widget)
    }

    func becameVisible() {
        picker.lookAgain()
    }

    func becameHidden() {
        stock.memory = picker.memory
    }

    func grabFocus() {
        picker.grabFocus()
    }
}
