import GtkKit
import KirokuCore
import KirokuViews

/// The contents of a backup of everything, parts of which can be put back.
@MainActor
final class PutBackSheet {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?

    private weak var window: DocumentWindow?
    private let set: BackupSet
    private let sheet: ModalSheet
    private let all = checkButton(localized("_Everything"))
    private var documents: [(box: CheckButton, document: BackupSet.Document)] = []
    private var kept: [(box: CheckButton, file: KeptFile)] = []
    private let progress = ProgressRow(name: localized("Progress of putting back"))
    private let outcome = paragraph("")
    private var task: Task<Result<KirokuApplication.PutBackReport, StorageError>, Never>?

    init(_ set: BackupSet, over window: DocumentWindow) {
        self.set = set
        self.window = window
        let name = localized("Put Back")
        let content = sheetContent(name)
        content.append(
            paragraph(
                localized(
                    "From “{folder}”. Your current files are backed up first.",
                    ["folder": ShownText.short(FilePath.name(of: set.path))])))
        content.append(all)
        let list = column(spacing: 6)
        content.append(list)
        content.append(progress.widget)
        content.append(outcome)
        outcome.setShownOnlyByItself()
        outcome.isVisible = false
        sheet = window.makeSheet(name: name, content: content)
        sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("_Put Back"))
        fill(list, window.application.links)
        all.onToggle { [weak self] in self?.tickAll() }
        sheet.onOK = { [weak self] in self?.putBack() }
        sheet.onClosed = { [weak self] in
            self?.task?.cancel()
            self?.onClosed?()
        }
    }

    func open() { try? sheet.open() }

    private func fill(_ list: Box, _ links: Links) {
        list.setMargins(start: 24, end: 0, top: 0, bottom: 0)
        for document in set.documents {
            let box = checkButton(Self.caption(DocumentName.title(of: document.path)))
            documents.append((box, document))
            list.append(box)
            list.append(paragraph(FilePath.shownFolder(of: document.path, home: links.home), isMuted: true))
        }
        for file in links.kept where set.kept.contains(file.name) {
            let box = checkButton(Self.caption(file.title))
            kept.append((box, file))
            list.append(box)
        }
        list.showAll()
    }

    /// A title in which underscores do not mark mnemonics.
    private static func caption(_ title: String) -> String { title.replacing("_", with: "__") }

    private func tickAll() {
        for box in documents.map(\.box) + kept.map(\.box) { box.isOn = all.isOn }
    }

    private func putBack() {
        guard task == nil, let application = window?.application else { return }
        let documents = documents.filter { $0.box.isOn == true }.map(\.document)
        let kept = kept.filter { $0.box.isOn == true }.map(\.file)
        guard !documents.isEmpty || !kept.isEmpty else {
            return sheet.show(Message(localized("Select what to put back."), .error))
        }
        sheet.show(nil)
        outcome.isVisible = false
        progress.begin(localized("Putting back…"))
        let relay = ProgressRelay { [weak self] share in
            if self?.task != nil { self?.progress.fraction = share }
        }
        let work = Task { [set] () async -> Result<KirokuApplication.PutBackReport, StorageError> in
            do throws(StorageError) {
                return .success(
                    try await application.putBack(documents, kept, from: set) { relay.report($0) })
            } catch {
                return .failure(error)
            }
        }
        task = work
        progress.onCancel = { work.cancel() }
        application.untilDone { [weak self] in self?.finish(await work.value) }
    }

    private func finish(_ result: Result<KirokuApplication.PutBackReport, StorageError>) {
        task = nil
        progress.end()
        guard sheet.isOpen else { return }
        switch result {
        case .success(let report) where report.failures.isEmpty:
            try? sheet.close()
            window?.show(Message(Self.text(of: report), .ok))
        case .success(let report):
            outcome.text = FailedThing.list(
                below: Self.text(of: report), report.failures.map { FailedThing.text($0.name, $0.reason) })
            outcome.isVisible = true
            sheet.show(Message(localized("Not everything could be put back."), .caution))
        case .failure(let error): sheet.show(Message(error.message, error == .cancelled ? .normal : .error))
        }
    }

    private static func text(of report: KirokuApplication.PutBackReport) -> String {
        var texts = [localized("Put back {count} item.", "Put back {count} items.", count: report.count)]
        for path in report.moved {
            texts.append(
                localized(
                    "“{title}” is in {folder} now.",
                    [
                        "title": ShownText.short(DocumentName.title(of: path)),
                        "folder": ShownText.short(FilePath.shownFolder(of: path, home: "/")),
                    ]))
        }
        if let before = report.before {
            texts.append(
                localized("What was there before is in “{folder}”.", ["folder": FilePath.name(of: before)]))
        }
        return localizedSentences(texts)
    }
}
