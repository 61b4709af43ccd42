import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// The edits that wait in a shared document and were made elsewhere: the user reviews them, and sends them, discards
/// them or leaves them waiting.
@MainActor
final class OthersEditsSheet: WindowDialog {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?

    /// The maximum number of lines; actions still affect all edits.
    private static let limit = 300

    private let sheet: ModalSheet
    private let edits: WaitingEdits
    private let path: String
    private var work: Task<Void, Never>?

    init(over window: DocumentWindow, _ edits: WaitingEdits, in document: Document, at path: String) {
        (self.edits, self.path) = (edits, path)
        let name = localized("Edits Made Elsewhere")
        let content = sheetContent(name)
        content.append(
            paragraph(
                localized(
                    "These edits came with the file. If you send them, they are made on the server with your permissions. If you discard them, the document shows the values on the server, and the edits are listed as conflicts."
                ), width: 80))
        let list = textArea(name: name)
        list.isEditable = false
        list.setPadding(horizontal: 8, vertical: 4)
        list.text = edits.lines(in: document.table, atMost: Self.limit).joined(separator: "\n")
        list.cursor = 0
        list.frame.addStyleClass("frame")
        list.frame.setLeastSize(width: -1, height: 260)
        content.append(list.frame)
        sheet = window.makeSheet(name: name, content: content)
        sheet.setCaptions(cancel: localized("Decide _Later"), ok: localized("_Send with My Permissions"))
        sheet.onOK = { [weak self] in
            self?.decide { (edits, path) throws(SyncError) in try await SharedDocuments.send(edits, of: path) }
        }
        sheet.setExtra(localized("_Discard"), destroys: true) { [weak self] in
            self?.decide { (edits, path) throws(SyncError) in try await SharedDocuments.discard(edits, of: path) }
        }
        sheet.onClosed = { [weak self] in self?.onClosed?() }
    }

    func open() {
        try? sheet.open()
        sheet.focusCancel()
    }

    private func decide(_ body: @escaping @Sendable (WaitingEdits, String) async throws(SyncError) -> Void) {
        guard work == nil else { return }
        work = Task { [weak self, edits, path] in
            do throws(SyncError) {
                try await body(edits, path)
                if self?.sheet.isOpen == true { try? self?.sheet.close() }
            } catch {
                self?.sheet.show(Message(error.message, .error))
            }
            self?.work = nil
        }
    }
}
