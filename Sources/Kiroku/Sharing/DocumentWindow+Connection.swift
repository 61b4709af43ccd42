import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// Whether the document may connect to its server, as the user decides on this machine.
extension DocumentWindow {
    /// Asks whether the document may connect, if it was not asked since it was opened.
    func askToConnectOnce() {
        guard dialog == nil, let shown, shown.sharing?.asksForConsent == true, !shown.hasAskedToConnect else { return }
        askToConnect(comesByItself: true)
    }

    /// Asks whether the document may connect to the server that its file names.
    func askToConnect(comesByItself: Bool = false) {
        guard let shown, let path = shown.path else { return }
        shown.hasAskedToConnect = true
        ask(of: path) { (facts) throws(SyncError) in
            try await facts.connectionQuestion()
        } question: { window, text in
            let question = QuestionSheet(
                over: window, localized("Connect to the Server?"), text: text, cancel: localized("_Not Now"),
                ok: localized("_Connect"))
            question.onOK = { [weak self, weak question] in
                question?.close()
                self?.change(shown) { () throws(SyncError) in try await SharedDocuments.allow(path) }
            }
            question.open(comesByItself: comesByItself)
            return question
        }
    }

    /// Shows where the document connects, and lets the user end that, or asks for permission if it may not connect.
    func showConnection() {
        guard let shown, let path = shown.path else { return }
        guard shown.sharing?.asksForConsent != true else { return askToConnect() }
        ask(of: path) { (facts) throws(SyncError) in
            try await facts.connectionText()
        } question: { window, text in
            let question = QuestionSheet(
                over: window, localized("Connection to the Server"),
                text: localizedSentences([
                    text,
                    localized(
                        "You can still edit the document without a connection. Your edits are sent when it connects again."
                    ),
                ]), cancel: localized("_Keep Connecting"), ok: nil)
            question.offer(localized("_Stop Connecting"), destroys: true) { [weak self, weak question] in
                question?.close()
                self?.change(shown) { () throws(SyncError) in try await SharedDocuments.revoke(path) }
            }
            question.open()
            return question
        }
    }

    /// Lists the edits that were made elsewhere, to be sent or not.
    func showEditsOfOthers() {
        guard dialog == nil, let shown, let path = shown.path else { return }
        screen?.commitEditing()
        Task { [weak self] in
            do throws(SyncError) {
                let edits = try await SharedDocuments.editsOfOthers(in: path)
                guard let self, dialog == nil, self.shown === shown, edits.count > 0 else { return }
                let sheet = OthersEditsSheet(over: self, edits, in: shown.document, at: path)
                hold(sheet) { [weak self] in
                    self?.showNotice()
                }
                sheet.open()
            } catch {
                self?.show(Message(error.message, .error))
            }
        }
    }

    /// Opens a question about the document's connection, when it is known what to tell the user.
    private func ask(
        of path: String, text: @escaping (SharedFacts) async throws(SyncError) -> String,
        question: @escaping (DocumentWindow, String) -> QuestionSheet
    ) {
        guard dialog == nil else { return }
        screen?.commitEditing()
        Task { [weak self] in
            guard let facts = await SharedDocuments.shown(path) else { return }
            do throws(SyncError) {
                let words = try await text(facts)
                guard let self, dialog == nil, shown?.path == path else { return }
                let sheet = question(self, words)
                hold(sheet) { [weak self] in
                    self?.showNotice()
                }
            } catch {
                self?.show(Message(error.message, .error))
            }
        }
    }

    /// Changes whether the document may connect, and continues accordingly.
    private func change(_ session: DocumentSession, _ body: @escaping () async throws(SyncError) -> Void) {
        Task { [weak self] in
            do throws(SyncError) {
                try await body()
                session.hasAskedToConnect = true
                self?.restartSync(session)
            } catch {
                self?.show(Message(error.message, .error))
            }
        }
    }
}
