import GtkKit
import KirokuCore
import KirokuViews

/// Exporting preferences to another computer, and importing them.
extension PreferencesSheet {
    /// The proposed name of the file.
    private static var fileName: String { localized("Kiroku preferences") + ".plist" }

    func askForExport() {
        guard let window else { return }
        FileChooser.save(
            over: window.window, title: localized("Export the Preferences"), accept: localized("_Export"),
            cancel: localized("_Cancel"), name: Self.fileName, folder: nil
        ) { [weak self] path in
            guard let self else { return }
            // The preferences in effect, saved or not.
            let contents = preferences.values.contents(without: PreferenceKeys.ofThisComputer)
            let link = DictionaryFileLink(path: path)
            application.untilDone { [weak self] in
                do throws(StorageError) {
                    try await BlockingIO.run { () throws(StorageError) in try link.save(contents) }
                    let file = ShownText.short(FilePath.name(of: path))
                    self?.show(Message(localized("Exported the preferences to “{file}”.", ["file": file]), .ok))
                } catch {
                    self?.show(Message(error.message, .error))
                }
            }
        }
    }

    func askForImport() {
        guard let window else { return }
        let filters = [
            FileChooser.Filter(name: localized("Preferences"), patterns: ["*.plist"]),
            FileChooser.Filter(name: localized("All files"), patterns: ["*"]),
        ]
        FileChooser.open(
            over: window.window, title: localized("Import Preferences"), accept: localized("_Import"),
            cancel: localized("_Cancel"), filters: filters, folder: nil
        ) { [weak self] paths in
            guard let path = paths.first else { return }
            Task { [weak self] in await self?.take(from: path) }
        }
    }

    /// Applies the preferences of a file; as with any other change, OK keeps them and Cancel takes them back.
    private func take(from path: String) async {
        do throws(StorageError) {
            let contents = try await BlockingIO.run { () throws(StorageError) in
                try DictionaryFileLink(path: path).load()
            }
            guard isOpen else { return }
            do throws(FileFormatError) {
                try preferences.values.take(contents, without: PreferenceKeys.ofThisComputer)
            } catch {
                throw .malformed(path: path, reason: error.reason)
            }
            show(Message(localized("The imported preferences are in effect. Select OK to keep them."), .ok))
        } catch {
            show(Message(error.message, .error))
        }
    }
}
