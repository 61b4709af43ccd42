import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// Shows a document that has been opened.
    ///
    /// - Parameter beginning: the document that is already shown in part; `nil` if none is.
    func show(_ result: DocumentOpener.Result, begunAs beginning: Document?) {
        let isInSight = cards.showsLoading
        let shown = DocumentSession(
            result, loading: beginning, backupFolder: application.links.backupFolder,
            decoder: application.pictures.decoder
        ) { [weak self] event in
            self?.handle(event)
        }
        shown.onBackupFailure = { [weak self] in self?.showBackupFailure($0) }
        shown.makeBackups(by: application.preferences.backupPolicy)
        shown.keepRunning = { [weak application] in application?.untilDone($0) }
        remembered.takeFolder(for: result.path)
        put(shown)
        keepSecondCopy()
        startSync()
        if isInSight {
            // The message line may still say that the document is being opened.
            show(nil)
        } else {
            screen?.grabFocus()
            remembered.takePosition()
        }
        cards.grid?.measureWhenDrawn("all records")
        if let text = result.imported {
            RecentDocuments.add(text.path)
            application.rememberMade(result.path, from: text.path)
        }
        if result.isSample { application.windowMemory.memory.sample = result.path }
        application.remember(result.path)
        showOpeningNotices(result)
        if result.imported == nil, !result.isSample { inspectUnknown(result.path) }
    }

    private func showBackupFailure(_ error: StorageError) {
        let text = localized("The backup failed. Kiroku will try again in a minute.")
        show(Message(localizedSentences([error.message, text]), .caution))
    }

    /// Inspects a document that, as far as is remembered, no window on this machine has shown: it may come from
    /// anywhere.
    private func inspectUnknown(_ path: String) {
        guard application.windowMemory.memory.place(of: path) == nil else { return }
        Task { [weak self] in
            do throws(StorageError) {
                try await DocumentStores.checkStructure(of: path)
            } catch {
                guard error.isDamage, let self, self.path == path else { return }
                frame.messageLine.show(Message(error.message, .error))
            }
        }
    }

    private func showOpeningNotices(_ result: DocumentOpener.Result) {
        if let notice = result.contents.repairNotice { frame.messageLine.show(Message(notice, .caution)) }
        if !result.store.capabilities.contains(.watching) {
            news.announce(
                Message(
                    localized(
                        "Changes by others appear when you edit this document or return to this window."
                    )))
        }
        guard let imported = result.imported else { return }
        let news = localized(
            "Imported {count} record from {file}.", "Imported {count} records from {file}.", count: imported.records,
            ["file": FilePath.name(of: imported.path)])
        let notices = imported.notices.map { notice in
            guard case .guessedEncoding = notice.kind else { return notice.message }
            return localizedSentences([notice.message, localized("To choose another encoding, use Import….")])
        }
        let numbers = imported.numberNotes.map(\.message)
        let lines =
            [news] + notices + numbers + [imported.firstLine?.message, imported.total?.message].compactMap(\.self)
        let kind = notices.isEmpty && numbers.isEmpty ? MessageKind.ok : .caution
        // The buttons beside it are about it.
        frame.messageLine.show(Message(localizedSentences(lines), kind, stays: !textRevisions.isEmpty))
    }
}
