import Glibc
import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

extension DocumentWindow {
    /// Shows what a new document of the cells on the clipboard will hold, as for a file, and makes it.
    func makeDocumentFromClipboard() {
        guard dialog == nil, !opening.isRunning else { return }
        screen?.commitEditing()
        Task { [weak self] in
            do throws(TextError) {
                if let found = try await ClipboardCells.read() {
                    await self?.makeDocument(of: found.cells)
                } else {
                    self?.show(Message(localized("There is no text on the clipboard."), .caution))
                }
            } catch {
                self?.show(Message(error.message, .error))
            }
        }
    }

    /// Imports cells into a new document through a file that is deleted with the sheet.
    func makeDocument(of cells: PastedCells) async {
        let path = application.links.clipboardFolder + "/\(getpid())/\(localized("Clipboard")).tsv"
        do throws(StorageError) {
            try Folder.make(FilePath.folder(of: path))
            try await cells.write(toFile: path)
        } catch {
            return show(Message(error.message, .error))
        }
        guard dialog == nil else { return }
        let sheet = ImportSheet(of: path, into: nil, formats: cells.formats, over: self)
        sheet.onMade = { [weak self] path, _ in self?.application.open([path]) }
        hold(sheet) {
            unlink(path)
            rmdir(FilePath.folder(of: path))
        }
        sheet.open()
    }
}
