import GtkKit
import KirokuCore
import KirokuPictures
import KirokuViews

/// A sheet that asks what to export, then writes it and shows the progress; Cancel leaves no file behind.
@MainActor
final class ExportSheet {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?
    /// Called when the file is written, with its path, the number of records in it, and what became of the pictures, if
    /// they were wanted.
    var onDone: ((_ path: String, _ records: Int, PictureTransfer?) -> Void)?

    private let sheet: ModalSheet
    private let view: ExportView
    private let title: String
    private let document: Document
    private weak var window: DocumentWindow?
    private var task: Task<Void, Never>?

    /// - Parameters:
    ///   - choices: which records can be exported; the first is chosen.
    ///   - document: the document that the records and pictures belong to.
    ///   - window: the window that the sheet slides over.
    init(_ choices: [ExportedRecords], of document: Document, over window: DocumentWindow) {
        self.window = window
        self.document = document
        title = document.title
        view = ExportView(
            choices, of: document.table.schema, options: window.application.preferences.copyOptions)
        sheet = window.makeSheet(name: localized("Export"), content: view.widget)
        sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("_Export…"))
        sheet.onOK = { [weak self] in self?.askForFile() }
        sheet.onCancel = { [weak self] in self?.task?.cancel() }
        sheet.onClosed = { [weak self] in
            self?.task?.cancel()
            self?.onClosed?()
        }
    }

    func open() { try? sheet.open() }

    private func askForFile() {
        guard task == nil, let window else { return }
        let export: TableExport
        do throws(TableError) {
            export = try view.export()
        } catch {
            sheet.show(Message(error == .noFields ? localized("Select at least one field.") : error.message, .error))
            return
        }
        sheet.show(nil)
        FileChooser.save(
            over: window.window, title: localized("Export"), accept: localized("_Export"),
            cancel: localized("_Cancel"), name: title.replacing("/", with: "-") + view.chosenFormat.suffix,
            folder: window.exchangeFolder
        ) { [weak self] path in
            self?.window?.noteExchange(path)
            self?.write(export, to: path)
        }
    }

    private func write(_ export: TableExport, to path: String) {
        guard task == nil, sheet.isOpen else { return }
        view.showProgress(0)
        let progress = ProgressRelay { [weak self] fraction in
            if self?.task != nil { self?.view.showProgress(fraction) }
        }
        let work = ExportWork(
            export, to: path, encoding: view.chosenEncoding, pictures: view.includesPictures ? document : nil)
        task = Task { [weak self] in
            let result: Result<PictureTransfer?, StorageError>
            do throws(StorageError) {
                result = .success(try await work.run { progress.report($0) })
            } catch {
                result = .failure(error)
            }
            self?.finish(result, path: path, records: export.part.recordCount)
        }
    }

    private func finish(_ result: Result<PictureTransfer?, StorageError>, path: String, records: Int) {
        task = nil
        guard sheet.isOpen else { return }
        view.showProgress(nil)
        switch result {
        case .success(let transfer):
            onDone?(path, records, transfer)
            try? sheet.close()
        case .failure(let error): sheet.show(Message(error.message, error == .cancelled ? .normal : .error))
        }
    }
}
