import Geometry
import GtkKit
import KirokuCore
import KirokuViews

/// The screen with all pictures: those in the user's folders, and those of the document in the window.
@MainActor
final class PicturesScreen: Screen {
    let widget: AnyWidget
    let extras: ScreenExtras
    private let size = stepScale(name: localized("Size of the pictures"), steps: ItemSize.allCases.map { _ in "" })
    private let content = column()
    private(set) var picker: PicturePicker?
    private(set) weak var window: DocumentWindow?
    private let stock: PictureStock

    init(in window: DocumentWindow) {
        self.window = window
        stock = window.application.pictures
        size.setLeastSize(width: 120, height: -1)
        size.setExpands(horizontally: true)
        size.setAlignedAcross(.end)
        extras = ScreenExtras(status: [AnyWidget(size)])
        // A narrow window shows only a part of the content.
        widget = AnyWidget(scrolled(content))
        size.onChange { [weak self] in
            guard let self, let chosen = ItemSize(rawValue: size.step) else { return }
            picker?.itemSize = chosen
        }
    }

    func documentChanged() {
        keepMemory()
        content.removeAll()
        let picker = PicturePicker(
            source: stock.source(with: window?.shown), decoder: stock.decoder, title: localized("Pictures"),
            memory: stock.memory)
        picker.fillsWideWindows = true
        picker.itemMenu = { [weak self] in self?.menu(of: $0) ?? [] }
        picker.onDelete = { [weak self] in self?.remove($0) }
        picker.onMemoryChange = { [weak self, weak picker] in
            if let picker { self?.size.step = picker.itemSize.rawValue }
        }
        content.append(picker.widget, fills: true)
        let empty = emptyPage()
        picker.widget.add(empty) { [weak picker] in Self.middle(of: picker?.widget) }
        content.showAll()
        empty.isVisible = false
        empty.setShownOnlyByItself()
        picker.onEmptyChange = { [weak picker] in
            if let picker { empty.isVisible = picker.isEmpty }
        }
        self.picker = picker
        size.step = picker.itemSize.rawValue
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

    /// What is shown where there are no pictures at all.
    private func emptyPage() -> Box {
        let page = column(spacing: 12)
        page.append(
            paragraph(localized("Kiroku shows the pictures in your folders here."), alignment: .center, width: 40))
        let add = button(localized("_Add a Folder…")) { [weak self] in self?.addFolder() }
        add.addStyleClass("suggested-action")
        add.setAlignedAcross(.center)
        page.append(add)
        return page
    }

    private static func middle(of whole: Overlay?) -> Rectangle {
        let (width, height) = (min(whole?.laidOutWidth ?? 1, 400), 120)
        return Rectangle(
            x: ((whole?.laidOutWidth ?? 1) - width) / 2, y: max((whole?.laidOutHeight ?? 1) - height, 0) / 2,
            width: width,
            height: height)
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
                saying: localized("The pictures in “{folder}” are now shown, too.", ["folder": ShownText.short(path)]))
        }
    }

    private func keepMemory() {
        if let picker { stock.memory = picker.memory }
    }
}
