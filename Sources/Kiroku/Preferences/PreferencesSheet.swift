import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// A sheet with the preferences: changes take effect at once, OK keeps them, and Cancel reverts them.
@MainActor
final class PreferencesSheet: WindowDialog {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?

    private let sheet: ModalSheet
    private let view: PreferencesView
    let application: KirokuApplication
    private(set) weak var window: DocumentWindow?
    let preferences: AppPreferences
    /// The preferences when the sheet opened; `nil` once there is nothing to put back.
    private var before: PreferencesSnapshot?
    private var observation: Observation?
    private var refusal = Refusal()

    /// - Parameters:
    ///   - window: the window that the sheet slides over.
    ///   - sampleTable: the table whose first record is the sample for copying.
    init(over window: DocumentWindow, sampleTable: RecordTable?) {
        application = window.application
        self.window = window
        preferences = application.preferences
        before = preferences.values.snapshot
        view = PreferencesView(of: preferences, sampleTable: sampleTable)
        sheet = window.makeSheet(name: localized("Preferences"), content: view.widget)
        sheet.onOK = { [weak self] in self?.keep() }
        sheet.onCancel = { [weak self] in self?.revert() }
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
            self?.refusal.remember()
            self?.sheet.show(Message($0, .error))
        }
        observation = preferences.values.observe { [weak self] _ in
            self?.refusal.clear()
            self?.applyAppearance()
        }
    }

    func open() {
        try? sheet.open()
    }

    /// Whether the sheet can still be used.
    var isOpen: Bool { sheet.isOpen && before != nil }

    func show(_ message: Message) { sheet.show(message) }

    /// Applies the dialogs' layout and the language to this sheet, too.
    private func applyAppearance() {
        sheet.setName(localized("Preferences"))
        sheet.take(preferences.dialogLook)
        sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("_OK"))
    }

    private func keep() {
        guard let before, !refusal.isNews else { return }
        // While the values are being written, nothing is reverted, whatever happens to the sheet.
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

    private func revert() {
        guard let before else { return }
        self.before = nil
        preferences.values.restore(before)
    }

    private func end() {
        // A window that closes under the sheet has kept nothing.
        revert()
        observation = nil
        view.end()
        onClosed?()
    }
}
