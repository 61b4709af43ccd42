import GtkKit
import KirokuCore
import KirokuPictures
import KirokuPresentation
import KirokuViews

/// The sheet in which the user chooses a picture for a record.
@MainActor
final class PictureChooser: WindowDialog {
    /// Called when the picture is in the document, with its name there.
    var onRegister: ((String) -> Void)?
    /// Called when the picture could not be put into the document.
    var onFailure: (() -> Void)?
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?

    private let sheet: ModalSheet
    private let picker: PicturePicker
    private let source: any PictureSource
    private let stock: PictureStock
    private let store: any PictureStore
    private var work: Task<Void, Never>?
    /// How long the sheet slides, in seconds, when pictures are chosen one after another.
    private static let quickSeconds = 0.1

    /// Creates a sheet, which ``open()`` shows.
    ///
    /// - Parameters:
    ///   - window: the window that the sheet slides over.
    ///   - document: the document in the window, which gets the picture.
    ///   - record: the index of the record, for the title.
    ///   - continues: whether the picture after the last chosen one is selected at first; the sheet then slides
    ///     quickly.
    init(over window: DocumentWindow, document: DocumentSession, record: Int, continues: Bool) {
        stock = window.application.pictures
        store = document.document
        source = stock.source(with: document)
        picker = PicturePicker(
            source: source, decoder: stock.decoder,
            title: localized("Record {number}", ["number": localizedNumber(record + 1)]),
            memory: stock.memory, choosesNext: continues, choosesFirst: true)
        let content = column()
        content.setMargins(start: 0, end: 0, top: SheetColumn.margin, bottom: 0)
        content.append(picker.widget, fills: true)
        sheet = window.makeSheet(name: localized("Choose a Picture"), content: scrolled(content), width: .wide)
        if continues { try? sheet.setSlideTime(Self.quickSeconds) }
        sheet.setCaptions(cancel: localized("Cancel"), ok: localized("Use Picture"))
        sheet.onOK = { [weak self] in self?.register() }
        picker.onActivate = { [weak self] in self?.register() }
        picker.onListed = { [weak self] in self?.sheet.giveKeysBack() }
        sheet.onClosed = { [weak self] in
            guard let self else { return }
            work?.cancel()
            stock.memory = picker.memory
            onClosed?()
        }
    }

    func open() {
        // An Enter pressed in advance is meant for the picture that is still to be chosen.
        sheet.keepKeys()
        try? sheet.open()
        picker.grabFocus()
    }

    /// Puts the picture into the document, if it can be shown.
    ///
    /// Keys that are pressed meanwhile are meant for the records: the next Enter opens the sheet for the next one.
    private func register() {
        guard work == nil else { return }
        guard let item = picker.selectedItem else {
            return sheet.show(Message(localized("Select a picture."), .caution, passes: true))
        }
        let keeper = PictureKeeper(source: source, decoder: stock.decoder, store: store)
        sheet.keepKeys()
        work = Task { [weak self] in
            let name = try? await keeper.keep(item.reference, name: item.name)
            guard !Task.isCancelled, let self else { return }
            if sheet.isOpen { try? sheet.close() }
            if let name {
                onRegister?(name)
                sheet.giveKeysBack()
            } else {
                sheet.dropKeys()
                onFailure?()
            }
        }
    }
}
