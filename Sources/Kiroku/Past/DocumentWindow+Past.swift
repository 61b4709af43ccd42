import GtkKit
import KirokuCore
import KirokuViews

/// The table as it was.
extension DocumentWindow {
    /// Shows the table as it was before an entry of the history, or asks whether to show the nearest moment that is
    /// known.
    ///
    /// - Parameter progress: shows the progress of going back, and can stop it.
    func showPast(before entry: HistoryEntry, _ progress: ProgressRow) {
        guard !goingBack.isRunning, dialog == nil, let document = shown?.document else { return }
        screen?.commitEditing()
        // The row disappears with its pane, which may be built again meanwhile.
        goingBack.onProgress = { [weak progress] in progress?.fraction = $0 }
        goingBack.onDelay = { [weak progress] in progress?.begin() }
        progress.onCancel = { [weak self, weak progress] in
            self?.goingBack.cancel()
            progress?.end()
        }
        goingBack.start { report throws(StorageError) in
            try await document.table(beforeStep: entry.step, progress: report)
        } done: { [weak self, weak progress] result in
            progress?.end()
            guard let self, shown?.document === document, !closing.isUnderway else { return }
            switch result {
            case .success(let past): show(past, of: document)
            case .failure(.cancelled): break
            case .failure(let error): show(Message(error.message, .error))
            }
        }
    }

    private func show(_ past: PastTable, of document: Document) {
        guard let obstacle = past.obstacle else { return open(past, of: document) }
        guard let time = past.time else {
            let text = localized("Nothing before that can be shown.")
            return show(Message(localizedSentences([obstacle.message, text]), .caution))
        }
        guard dialog == nil else { return }
        let text = localized(
            "The earliest state that can be shown is just before the change of {date}.",
            ["date": LocalTime(time).localizedText])
        let sheet = QuestionSheet(
            over: self, localized("The table cannot be shown as it was then."),
            text: localizedSentences([obstacle.message, text]), cancel: localized("_Cancel"),
            ok: localized("_Show It"))
        sheet.onOK = { [weak self, weak sheet] in
            sheet?.close()
            self?.open(past, of: document)
        }
        hold(sheet)
        sheet.open()
    }

    private func open(_ past: PastTable, of document: Document) {
        let (path, application) = (document.path, application)
        Task {
            // A separate reader keeps working when the document is closed.
            let pictures = path.map { DocumentStores.at($0) }
            do throws(StorageError) {
                try await pictures?.openForReading()
            } catch {
                Reports.error("KRK_APP_PAST", "no pictures of the table as it was: \(error)")
            }
            application.show(past, of: document, picturesIn: pictures)
        }
    }

    /// Shows a table as it was in this window, which must be vacant.
    func show(_ past: PastTable, of document: Document, picturesIn pictures: (any DocumentStore)?) {
        let moment = past.time.map { LocalTime($0) }
        let time = ["date": moment?.localizedText ?? ""]
        let isToday = moment?.dateText == LocalTime(AppClock.shared.now).dateText
        // There is little room in the header bar.
        let short = isToday ? moment.map { String($0.timeText.prefix(5)) } : moment?.localizedText
        let session = DocumentSession(
            title: localized("{document} — as it was on {date}", time.merging(["document": document.title]) { $1 }),
            DocumentSession.Moment(name: document.title, text: localized("As of {date}", ["date": short ?? ""])),
            document.contents(showing: past), picturesIn: pictures,
            backupFolder: application.links.backupFolder, decoder: application.pictures.decoder
        ) { [weak self] in self?.handle($0) }
        screens.show(.cards)
        put(session)
        refresh()
        window.present()
        screen?.grabFocus()
        show(
            Message(
                localized(
                    "These are the records just before the change of {date}. You can copy them, but not edit them.",
                    time)))
    }
}

extension PastTable.Obstacle {
    /// Why it cannot be gone back further.
    fileprivate var message: String {
        switch self {
        case .unknownChange:
            localized("Another program has changed the file since then, and its changes were not recorded.")
        case .tooLarge: localized("A change since then was too large to be recorded.")
        case .forgotten: localized("The history starts later.")
        }
    }
}
