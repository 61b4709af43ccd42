import GtkKit
import KirokuCore
import KirokuViews

/// Shows what a conflict copy would change in the document, and merges it.
@MainActor
final class CopySheet: WindowDialog {
    /// Called when the copy has been merged, with whether it is to be moved to the trash.
    var onMerged: ((CopyMerge, _ goesToTrash: Bool) -> Void)?
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?

    private let sheet: ModalSheet
    private let copy: ConflictCopy
    private let session: DocumentSession
    private var document: Document { session.document }
    private let summary = paragraph("", width: 60)
    private let progress = ProgressRow(name: localized("Progress of the merge"))
    private let trash = checkButton(localized("Move the copy to the _trash afterwards"))
    private var merge: CopyMerge?
    private var work: Task<Void, Never>?

    init(over window: DocumentWindow, _ copy: ConflictCopy, into session: DocumentSession) {
        self.copy = copy
        self.session = session
        let content = sheetContent(localized("Merge a Copy"))
        content.append(
            paragraph(
                localized(
                    "“{file}” is a conflicted copy of this document, created by your sync program because both copies were edited.",
                    ["file": ShownText.short(copy.name)]), width: 60))
        content.append(summary)
        content.append(progress.widget)
        content.append(trash)
        sheet = window.makeSheet(name: localized("Merge a Copy"), content: content)
        sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("_Merge"))
        sheet.onOK = { [weak self] in self?.take() }
        sheet.onCancel = { [weak self] in self?.work?.cancel() }
        sheet.onClosed = { [weak self] in self?.onClosed?() }
        progress.onCancel = { [weak self] in self?.work?.cancel() }
    }

    func open() {
        try? sheet.open()
        findChanges()
    }

    /// Finds out what the copy would change.
    private func findChanges() {
        merge = nil
        trash.isSensitive = false
        progress.begin(localized("Comparing…"))
        let (session, copy) = (session, copy)
        work = Task { [weak self] in
            let result: Result<CopyMerge, StorageError>
            let backups = await session.backups().reversed().map(\.path)
            do throws(StorageError) {
                result = .success(try await session.document.merge(of: copy, earlier: backups))
            } catch {
                result = .failure(error)
            }
            self?.show(result)
        }
    }

    private func show(_ result: Result<CopyMerge, StorageError>) {
        work = nil
        progress.end()
        guard sheet.isOpen else { return }
        switch result {
        case .failure(let error):
            sheet.show(Message(error.message, .error))
        case .success(let merge):
            self.merge = merge
            summary.text = merge.text
            summary.announce(merge.text)
            trash.isSensitive = true
            // What exists only in the copy must not be deleted without asking.
            trash.isOn = merge.conflictCount == 0 || merge.keepsConflicts
            if merge.isEmpty { sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("_Done")) }
        }
    }

    private func take() {
        guard let merge, work == nil else { return }
        let document = document
        progress.begin(localized("Merging…"))
        work = Task { [weak self] in
            let result: Result<Void, CopyMergeError>
            do throws(CopyMergeError) {
                result = .success(try await document.take(merge))
            } catch {
                result = .failure(error)
            }
            self?.finish(merge, result)
        }
    }

    private func finish(_ merge: CopyMerge, _ result: Result<Void, CopyMergeError>) {
        work = nil
        progress.end()
        switch result {
        case .success:
            onMerged?(merge, trash.isOn == true)
            if sheet.isOpen { try? sheet.close() }
        case .failure(let error):
            sheet.show(Message(error.message, .error))
            if error == .edit(.changedMeanwhile) { findChanges() }
        }
    }
}

extension CopyMerge {
    /// What it would change, as a text for the user.
    var text: String {
        var parts: [String] = []
        if addedCount > 0 { parts.append(localized("{count} new record", "{count} new records", count: addedCount)) }
        if cellCount > 0 {
            parts.append(localized("{count} changed value", "{count} changed values", count: cellCount))
        }
        if deletedCount > 0 {
            parts.append(localized("{count} deleted record", "{count} deleted records", count: deletedCount))
        }
        if hasFields { parts.append(localized("changed fields")) }
        if pictureCount > 0 { parts.append(localized("{count} picture", "{count} pictures", count: pictureCount)) }
        var sentences: [String] = []
        if parts.isEmpty, isEmpty {
            sentences.append(localized("It contains nothing new."))
        } else if parts.isEmpty {
            sentences.append(localized("It changes the order of the records."))
        } else {
            sentences.append(localized("It adds: {what}.", ["what": parts.joined(separator: ", ")]))
        }
        if !knowsAncestor {
            sentences.append(
                localized("The last common state is unknown, so only what is missing here is added."))
        }
        if conflictCount > 0 {
            sentences.append(
                localized(
                    "{count} value was changed in both copies and stays as it is here.",
                    "{count} values were changed in both copies and stay as they are here.", count: conflictCount))
            if keepsConflicts { sentences.append(localized("The values of the copy will be listed as conflicts.")) }
        }
        return localizedSentences(sentences)
    }
}
