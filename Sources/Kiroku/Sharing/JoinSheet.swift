import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// A sheet that opens a table from a server: it asks for the server, lists what is there, and makes a copy here, which is
/// kept in step from then on.
@MainActor
final class JoinSheet {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?
    /// Called with the path of the copy when it has been made.
    var onMade: ((_ path: String) -> Void)?
    /// Finds a copy of a table that is here already.
    var findCopy: ((ServerAddress) async -> String?)?

    private let sheet: ModalSheet
    private let progress: ProgressRow
    private let login: ServerLogin
    private let choices = JoinChoices()
    private let back = button(localized("_Another Server…"))
    private let wanted: ServerAddress?
    private weak var window: DocumentWindow?
    private var address: ServerAddress?
    /// Where the copy is to be kept, if the user has said.
    private var place: String?
    private var task: Task<Void, Never>?

    /// - Parameters:
    ///   - window: the window that the sheet slides over.
    ///   - address: what is known already; it connects at once then.
    init(over window: DocumentWindow, _ address: ServerAddress?) {
        self.window = window
        wanted = address
        progress = ProgressRow(name: localized("Progress of the opening"))
        login = ServerLogin(address, progress)
        let name = localized("Open from a Server")
        let content = column(spacing: 12)
        content.setMargins(vertical: 24)
        let title = heading(name)
        title.addStyleClass("kiroku-title")
        content.append(title)
        content.append(
            paragraph(
                localized(
                    "A copy of the table is kept here and in step with the server, so it can be edited without a network, too."
                )))
        content.append(progress.widget)
        content.append(login.form.widget)
        content.append(choices.widget)
        back.setAlignedAcross(.start)
        content.append(back)
        sheet = window.makeSheet(name: name, content: content, width: 700)
        sheet.onOK = { [weak self] in self?.goOn() }
        sheet.onCancel = { [weak self] in self?.stop() }
        sheet.onClosed = { [weak self] in
            self?.stop()
            self?.onClosed?()
        }
        progress.onCancel = { [weak self] in self?.stop() }
        login.onMessage = { [weak self] in self?.sheet.show($0) }
        login.onConnected = { [weak self] in self?.showTables($0, $1) }
        choices.onChoosePlace = { [weak self] in self?.choosePlace() }
        choices.onChange = { [weak self] in self?.showPlace() }
        back.onPress { [weak self] in self?.askForServer() }
        for step in [AnyWidget(choices.widget), AnyWidget(back)] { step.setShownOnlyByItself() }
        showStep()
    }

    func open() {
        try? sheet.open()
        login.form.grabFocus()
        if wanted != nil { login.connect() }
    }

    private func goOn() {
        if address == nil { login.connect() } else { join() }
    }

    private func stop() {
        login.cancel()
        task?.cancel()
    }

    // MARK: Steps

    private func showStep() {
        let isLast = address != nil
        login.form.widget.isVisible = !isLast
        choices.widget.isVisible = isLast
        back.isVisible = isLast
        sheet.setCaptions(cancel: localized("_Cancel"), ok: isLast ? localized("_Open") : localized("Co_nnect…"))
    }

    private func askForServer() {
        guard task == nil else { return }
        address = nil
        sheet.show(nil)
        showStep()
        login.form.grabFocus()
    }

    private func showTables(_ view: ServerView, _ address: ServerAddress) {
        guard sheet.isOpen else { return }
        self.address = address
        showStep()
        choices.show(view.tables, chosen: login.form.table)
        showPlace()
        // On the list of tables, Enter would open the list.
        sheet.focusOK()
        let table = login.form.table
        if !table.isEmpty, choices.chosen.map({ $0.name == table || $0.name == "public." + table }) != true {
            sheet.show(Message(ServerError.noTable(table, present: []).message, .error))
        }
    }

    // MARK: The place

    /// Where the copy goes: where the user has said, or else among their documents, by the table's name.
    private func path() -> String? {
        guard let chosen = choices.chosen, let window else { return nil }
        if let place { return place }
        return DocumentName.free(
            for: chosen.name.replacing("/", with: "-"), in: window.application.links.documents,
            isTaken: CanonicalPath.isTaken)
    }

    private func showPlace() {
        sheet.show(nil)
        guard let path = path(), let window else { return }
        choices.show(place: path, home: window.application.links.home)
    }

    private func choosePlace() {
        guard task == nil, let window, let path = path() else { return }
        FileChooser.save(
            over: window.window, title: localized("Where the Copy Is Kept"), accept: localized("_Choose"),
            cancel: localized("_Cancel"), name: FilePath.name(of: path), folder: FilePath.folder(of: path),
            replaces: false
        ) { [weak self] path in
            self?.place = DocumentName.withSuffix(path)
            self?.showPlace()
        }
    }

    // MARK: Joining

    private func join() {
        guard task == nil, let chosen = choices.chosen, let path = path(), let address else { return }
        let table: ServerAddress
        do throws(ServerError) {
            table = try address.named(chosen.name)
        } catch {
            return sheet.show(Message(error.message, .error))
        }
        sheet.show(nil)
        progress.begin(localized("Copying the records…"))
        for step in [AnyWidget(choices.widget), AnyWidget(back)] { step.isSensitive = false }
        let progress = ProgressRelay { [weak self] in self?.progress.fraction = $0 }
        let findCopy = findCopy
        task = Task { [weak self] in
            let result: Result<String, SyncError>
            do throws(SyncError) {
                if let copy = await findCopy?(table) {
                    result = .success(copy)
                } else {
                    try Folder.makeForDocument(at: path)
                    try await SharedPlace.join(table, at: path) { progress.report($0) }
                    result = .success(path)
                }
            } catch {
                result = .failure(error)
            }
            self?.finish(result)
        }
    }

    private func finish(_ result: Result<String, SyncError>) {
        task = nil
        progress.end()
        for step in [AnyWidget(choices.widget), AnyWidget(back)] { step.isSensitive = true }
        switch result {
        case .success(let path):
            if sheet.isOpen { try? sheet.close() }
            onMade?(path)
        case .failure(let error):
            guard sheet.isOpen else { return }
            sheet.show(Message(error.message, error == .server(.cancelled) ? .normal : .error))
        }
    }
}

extension Folder {
    /// Makes the folder that a document is to be in, if it is not there.
    fileprivate static func makeForDocument(at path: String) throws(SyncError) {
        do throws(StorageError) {
            try make(FilePath.folder(of: path))
        } catch {
            throw .storage(error)
        }
    }
}
