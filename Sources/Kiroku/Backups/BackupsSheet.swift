import GtkKit
import KirokuCore
import KirokuViews

/// The backups of a document, any of which can be opened as a new document; and backing up everything.
@MainActor
final class BackupsSheet: WindowDialog {
    /// Called with the path of the copy to open.
    var onOpen: ((String) -> Void)?
    /// Called before the sheet closes, with a backup from which the user wants to restore.
    var onRestore: ((BackupSet) -> Void)?
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?

    private weak var window: DocumentWindow?
    private let sheet: ModalSheet
    private let backups: [Backup]
    private let choice: ComboBox
    private let title: String
    private let progress = ProgressRow(name: localized("Progress of the backup"))
    private let outcome = paragraph("")
    private var task: Task<Result<BackupReport, StorageError>, Never>?

    /// - Parameters:
    ///   - title: the title of the document in the window; `nil` if there is none.
    ///   - backups: its backups, the oldest first.
    init(over window: DocumentWindow, title: String?, backups: [Backup]) {
        self.window = window
        self.title = title ?? ""
        self.backups = backups.reversed()
        let name = localized("Backups")
        let content = sheetContent(name)
        let (ofDocument, everything) = (column(spacing: 12), column(spacing: 12))
        content.append(ofDocument)
        content.append(everything)
        choice = comboBox(name: localized("Backup"), choices: self.backups.map(\.time.localizedText))
        sheet = window.makeSheet(name: name, content: content)
        sheet.setCaptions(cancel: localized("_Cancel"), ok: backups.isEmpty ? localized("_OK") : localized("_Open"))
        if title != nil { fill(ofDocument: ofDocument) }
        fill(everything: everything)
        for part in [ofDocument, everything] { part.showAll() }
        outcome.isVisible = false
        sheet.onOK = { [weak self] in self?.openChosen() }
        sheet.onClosed = { [weak self] in
            self?.task?.cancel()
            self?.onClosed?()
        }
    }

    func open() { try? sheet.open() }

    private func fill(ofDocument content: Box) {
        content.append(heading(localized("This Document")))
        guard !backups.isEmpty else {
            content.append(
                paragraph(localized("There are no backups of this document yet. Kiroku makes them as you edit.")))
            return
        }
        var sentences = [
            localized("The backup opens as a copy in a new document. The document and the backup stay unchanged.")
        ]
        if window?.shown?.isShared == true { sentences.append(localized("The copy is not shared.")) }
        content.append(paragraph(localizedSentences(sentences)))
        choice.setAlignedAcross(.start)
        choice.chosen = 0
        content.append(choice)
    }

    private func fill(everything content: Box) {
        content.append(heading(localized("Everything")))
        content.append(
            paragraph(
                localized(
                    "Copies all open and recent documents, all documents in Kiroku’s own folder and the preferences to a folder with today’s date."
                )))
        let buttons = column(spacing: 6)
        for button in [
            button(localized("_Back Up Everything Now…")) { [weak self] in self?.chooseFolder() },
            button(localized("_Restore…")) { [weak self] in self?.chooseBackup() },
        ] {
            button.setAlignedAcross(.start)
            buttons.append(button)
        }
        content.append(buttons)
        content.append(progress.widget)
        content.append(outcome)
        outcome.setShownExplicitly()
    }

    // MARK: A backup of the document

    private func openChosen() {
        guard task == nil else { return }
        guard let place = choice.chosen, backups.indices.contains(place) else { return closeSheet() }
        let backup = backups[place]
        let copyTitle = localized(
            "{title}, {date}", ["title": title, "date": backup.time.dateText.replacing("/", with: "-")])
        guard let folder = window?.application.links.documents else { return }
        Task { [weak self] in
            do throws(StorageError) {
                let path = try await BackupCopy.make(of: backup, title: copyTitle, in: folder)
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

    // MARK: Everything

    private func chooseFolder() {
        guard let window, task == nil else { return }
        FileChooser.chooseFolder(
            over: window.window, title: localized("Back Up Everything"), accept: localized("_Back Up"),
            cancel: localized("_Cancel"), folder: window.application.links.home
        ) { [weak self] in self?.backUp(in: $0) }
    }

    private func backUp(in folder: String) {
        guard let application = window?.application, task == nil, sheet.isOpen else { return }
        sheet.show(nil)
        outcome.isVisible = false
        progress.begin(localized("Backing up…"))
        let relay = ProgressRelay { [weak self] share in
            if self?.task != nil { self?.progress.fraction = share }
        }
        let work = Task { () async -> Result<BackupReport, StorageError> in
            do throws(StorageError) {
                return .success(try await application.backUpEverything(in: folder) { relay.report($0) })
            } catch {
                return .failure(error)
            }
        }
        task = work
        progress.onCancel = { work.cancel() }
        application.untilDone { [weak self] in self?.finish(await work.value) }
    }

    private func finish(_ result: Result<BackupReport, StorageError>) {
        task = nil
        guard sheet.isOpen else { return }
        progress.end()
        switch result {
        case .success(let report): show(report)
        case .failure(let error): sheet.show(Message(error.message, error == .cancelled ? .normal : .error))
        }
    }

    private func show(_ report: BackupReport) {
        let isWhole = report.failures.isEmpty
        guard let folder = report.folder else {
            return sheet.show(Message(localized("There is nothing to back up."), .caution))
        }
        let made = localized(
            "Backed up {count} document and Kiroku’s own files to “{folder}”.",
            "Backed up {count} documents and Kiroku’s own files to “{folder}”.", count: report.documents,
            ["folder": FilePath.name(of: folder)])
        let failures = report.failures.map { FailedThing.text($0.name, $0.error.message) }
        outcome.text = FailedThing.list(below: made, failures)
        outcome.isVisible = true
        sheet.show(
            Message(
                isWhole ? localized("Everything has been backed up.") : localized("Not everything could be backed up."),
                isWhole ? .ok : .caution))
    }

    private func chooseBackup() {
        guard let window, task == nil else { return }
        FileChooser.chooseFolder(
            over: window.window, title: localized("Restore"), accept: localized("_Choose"),
            cancel: localized("_Cancel"), folder: window.application.links.home
        ) { [weak self] in self?.check($0) }
    }

    private func check(_ folder: String) {
        Task { [weak self] in
            do throws(StorageError) {
                let set = try await BlockingIO.run { () throws(StorageError) in try BackupSet(at: folder) }
                guard let self, sheet.isOpen, task == nil else { return }
                onRestore?(set)
                closeSheet()
            } catch .notFound {
                let text = localized(
                    "“{folder}” was not created by Back Up Everything.",
                    ["folder": ShownText.short(FilePath.name(of: folder))])
                self?.sheet.show(Message(text, .error))
            } catch {
                self?.sheet.show(Message(error.message, .error))
            }
        }
    }
}

/// Lists what failed below what succeeded.
enum FailedThing {
    private static let most = 8

    static func text(_ name: String, _ reason: String) -> String {
        localized("{name}: {reason}", ["name": ShownText.short(name), "reason": reason])
    }

    static func list(below done: String, _ failures: [String]) -> String {
        var lines = [done] + failures.prefix(most)
        let others = failures.count - most
        if others > 0 { lines.append(localized("And {count} more.", "And {count} more.", count: others)) }
        return lines.joined(separator: "\n")
    }
}
