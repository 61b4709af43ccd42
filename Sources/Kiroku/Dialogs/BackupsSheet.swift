import GtkKit
import KirokuCore
import KirokuViews

/// The backups of a document, one of which can be opened as a document of its own.
@MainActor
final class BackupsSheet {
    /// Called with the path of the copy that is to be opened.
    var onOpen: ((String) -> Void)?
    /// Called when the sheet has gone.
    var onClosed: (() -> Void)?

    private let sheet: ModalSheet
    private let backups: [Backup]
    private let choice: ComboBox
    private let title: String
    private let documentFolder: String

    /// - Parameters:
    ///   - title: what the document is called.
    ///   - backups: the oldest first.
    ///   - documentFolder: where the copy is put.
    init(over window: DocumentWindow, title: String, backups: [Backup], documentFolder: String) {
        self.title = title
        self.backups = backups.reversed()
        self.documentFolder = documentFolder
        let name = localized("Open a backup")
        let heading = GtkKit.heading(name)
        heading.addStyleClass("kiroku-title")
        let content = column(spacing: 12)
        content.setMargins(horizontal: 24, vertical: 24)
        content.append(heading)
        choice = comboBox(name: localized("Backup"), choices: self.backups.map(\.time.localizedText))
        if backups.isEmpty {
            content.append(
                paragraph(localized("There are no backups of this document yet. They are made as it is edited.")))
        } else {
            content.append(
                paragraph(
                    localized("A copy of the backup is opened as a new document. Document and backup stay as they are.")
                ))
            choice.setAlignedAcross(.start)
            content.append(choice)
            choice.chosen = 0
        }
        sheet = window.makeSheet(name: name, content: clamp(content, width: 720))
        sheet.setCaptions(cancel: localized("_Cancel"), ok: backups.isEmpty ? localized("_OK") : localized("_Open"))
        sheet.onOK = { [weak self] in self?.openChosen() }
        sheet.onClosed = { [weak self] in self?.onClosed?() }
    }

    func open() { try? sheet.open() }

    private func openChosen() {
        guard let place = choice.chosen, backups.indices.contains(place) else { return closeSheet() }
        let backup = backups[place]
        let copyTitle = localized(
            "{title}, {date}", ["title": title, "date": backup.time.dateText.replacing("/", with: "-")])
        Task { [weak self, documentFolder] in
            do throws(StorageError) {
                let path = try await BackupCopy.make(of: backup, title: copyTitle, in: documentFolder)
                self?.onOpen?(path)
                self?.closeSheet()
            } catch {
                self?.sheet.show(Message(error.message, .error))
            }
        }
    }

    private func closeSheet() {
        if sheet.isOpen { try? sheet.close() }
    }
}

/// A copy of a backup under a name of its own, made by SQLite, so that it is whole.
enum BackupCopy {
    /// Returns the copy's path.
    static func make(of backup: Backup, title: String, in folder: String) async throws(StorageError) -> String {
        let opened = try await CardFile.open(at: backup.path)
        guard let source = opened.link as? any BackupSource else { throw .unsupported }
        let path = DocumentName.free(for: title, in: folder, isTaken: CanonicalPath.isTaken)
        do throws(StorageError) {
            try Folder.make(folder)
            try await source.backUp(to: path)
        } catch {
            await opened.link?.close()
            throw error
        }
        await opened.link?.close()
        return path
    }
}
