import GtkKit
import KirokuCore
import KirokuPictures
import KirokuServer
import KirokuViews

/// What was exported.
struct Exported: Sendable {
    /// The number of records.
    let count: Int
    /// What happened to the pictures; `nil` if they were not wanted.
    let pictures: PictureTransfer?
    /// The number of records with cells that are left out because they are too long.
    var shortened = 0
}

/// A sheet that asks what to export, then writes it and shows the progress; Cancel leaves no file behind.
@MainActor
final class ExportSheet: WindowDialog {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?
    /// Called when the file is written, with its path.
    var onDone: ((_ path: String, Exported) -> Void)?
    /// Writes an export to a file; the pictures as well, if they are wanted.
    typealias Writing =
        @MainActor (
            TableExport, _ path: String, OutputEncoding, _ pictures: Bool,
            _ progress: @escaping @Sendable (Double) -> Void
        ) async -> Result<Exported, SyncError>

    private let sheet: ModalSheet
    private let view: ExportView
    private let title: String
    private let writing: Writing
    private weak var window: DocumentWindow?
    private var task: Task<Void, Never>?

    /// - Parameters:
    ///   - choices: which records can be exported; the first is chosen.
    ///   - schema: their fields.
    ///   - title: the proposed name for the file.
    ///   - window: the window that the sheet slides over.
    ///   - writing: writes what was chosen.
    init(
        _ choices: [ExportedRecords], of schema: Schema, titled title: String, over window: DocumentWindow,
        writing: @escaping Writing
    ) {
        self.window = window
        self.writing = writing
        self.title = title
        view = ExportView(choices, of: schema, options: window.application.preferences.copyOptions)
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
            folder: window.remembered.exchangeFolder
        ) { [weak self] path in
            self?.window?.remembered.rememberExchangeFolder(path)
            self?.write(export, to: path)
        }
    }

    private func write(_ export: TableExport, to path: String) {
        guard task == nil, sheet.isOpen else { return }
        view.showProgress(0)
        let progress = ProgressRelay { [weak self] fraction in
            if self?.task != nil { self?.view.showProgress(fraction) }
        }
        let (encoding, pictures) = (view.chosenEncoding, view.includesPictures)
        task = Task { [weak self, writing] in
            let result = await writing(export, path, encoding, pictures) { progress.report($0) }
            self?.finish(result, path: path)
        }
    }

    private func finish(_ result: Result<Exported, SyncError>, path: String) {
        task = nil
        guard sheet.isOpen else { return }
        view.showProgress(nil)
        switch result {
        case .success(let exported):
            onDone?(path, exported)
            try? sheet.close()
        case .failure(.storage(.cancelled)), .failure(.server(.cancelled)):
            sheet.show(Message(StorageError.cancelled.message))
        case .failure(let error): sheet.show(Message(error.message, .error))
        }
    }
}
