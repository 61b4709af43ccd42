import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

extension DocumentWindow {
    /// Compares the document with another table, in a sheet.
    func showComparison() {
        guard dialog == nil, let shown else { return }
        screen?.commitEditing()
        Task { [weak self] in
            let backups = await shown.backups()
            guard let self, dialog == nil, self.shown === shown else { return }
            let sheet = ComparisonSheet(of: shown, backups: backups.reversed(), over: self)
            hold(sheet)
            sheet.open()
        }
    }

    /// Makes a sheet over this window; every dialog of the program is made here.
    ///
    /// - Parameters:
    ///   - name: its name for screen readers.
    ///   - content: what is in one column with the buttons.
    ///   - width: the width of that column; `nil` for content that takes the whole width.
    ///   - look: `nil` for the one that the user prefers.
    func makeSheet(
        name: String, content: some Widget, width: SheetColumn.Width? = .form, look: DialogLook? = nil
    ) -> ModalSheet {
        let sheet = ModalSheet(over: sheetHost, name: name, content: content, column: width)
        sheet.opacity = 1
        sheet.take(look ?? application.preferences.dialogLook)
        return sheet
    }

    /// Saves the preferences, and then shows `text`; if that fails, shows the error.
    func keepPreferences(saying text: String) {
        application.untilDone { [weak self, values = application.preferences.values] in
            do throws(StorageError) {
                try await values.saveInBackground()
                self?.show(Message(text, .ok, passes: true))
            } catch {
                self?.show(Message(error.message, .error))
            }
        }
    }

    /// Shows the manual, in the program's language, in the desktop's program for web pages.
    func showHelp() {
        let page = application.links.manual(in: languageNames) + "/index.html"
        guard !window.show(file: page) else { return }
        show(
            Message(
                localized(
                    "The manual cannot be shown, because no web browser is installed. It is in “{file}”.",
                    ["file": ShownText.short(page)]),
                .error))
    }

    func showPreferences() {
        guard dialog == nil else { return }
        screen?.commitEditing()
        let table = shown?.document.table
        let preferences = PreferencesSheet(over: self, sampleTable: table)
        hold(preferences) { [weak self] in
            // The focused widget may have been replaced meanwhile.
            if self?.sheetHost.widget.focusInWindow == nil { self?.screen?.grabFocus() }
        }
        preferences.open()
    }
}
