import GtkKit
import KirokuCore
import KirokuViews

/// A sheet that shows how a text file is read and what an import will do, and then does it.
@MainActor
final class ImportSheet {
    /// Called when the sheet has gone.
    var onClosed: (() -> Void)?
    /// Called with a new document that was made.
    var onMade: ((_ path: String) -> Void)?
    /// Called when records went into the document, with what that did.
    var onMerged: ((MergePlan) -> Void)?

    private let sheet: ModalSheet
    private let view: ImportView
    private let path: String
    private let document: Document?
    private let opener: DocumentOpener
    /// Reads and compares.
    private var task: Task<Void, Never>?
    /// Makes a document.
    private var making: Task<Void, Never>?
    private var merge: (plan: MergePlan, revision: Int)?

    /// - Parameters:
    ///   - path: the text file.
    ///   - document: which the records can go into; `nil` if there is none.
    ///   - window: over whose content it slides.
    init(of path: String, into document: Document?, over window: DocumentWindow) {
        self.path = path
        self.document = document
        opener = DocumentOpener(folder: window.application.links.documentFolder)
        view = ImportView(fileName: FilePath.name(of: path), schema: document?.table.schema)
        sheet = window.makeSheet(name: localized("Import"), content: clamp(view.widget, width: 900))
        sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("_Import"))
        sheet.onOK = { [weak self] in self?.goOn() }
        sheet.onCancel = { [weak self] in self?.stop() }
        sheet.onClosed = { [weak self] in
            self?.stop()
            self?.onClosed?()
        }
        view.onChange = { [weak self] in self?.look() }
        look()
    }

    func open() { try? sheet.open() }

    private func stop() {
        task?.cancel()
        making?.cancel()
    }

    /// Reads the file anew, as it is to be read now.
    private func look() {
        task?.cancel()
        merge = nil
        view.show(nil as MergeNews?)
        sheet.show(nil)
        let work = ImportWork(path: path, options: view.options, table: document?.table)
        let revision = document?.revision ?? 0
        let progress = progressRelay()
        view.showProgress(0)
        task = Task { [weak self] in
            do throws(StorageError) {
                let preview = try await work.preview()
                guard !Task.isCancelled else { return }
                self?.view.show(preview)
                let merge = try await work.merge { progress.report($0) }
                guard !Task.isCancelled else { return }
                self?.show(merge, work, ifStill: revision)
            } catch {
                guard !Task.isCancelled else { return }
                self?.fail(error)
            }
        }
    }

    private func show(_ found: ImportWork.Merge?, _ work: ImportWork, ifStill revision: Int) {
        task = nil
        view.showProgress(nil)
        guard let found, let table = work.table else { return }
        merge = (found.plan, revision)
        view.show(MergeNews(found, into: table, isMatched: work.options.destination != .append))
    }

    private func fail(_ error: StorageError) {
        task = nil
        making = nil
        view.showProgress(nil)
        view.setAsks(true)
        sheet.show(Message(error.message, error == .cancelled ? .normal : .error))
    }

    private func progressRelay() -> ProgressRelay {
        ProgressRelay { [weak self] fraction in
            if self?.task != nil || self?.making != nil { self?.view.showProgress(fraction) }
        }
    }

    private func goOn() {
        guard making == nil else { return }
        guard task == nil else { return sheet.show(Message(localized("The file is still being read."))) }
        if view.options.destination == .newDocument { return makeDocument() }
        guard let document, let merge else { return }
        guard merge.revision == document.revision else { return look() }
        do throws(EditError) {
            if let change = merge.plan.change {
                let count = merge.plan.newRecordCount + merge.plan.changedRecordCount
                try document.apply(change, title: .importRecords(count))
            }
            onMerged?(merge.plan)
            try? sheet.close()
        } catch {
            sheet.show(Message(error.message, .error))
        }
    }

    private func makeDocument() {
        let work = ImportWork(path: path, options: view.options, table: nil)
        let progress = progressRelay()
        view.setAsks(false)
        view.showProgress(0)
        making = Task { [weak self, opener, path] in
            do throws(StorageError) {
                let text = try await work.read { progress.report($0 * 0.4) }
                let made = try await opener.makeDocument(text.table, title: DocumentName.title(of: path)) {
                    progress.report(0.4 + $0 * 0.6)
                }
                await made.opened.link?.close()
                self?.finish(made.path)
            } catch {
                self?.fail(error)
            }
        }
    }

    private func finish(_ path: String) {
        making = nil
        guard sheet.isOpen else { return }
        try? sheet.close()
        onMade?(path)
    }
}
