import GtkKit
import KirokuCore
import KirokuViews

/// The contents of a backup of everything, parts of which can be restored.
@MainActor
final class RestoreSheet: WindowDialog {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?

    private weak var window: DocumentWindow?
    private let set: BackupSet
    private let sheet: ModalSheet
    private let all = checkButton(localized("_Everything"))
    private var documents: [(box: CheckButton, document: BackupSet.Document)] = []
    private var kept: [(box: CheckButton, file: KeptFile)] = []
    private let progress = ProgressRow(name: localized("Progress of restoring"))
    private let outcome = paragraph("", width: 60)
    /// Cancels the work under way; `nil` if there is none.
    private var cancelWork: (() -> Void)?
    /// The shared documents among those that are ticked, once the sheet shows what changes in them.
    private var shared: [SharedRestore]?

    init(_ set: BackupSet, over window: DocumentWindow) {
        self.set = set
        self.window = window
        let name = localized("Restore")
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
        outcome.setShownExplicitly()
        outcome.isVisible = false
        sheet = window.makeSheet(name: name, content: content)
        ask(about: nil)
        fill(list, window.application.links)
        all.onToggle { [weak self] in self?.tickAll() }
        sheet.onOK = { [weak self] in self?.restore() }
        sheet.onClosed = { [weak self] in
            self?.cancelWork?()
            self?.forget()
            self?.onClosed?()
        }
    }

    func open() { try? sheet.open() }

    private func fill(_ list: Box, _ links: Links) {
        list.setMargins(start: 24, end: 0, top: 0, bottom: 0)
        for document in set.documents {
            let box = checkButton(Self.caption(DocumentName.title(of: document.path)))
            documents.append((box, document))
            box.onToggle { [weak self] in self?.ticked() }
            list.append(box)
            list.append(paragraph(FilePath.shownFolder(of: document.path, home: links.home), isMuted: true))
        }
        for file in links.kept where set.kept.contains(file.name) {
            let box = checkButton(Self.caption(file.title))
            kept.append((box, file))
            box.onToggle { [weak self] in self?.ticked() }
            list.append(box)
        }
        list.showAll()
    }

    /// A title in which underscores do not mark mnemonics.
    private static func caption(_ title: String) -> String { title.replacing("_", with: "__") }

    private func tickAll() {
        for box in documents.map(\.box) + kept.map(\.box) { box.isOn = all.isOn }
    }

    /// Lets the user decide about the changes in shared documents; `nil` if that is not known or no longer valid.
    private func ask(about edits: [SharedRestore]?) {
        forget()
        shared = edits
        let isAsking = edits?.isEmpty == false
        sheet.setCaptions(
            cancel: localized("_Cancel"), ok: isAsking ? localized("_Restore for All") : localized("_Restore"))
        outcome.isVisible = isAsking
        guard let edits, isAsking else { return }
        outcome.text = edits.map(\.text).joined(separator: "\n")
        sheet.show(
            Message(
                localized("You are about to restore shared documents. Check what changes for everyone, then confirm."),
                .caution))
        outcome.announce(outcome.text)
    }

    private func forget() {
        if let edits = shared { Task { for edit in edits { await edit.close() } } }
        shared = nil
    }

    /// Called when something else is ticked, so what was shown is no longer valid.
    private func ticked() {
        guard cancelWork == nil, shared != nil else { return }
        sheet.show(nil)
        ask(about: nil)
    }

    private func restore() {
        guard cancelWork == nil, let application = window?.application else { return }
        let documents = documents.filter { $0.box.isOn == true }.map(\.document)
        let kept = kept.filter { $0.box.isOn == true }.map(\.file)
        guard !documents.isEmpty || !kept.isEmpty else {
            return sheet.show(Message(localized("Select what to restore."), .error))
        }
        if let shared { return restore(documents, shared, kept, application) }
        work(localized("Comparing…"), application) { progress -> Result<[SharedRestore], RestoreFailure> in
            do throws(RestoreFailure) {
                return .success(try await application.previewRestore(documents, progress: progress))
            } catch {
                return .failure(error)
            }
        } done: { [weak self] in
            self?.finishPreview($0) { self?.restore(documents, [], kept, application) }
        }
    }

    private func finishPreview(_ result: Result<[SharedRestore], RestoreFailure>, _ proceed: () -> Void) {
        switch result {
        case .success(let edits) where !sheet.isOpen:
            Task { for edit in edits { await edit.close() } }
        case .success(let edits) where edits.isEmpty: proceed()
        case .success(let edits): ask(about: edits)
        case .failure(let failure) where failure.error == .storage(.cancelled):
            sheet.show(Message(failure.error.message))
        case .failure(let failure):
            sheet.show(Message(FailedThing.text(failure.name, failure.error.message), .error))
        }
    }

    private func restore(
        _ documents: [BackupSet.Document], _ edits: [SharedRestore], _ kept: [KeptFile],
        _ application: KirokuApplication
    ) {
        work(localized("Restoring…"), application) {
            [set] progress -> Result<KirokuApplication.RestoreReport, StorageError> in
            do throws(StorageError) {
                return .success(
                    try await application.restore(documents, shared: edits, kept, from: set, progress: progress))
            } catch {
                return .failure(error)
            }
        } done: { [weak self] in
            self?.ask(about: nil)
            self?.finish($0, isShared: !edits.isEmpty)
        }
    }

    /// Does work that takes long and can be cancelled.
    private func work<Value: Sendable>(
        _ text: String, _ application: KirokuApplication,
        _ body: @escaping @MainActor (@escaping @Sendable (Double) -> Void) async -> Value,
        done: @escaping @MainActor (Value) -> Void
    ) {
        sheet.show(nil)
        outcome.isVisible = false
        progress.begin(text)
        let relay = ProgressRelay { [weak self] share in
            if self?.cancelWork != nil { self?.progress.fraction = share }
        }
        let task = Task { await body { relay.report($0) } }
        cancelWork = { task.cancel() }
        progress.onCancel = { task.cancel() }
        application.untilDone { [weak self] in
            let value = await task.value
            self?.cancelWork = nil
            self?.progress.end()
            done(value)
        }
    }

    private func finish(_ result: Result<KirokuApplication.RestoreReport, StorageError>, isShared: Bool) {
        guard sheet.isOpen else { return }
        switch result {
        case .success(let report) where report.failures.isEmpty:
            try? sheet.close()
            let sentences = [Self.text(of: report)] + (isShared ? [localized("You can undo this.")] : [])
            window?.show(Message(localizedSentences(sentences), report.conflicts > 0 ? .caution : .ok))
        case .success(let report):
            outcome.text = FailedThing.list(
                below: Self.text(of: report), report.failures.map { FailedThing.text($0.name, $0.reason) })
            outcome.isVisible = true
            sheet.show(Message(localized("Not everything could be restored."), .caution))
        case .failure(let error): sheet.show(Message(error.message, error == .cancelled ? .normal : .error))
        }
    }

    private static func text(of report: KirokuApplication.RestoreReport) -> String {
        var texts = [localized("Restored {count} item.", "Restored {count} items.", count: report.count)]
        for path in report.moved {
            texts.append(
                localized(
                    "“{title}” is in {folder} now.",
                    [
                        "title": ShownText.short(DocumentName.title(of: path)),
                        "folder": ShownText.short(FilePath.shownFolder(of: path, home: "/")),
                    ]))
        }
        if report.conflicts > 0 {
            texts.append(
                localized(
                    "{count} conflict with changes that others have made in the meantime.",
                    "{count} conflicts with changes that others have made in the meantime.",
                    count: report.conflicts))
        }
        if let before = report.before {
            texts.append(
                localized("The previous files are in “{folder}”.", ["folder": FilePath.name(of: before)]))
        }
        return localizedSentences(texts)
    }
}
