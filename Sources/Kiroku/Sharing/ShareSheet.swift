import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// A sheet that puts the document on a server: it asks for the server, shows the statements that would be carried out
/// there, and only then carries them out.
@MainActor
final class ShareSheet: WindowDialog {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?
    /// Called when the document is on the server, also if that was too late to be cancelled.
    var onShared: ((_ table: String) -> Void)?

    private let steps: ServerSteps
    private let session: DocumentSession
    private let progress = ProgressRow(name: localized("Progress of the sharing"))
    private let choices = ShareChoices()
    /// The document, once there is a server for it.
    private var document: DocumentToShare?
    private var plan: SharePlan?
    private var task: Task<Void, Never>?

    init(over window: DocumentWindow, _ session: DocumentSession) {
        self.session = session
        steps = ServerSteps(
            over: window, localized("Share This Document"),
            localized(
                "Copies the document with its pictures and history to a PostgreSQL server, so that several people can edit it at the same time. Each has a copy, and can also work offline."
            ), progress, choices: choices.widget, ok: localized("_Share"))
        steps.onConnected = { [weak self] in self?.load($0, $1) }
        steps.onOK = { [weak self] in self?.share() }
        steps.onBack = { [weak self] in self?.closeDocument() }
        steps.onStop = { [weak self] in self?.task?.cancel() }
        steps.onClosed = { [weak self] in self?.end() }
        choices.onChange = { [weak self] in self?.makePlan() }
    }

    func open() { steps.open() }

    private func end() {
        // Work that is under way uses the document, and closes it itself.
        if !steps.isBusy { closeDocument() }
        onClosed?()
    }

    /// Loads the document, to find out what is to be made.
    private func load(_ view: ServerView, _ address: ServerAddress) {
        guard !steps.isBusy, steps.isOpen, let path = session.path else { return }
        steps.begin(localized("Reading the document…"))
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
        case .failure(let error): steps.show(error)
        case .success(let document):
            guard steps.isOpen, !Task.isCancelled else { return await document.close() }
            self.document = document
            steps.place = (view, address)
            let table = steps.login.form.table
            choices.show(view, table: table.isEmpty ? document.name : table)
            makePlan()
            choices.grabFocus()
        }
    }

    private func makePlan() {
        guard let document, let place = steps.place else { return }
        plan = nil
        steps.show(nil)
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
            steps.show(error)
        }
    }

    // MARK: Sharing

    private func share() {
        guard !steps.isBusy, let document, let plan else { return }
        steps.begin(localized("Copying the records…"))
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
        // It finishes even if the window is closed: what is on the server must be known here.
        session.keepRunning { await work.value }
    }

    private func finish(_ result: Result<Void, SyncError>, _ table: String) {
        finishWork()
        if !steps.isOpen { closeDocument() }
        switch result {
        case .success:
            closeDocument()
            onShared?(table)
            steps.close()
        case .failure(let error): steps.show(error)
        }
    }

    private func finishWork() {
        task = nil
        steps.end()
    }

    private func closeDocument() {
        guard let document else { return }
        self.document = nil
        session.keepRunning { await document.close() }
    }
}
