import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// A sheet that puts the document on a server: it asks for the server, shows the statements that would be carried out
/// there, and does so only then.
@MainActor
final class ShareSheet {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?
    /// Called when the document is on the server, also if that was too late to be cancelled.
    var onShared: ((_ table: String) -> Void)?

    private let sheet: ModalSheet
    private let session: DocumentSession
    private let progress: ProgressRow
    private let login: ServerLogin
    private let choices = ShareChoices()
    private let back = button(localized("_Another Server…"))
    /// The document, once there is a server for it.
    private var document: DocumentToShare?
    private var place: (view: ServerView, address: ServerAddress)?
    private var plan: SharePlan?
    private var task: Task<Void, Never>?

    init(over window: DocumentWindow, _ session: DocumentSession) {
        self.session = session
        progress = ProgressRow(name: localized("Progress of the sharing"))
        login = ServerLogin(nil, progress)
        let name = localized("Share This Document")
        let content = column(spacing: 12)
        content.setMargins(vertical: 24)
        let title = heading(name)
        title.addStyleClass("kiroku-title")
        content.append(title)
        content.append(
            paragraph(
                localized(
                    "The document goes to a PostgreSQL server, with its pictures, and several can edit it at the same time. Each has a copy, and works on without a network, too."
                )))
        content.append(progress.widget)
        content.append(login.form.widget)
        content.append(choices.widget)
        back.setAlignedAcross(.start)
        content.append(back)
        sheet = window.makeSheet(name: name, content: content, width: 700)
        sheet.onOK = { [weak self] in self?.goOn() }
        sheet.onCancel = { [weak self] in self?.stop() }
        sheet.onClosed = { [weak self] in self?.end() }
        progress.onCancel = { [weak self] in self?.stop() }
        login.onMessage = { [weak self] in self?.sheet.show($0) }
        login.onConnected = { [weak self] in self?.load($0, $1) }
        choices.onChange = { [weak self] in self?.makePlan() }
        back.onPress { [weak self] in self?.askForServer() }
        for step in [AnyWidget(choices.widget), AnyWidget(back)] { step.setShownOnlyByItself() }
        showStep()
    }

    func open() {
        try? sheet.open()
        login.form.grabFocus()
    }

    private func goOn() {
        if place == nil { login.connect() } else { share() }
    }

    private func stop() {
        login.cancel()
        task?.cancel()
    }

    private func end() {
        stop()
        // What is under way has the document, and closes it.
        if task == nil { closeDocument() }
        onClosed?()
    }

    // MARK: Steps

    private func showStep() {
        let isLast = place != nil
        login.form.widget.isVisible = !isLast
        choices.widget.isVisible = isLast
        back.isVisible = isLast
        sheet.setCaptions(cancel: localized("_Cancel"), ok: isLast ? localized("_Share") : localized("Co_nnect…"))
    }

    private func askForServer() {
        guard task == nil else { return }
        place = nil
        closeDocument()
        sheet.show(nil)
        showStep()
        login.form.grabFocus()
    }

    /// Loads the document, to know what is to be made.
    private func load(_ view: ServerView, _ address: ServerAddress) {
        guard task == nil, sheet.isOpen, let path = session.path else { return }
        begin(localized("Reading the document…"))
        let session = session
        task = Task { [weak self] in
            await session.finishSaving()
            let result: Result<DocumentToShare, SyncError>
            do throws(SyncError) {
                result = .success(try await DocumentToShare.open(path))
            } catch {
                result = .failure(error)
            }
            await self?.finishLoading(result, view, address)
        }
    }

    private func finishLoading(
        _ result: Result<DocumentToShare, SyncError>, _ view: ServerView, _ address: ServerAddress
    ) async {
        finishWork()
        switch result {
        case .failure(let error): show(error)
        case .success(let document):
            guard sheet.isOpen, !Task.isCancelled else { return await document.close() }
            self.document = document
            place = (view, address)
            showStep()
            choices.show(view, table: login.form.table.isEmpty ? document.name : login.form.table)
            makePlan()
            choices.grabFocus()
        }
    }

    private func makePlan() {
        guard let document, let place else { return }
        plan = nil
        sheet.show(nil)
        do throws(SyncError) {
            let address: ServerAddress
            do throws(ServerError) {
                address = try place.address.named(choices.tableName)
            } catch {
                throw .server(error)
            }
            let plan = try document.plan(at: address, roles: choices.chosenRoles, schema: place.view.schema)
            choices.show(sql: plan.script)
            self.plan = plan
        } catch {
            choices.show(sql: "")
            show(error)
        }
    }

    // MARK: Sharing

    private func share() {
        guard task == nil, let document, let plan else { return }
        begin(localized("Copying the records…"))
        let progress = ProgressRelay { [weak self] in self?.progress.fraction = $0 }
        let table = choices.tableName
        let work = Task { [weak self] in
            let result: Result<Void, SyncError>
            do throws(SyncError) {
                result = .success(try await document.share(by: plan) { progress.report($0) })
            } catch {
                result = .failure(error)
            }
            self?.finish(result, table)
        }
        task = work
        // Even if the window is closed: what is on the server must be known here.
        session.keepRunning { await work.value }
    }

    private func finish(_ result: Result<Void, SyncError>, _ table: String) {
        finishWork()
        if !sheet.isOpen { closeDocument() }
        switch result {
        case .success:
            closeDocument()
            onShared?(table)
            if sheet.isOpen { try? sheet.close() }
        case .failure(let error): show(error)
        }
    }

    private func begin(_ text: String) {
        sheet.show(nil)
        progress.begin(text)
        for step in [AnyWidget(login.form.widget), AnyWidget(choices.widget), AnyWidget(back)] {
            step.isSensitive = false
        }
    }

    private func finishWork() {
        task = nil
        progress.end()
        for step in [AnyWidget(login.form.widget), AnyWidget(choices.widget), AnyWidget(back)] {
            step.isSensitive = true
        }
    }

    private func show(_ error: SyncError) {
        guard sheet.isOpen else { return }
        sheet.show(Message(error.message, error == .server(.cancelled) ? .normal : .error))
    }

    private func closeDocument() {
        guard let document else { return }
        self.document = nil
        session.keepRunning { await document.close() }
    }
}
