import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// The preferences in a sheet: they have their effect at once, OK keeps them, and Cancel puts everything back.
@MainActor
final class PreferencesSheet {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?

    private let sheet: ModalSheet
    private let view: PreferencesView
    let application: KirokuApplication
    private(set) weak var window: DocumentWindow?
    let preferences: AppPreferences
    /// How it was when the sheet opened; `nil` when that counts no more.
    private var before: PreferencesSnapshot?
    private var observation: Observation?
    private var refusal = Refusal()

    /// - Parameters:
    ///   - window: over whose content it slides.
    ///   - sampleTable: whose first record is the sample of what is copied.
    init(over window: DocumentWindow, sampleTable: RecordTable?) {
        application = window.application
        self.window = window
        preferences = application.preferences
        before = preferences.values.snapshot
        view = PreferencesView(of: preferences, sampleTable: sampleTable)
        sheet = window.makeSheet(name: localized("Preferences"), content: view.widget)
        sheet.onOK = { [weak self] in self?.keep() }
        sheet.onCancel = { [weak self] in self?.putBack() }
        sheet.onClosed = { [weak self] in self?.end() }
        view.onChooseFolder = { [weak window] title, chosen in
            guard let window else { return }
            FileChooser.chooseFolder(
                over: window.window, title: title, accept: localized("_Choose"), cancel: localized("_Cancel"),
                folder: window.application.links.home, chosen: chosen)
        }
        view.onExport = { [weak self] in self?.askForExport() }
        view.onImport = { [weak self] in self?.askForImport() }
        view.onRefusal = { [weak self] in
            self?.refusal.note()
            self?.sheet.show(Message($0, .error))
        }
        observation = preferences.values.observe { [weak self] _ in
            self?.refusal.clear()
            self?.lookLikeAll()
        }
    }

    func open() {
        try? sheet.open()
    }

    /// Whether it can still be used.
    var isOpen: Bool { sheet.isOpen && before != nil }

    func show(_ message: Message) { sheet.show(message) }

    /// The sheet shows its own layout and language, too.
    private func lookLikeAll() {
        sheet.setName(localized("Preferences"))
        let layout = preferences.dialogLayout
        sheet.setLayout(size: layout.size, x: layout.x, y: layout.y)
        sheet.slideTime = preferences.slideTime
        sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("_OK"))
    }

    private func keep() {
        guard let before, !refusal.isNews else { return }
        // Nothing is put back while it is being written, whatever becomes of the sheet.
        self.before = nil
        application.untilDone { [weak self, values = preferences.values] in
            do throws(StorageError) {
                try await values.saveInBackground()
                try? self?.sheet.close()
            } catch {
                self?.before = before
                self?.sheet.show(Message(error.message, .error))
            }
        }
    }

    private func putBack() {
        guard let before else { return }
        self.before = nil
        preferences.values.restore(before)
    }

    private func end() {
        // A window that is closed under the sheet has not been asked to keep anything.
        putBack()
        observation = nil
        view.end()
        onClosed?()
    }
}
