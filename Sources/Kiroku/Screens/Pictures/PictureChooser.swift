import GtkKit
import KirokuCore
import KirokuPictures
import KirokuViews

/// The sheet in which a record gets its picture (spec 4).
@MainActor
final class PictureChooser {
    /// The picture is in the document, under this name.
    var onRegister: ((String) -> Void)?
    /// The picture could not be put into the document.
    var onFailure: (() -> Void)?
    /// The sheet has gone.
    var onClosed: (() -> Void)?

    private let sheet: ModalSheet
    private let picker: PicturePicker
    private let source: any PictureSource
    private let stock: PictureStock
    private let file: CardFile
    private var work: Task<Void, Never>?

    /// A sheet that is not open yet.
    ///
    /// - Parameter goesOn: whether the picture after the one that was chosen last is chosen from the beginning.
    init(over window: DocumentWindow, document: ShownDocument, file: CardFile, goesOn: Bool) {
        stock = window.application.pictures
        self.file = file
        source = stock.source(with: document)
        picker = PicturePicker(
            source: source, decoder: stock.decoder, title: localized("Pictures"), memory: stock.memory,
            choosesNext: goesOn)
        let content = column()
        content.setMargins(start: 50, end: 74, top: 100, bottom: 18)
        content.append(picker.widget, fills: true)
        sheet = ModalSheet(over: window.sheetHost, name: localized("Choose a picture"), content: scrolled(content))
        sheet.slideTime = window.application.preferences.slideTime
        sheet.setLayout(size: .s, x: .l3, y: .m)
        sheet.setCaptions(cancel: localized("Cancel"), ok: localized("Register"))
        sheet.onOK = { [weak self] in self?.register() }
        picker.onActivate = { [weak self] in self?.register() }
        sheet.onClosed = { [weak self] in
            guard let self else { return }
            work?.cancel()
            stock.memory = picker.memory
            onClosed?()
        }
    }

    func open() {
        try? sheet.open()
        picker.grabFocus()
    }

    /// Puts the picture into the document, once it is known that it can be shown.
    private func register() {
        guard work == nil else { return }
        guard picker.isSelected, let item = picker.selectedItem else {
            return sheet.show(Message(localized("Select a picture."), .caution, passes: true))
        }
        work = Task { [weak self, source, file, loader = PictureLoader(source: source, decoder: stock.decoder)] in
            let name = await Self.store(item, from: source, with: loader, in: file)
            guard !Task.isCancelled, let self else { return }
            if sheet.isOpen { try? sheet.close() }
            if let name { onRegister?(name) } else { onFailure?() }
        }
    }

    /// Returns the name of the picture in the document; `nil` if it cannot be shown or kept.
    @concurrent
    private static func store(
        _ item: PictureItem, from source: any PictureSource, with loader: PictureLoader, in file: CardFile
    ) async -> String? {
        do {
            if let name = DocumentPictures.name(of: item.reference) { return name }
            let sizing = DecodeRequest.Sizing.fitting(width: 64, height: 64)
            _ = try await loader.load(item.reference, sizing, .picture, urgency: .chosen)
            let bytes = try await source.bytes(of: item.reference, atMost: PictureStock.mostBytes)
            return try await file.addPicture(bytes, hash: pictureHash(bytes), name: item.name)
        } catch {
            Reports.error("KRK_PC_RG", "cannot register \(item.name): \(error)")
            return nil
        }
    }
}
