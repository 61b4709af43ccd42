import GtkKit
import KirokuCore
import KirokuPictures
import KirokuViews

/// A sheet that shows how a text file is read and what importing it will do, and then imports it.
@MainActor
final class ImportSheet: WindowDialog {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?
    /// Called when a new document has been made, with its path and what happened to the pictures, if there were any.
    var onMade: ((_ path: String, PictureTransfer?) -> Void)?
    /// Called when the records are in the document, with the plan, and what became of the pictures, if there were any.
    var onMerged: ((MergePlan, PictureTransfer?) -> Void)?

    private let sheet: ModalSheet
    private let view: ImportView
    private let path: String
    private let document: Document?
    private let formats: [Int: NumberFormat]
    private let opener: DocumentOpener
    private let decoder: PictureDecoder
    /// The folder with the pictures of the text; `nil` if there is none.
    private let pictureFolder: String?
    /// Reads the file and compares its records with those of the document.
    private var task: Task<Void, Never>?
    /// Makes a document, or imports pictures.
    private var making: Task<Void, Never>?
    private var merge: (found: ImportWork.Merge, revision: Int)?

    /// - Parameters:
    ///   - path: the text file.
    ///   - document: the document that can take the records; `nil` if there is none.
    ///   - key: the index of the document's field by which records are matched at first; `nil` if they are added.
    ///   - formats: how the numbers of columns are shown if the file does not specify it.
    ///   - window: the window that the sheet slides over.
    init(
        of path: String, into document: Document?, by key: Int? = nil, formats: [Int: NumberFormat] = [:],
        over window: DocumentWindow
    ) {
        self.path = path
        self.formats = formats
        self.document = document
        opener = DocumentOpener(folder: window.application.links.documents)
        decoder = window.application.pictures.decoder
        pictureFolder = PictureFolderPath.existing(beside: path)
        view = ImportView(
            fileName: FilePath.name(of: path), pictureFolder: pictureFolder.map(FilePath.name(of:)),
            schema: document?.table.schema, key: key)
        sheet = window.makeSheet(name: localized("Import"), content: view.widget, width: .wide)
        sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("_Import"))
        sheet.onOK = { [weak self] in self?.proceed() }
        sheet.onCancel = { [weak self] in self?.stop() }
        sheet.onClosed = { [weak self] in
            self?.stop()
            self?.onClosed?()
        }
        view.onChange = { [weak self] in self?.readFile() }
        readFile()
    }

    func open() { try? sheet.open() }

    private func stop() {
        task?.cancel()
        making?.cancel()
    }

    /// Reads the file again, with the options chosen now.
    private func readFile() {
        task?.cancel()
        merge = nil
        view.show(nil as ImportSummary?)
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
                // Other columns have dropped the choices for the old ones: read with the new options.
                guard self?.view.options == work.options else { return self?.readFile() ?? () }
                let merge = try await work.merge(like: preview) { progress.report($0) }
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
        merge = (found, revision)
        view.show(ImportSummary(found, into: table))
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

    private func proceed() {
        guard making == nil else { return }
        guard task == nil else { return sheet.show(Message(localized("The file is still being read."))) }
        if view.options.destination == .newDocument { return makeDocument() }
        guard let document, let merge else { return }
        guard merge.revision == document.revision else { return readFile() }
        guard let folder = wantedPictures else {
            return apply(merge.found.plan, to: document, ifStill: merge.revision, nil)
        }
        let progress = progressRelay()
        let (pictures, table) = (PictureImport(from: folder, decoder: decoder), document.table)
        view.setAsks(false)
        view.showProgress(0)
        making = Task { [weak self] in
            do throws(StorageError) {
                let (plan, transfer) = try await ImportWork.taking(
                    pictures, for: merge.found, into: table, document
                ) { progress.report($0) }
                self?.apply(plan, to: document, ifStill: merge.revision, transfer)
            } catch {
                self?.fail(error)
            }
        }
    }

    /// The folder of pictures; `nil` if there is none or it is not wanted.
    private var wantedPictures: String? { view.includesPictures ? pictureFolder : nil }

    private func apply(
        _ plan: MergePlan, to document: Document, ifStill revision: Int, _ transfer: PictureTransfer?
    ) {
        making = nil
        guard sheet.isOpen else { return }
        view.setAsks(true)
        view.showProgress(nil)
        do throws(EditError) {
            if let change = plan.change {
                let count = plan.newRecordCount + plan.changedRecordCount
                try document.apply(change, title: .importRecords(count), ifStill: revision)
            }
            onMerged?(plan, transfer)
            try? sheet.close()
        } catch {
            sheet.show(Message(error.message, .error))
        }
    }

    private func makeDocument() {
        let work = ImportWork(path: path, options: view.options, table: nil, formats: formats)
        let progress = progressRelay()
        view.setAsks(false)
        view.showProgress(0)
        let pictures = wantedPictures.map { PictureImport(from: $0, decoder: decoder) }
        making = Task { [weak self, opener, path] in
            do throws(StorageError) {
                let table = try await work.newTable { progress.report($0 * 0.4) }
                let share = pictures == nil ? 0.6 : 0.2
                let made = try await opener.makeDocument(title: DocumentName.title(of: path), in: opener.folder) {
                    (path) throws(StorageError) in
                    try await DocumentStores.create(at: path, table: table) { progress.report(0.4 + $0 * share) }
                }
                var transfer: PictureTransfer?
                if let pictures {
                    transfer = try await pictures.complete(made.store, of: table) { progress.report(0.6 + $0 * 0.4) }
                }
                await made.store.close()
                self?.finish(made.path, transfer)
            } catch {
                self?.fail(error)
            }
        }
    }

    private func finish(_ path: String, _ transfer: PictureTransfer?) {
        making = nil
        guard sheet.isOpen else { return }
        onMade?(path, transfer)
        try? sheet.close()
    }
}
