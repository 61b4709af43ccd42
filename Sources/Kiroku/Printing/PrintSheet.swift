import GtkKit
import KirokuCore
import KirokuPictures
import KirokuPresentation
import KirokuViews

/// A sheet that shows what will be printed, and leads to the desktop's print dialog or makes a PDF file.
@MainActor
final class PrintSheet: WindowDialog {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?
    /// Called with a message when something has been printed or saved.
    var onDone: ((Message) -> Void)?

    private let sheet: ModalSheet
    private let view: PrintView
    private let records: PrintedRecords
    private let document: Document
    private weak var window: DocumentWindow?
    private var setup: PaperSetup
    private var job: PrintJob?
    private var task: Task<Void, Never>?
    /// Prints or saves without the pictures that cannot be fetched, if that is offered.
    private var proceedWithoutPictures: (() -> Void)?

    /// The name of the document's note on how it was printed last.
    static let note = "print"
    /// The name of the document's note on the fields that were not printed last.
    static let fieldsNote = "print-without"

    /// - Parameters:
    ///   - choices: which records can be printed; the first is chosen.
    ///   - document: the document that the records belong to.
    ///   - window: the window that the sheet slides over.
    init(_ choices: [ExportedRecords], of document: Document, over window: DocumentWindow) {
        self.document = document
        self.window = window
        setup = PaperSetup(text: (try? window.application.links.paper.load()) ?? "")
        let today = LocalTime(AppClock.shared.now)
        let fields = FieldChecks(document.table.schema, leftOut: document.note(named: Self.fieldsNote))
        records = PrintedRecords(
            choices.first.flatMap { PrintView.part($0, fields) } ?? TablePart(document.table), title: document.title,
            date: today.localizedDate,
            form: document.note(named: Self.note).map(PrintForm.init(text:)) ?? PrintForm(),
            fieldWidths: document.fieldWidths, pictures: window.shown?.pictures)
        view = PrintView(choices, fields, preview: PrintPreview(of: records, paper: setup.paper))
        sheet = window.makeSheet(name: localized("Print"), content: view.widget, width: .wide)
        sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("_Print…"))
        sheet.onOK = { [weak self] in self?.print() }
        sheet.onClosed = { [weak self] in
            self?.task?.cancel()
            self?.onClosed?()
        }
        view.onFormChange = { [weak document] in document?.keepNote($0.text, named: Self.note) }
        view.onFieldsChange = { [weak document] in document?.keepNote($0, named: Self.fieldsNote) }
        view.onChange = { [weak self] in self?.offer(nil) }
        view.onChoosePaper = { [weak self] in self?.choosePaper() }
        view.onSavePDF = { [weak self] in self?.askForFile() }
        view.onStop { [weak self] in self?.task?.cancel() }
        view.onProceed = { [weak self] in self?.proceed() }
    }

    func open() { try? sheet.open() }

    private var isIdle: Bool { task == nil && job == nil && sheet.isOpen }

    // MARK: Paper

    private func choosePaper() {
        guard isIdle, let window else { return }
        setup.choose(over: window.window) { [weak self] in self?.take($0) }
    }

    private func take(_ new: PaperSetup) {
        setup = new
        view.preview.paper = new.paper
        guard let window else { return }
        let (text, link) = (new.text, window.application.links.paper)
        window.application.untilDone { await Self.keep(text, in: link) }
    }

    /// Saves the paper; if that fails, the usual paper is offered next time.
    @concurrent
    private nonisolated static func keep(_ text: String, in link: any TextLink) async {
        do throws(StorageError) {
            try link.save(text)
        } catch {
            Reports.error("KRK_PT_SV", "cannot keep the paper: \(error)")
        }
    }

    // MARK: Printing

    private func print() {
        guard let pages = pagesToPrint else { return }
        whenReady(pages) { [weak self] in self?.print(pages, missing: $0) }
    }

    private func print(_ pages: PrintedRecords, missing: Int) {
        guard isIdle, let window else { return }
        let job = PrintJob(title: document.title, setup: setup, pages: pages)
        self.job = job
        job.run(over: window.window) { [weak self] outcome, setup in
            self?.finish(outcome, setup, count: pages.pageCount, missing: missing)
        }
    }

    private func finish(_ outcome: PrintJob.Outcome, _ setup: PaperSetup, count: Int, missing: Int) {
        job = nil
        switch outcome {
        case .printed:
            take(setup)
            done(localized("Printed {count} page.", "Printed {count} pages.", count: count), missing: missing)
        case .failed(let reason): sheet.show(Message(reason, .error))
        case .cancelled: break
        }
    }

    /// What is to be printed; `nil` if there is nothing, which the user is told.
    private var pagesToPrint: PrintedRecords? {
        guard view.hasFields else {
            sheet.show(Message(localized("Select at least one field."), .error))
            return nil
        }
        return records.again()
    }

    /// Measures long texts, fetches the pictures that are on the server of a shared document, and continues: no page
    /// lacks a picture without the user's knowledge.
    ///
    /// - Parameter body: continues, with the number of missing pictures; always 0, unless the user accepts missing
    ///   ones.
    private func whenReady(_ pages: PrintedRecords, _ body: @escaping @MainActor (_ missing: Int) -> Void) {
        guard isIdle else { return }
        sheet.show(nil)
        offer(nil)
        view.showProgress(0)
        let relay = ProgressRelay { [weak self] share in
            if self?.task != nil { self?.view.showProgress(share) }
        }
        task = Task { [weak self, document, part = pages.part, paper = setup.paper] in
            var failure: StorageError?
            _ = pages.divide(among: paper)
            await pages.measure()
            do throws(StorageError) {
                if document.capabilities.contains(.sharing) {
                    let names = await PictureExport.names(in: part)
                    try await document.fetchPictures(named: Set(names)) { relay.report($0) }
                }
                if Task.isCancelled { throw .cancelled }
            } catch {
                failure = error
            }
            guard let self else { return }
            task = nil
            view.showProgress(nil)
            guard sheet.isOpen else { return }
            guard let failure else { return body(0) }
            sheet.show(Message(failure.message, failure == .cancelled ? .normal : .error))
            if let missing = failure.missingPictureCount { offer { body(missing) } }
        }
    }

    /// Offers to continue without the pictures that cannot be fetched; with `nil`, offers nothing.
    private func offer(_ body: (() -> Void)?) {
        proceedWithoutPictures = body
        view.offersGoingOn = body != nil
    }

    private func proceed() {
        guard isIdle, let body = proceedWithoutPictures else { return }
        sheet.show(nil)
        offer(nil)
        body()
    }

    /// - Parameter missing: how many pictures are not on the pages.
    private func done(_ text: String, missing: Int) {
        guard missing > 0 else { return close(with: Message(text, .ok)) }
        let lack = localized(
            "{count} picture is not on this computer and is printed as a frame.",
            "{count} pictures are not on this computer and are printed as frames.", count: missing)
        close(with: Message(localizedSentences([text, lack]), .caution))
    }

    private func close(with message: Message) {
        onDone?(message)
        if sheet.isOpen { try? sheet.close() }
    }

    // MARK: PDF

    private func askForFile() {
        guard isIdle, let window else { return }
        FileChooser.save(
            over: window.window, title: localized("Save as PDF"), accept: localized("_Save"),
            cancel: localized("_Cancel"), name: document.title.replacing("/", with: "-") + ".pdf",
            folder: window.remembered.exchangeFolder
        ) { [weak self] path in
            self?.window?.remembered.rememberExchangeFolder(path)
            self?.write(to: path)
        }
    }

    private func write(to path: String) {
        guard let pages = pagesToPrint else { return }
        whenReady(pages) { [weak self] in self?.write(pages, to: path, missing: $0) }
    }

    private func write(_ pages: PrintedRecords, to path: String, missing: Int) {
        guard isIdle else { return }
        view.showProgress(0)
        let writing = PDFWriting(records: pages, paper: setup.paper)
        task = Task { [weak self] in
            let result: Result<Void, StorageError>
            do throws(StorageError) {
                try await writing.write(to: path) { self?.view.showProgress($0) }
                result = .success(())
            } catch {
                result = .failure(error)
            }
            self?.finish(result, path: path, count: pages.pageCount, missing: missing)
        }
    }

    private func finish(_ result: Result<Void, StorageError>, path: String, count: Int, missing: Int) {
        task = nil
        guard sheet.isOpen else { return }
        view.showProgress(nil)
        switch result {
        case .success:
            done(
                localized(
                    "Saved {count} page to {file}.", "Saved {count} pages to {file}.", count: count,
                    ["file": path]), missing: missing)
        case .failure(let error): sheet.show(Message(error.message, error == .cancelled ? .normal : .error))
        }
    }
}

extension DocumentWindow {
    /// Shows a sheet that asks which of these records to print and how, with a preview.
    func showPrinting(_ choices: [ExportedRecords], of document: Document) {
        let printing = PrintSheet(choices, of: document, over: self)
        printing.onDone = { [weak self] in self?.show($0) }
        hold(printing)
        printing.open()
    }
}

extension CardsScreen {
    /// Shows a sheet that asks what to print and how.
    func showPrinting() {
        guard let window, window.dialog == nil, let document else { return }
        commitEditing()
        window.showPrinting(choicesToPrint(of: document.table), of: document)
    }

    /// The choices of records with all fields: records are printed whole, even if only some cells are selected.
    private func choicesToPrint(of table: RecordTable) -> [ExportedRecords] {
        let fields = Array(table.schema.fields.indices)
        return recordChoices(of: table).map { choice in
            ExportedRecords(title: choice.title, part: (try? choice.part.taking(fields: fields)) ?? choice.part)
        }
    }
}
