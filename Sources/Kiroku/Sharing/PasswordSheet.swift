import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// A sheet that asks for the password of a shared document's server.
@MainActor
final class PasswordSheet: WindowDialog {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?
    /// Called when the server has accepted the password, with a message if there is still something to tell.
    var onConnected: ((Message?) -> Void)?

    private let sheet: ModalSheet
    private let progress = ProgressRow()
    private let login: ServerLogin

    /// - Parameter address: the complete address of the server, except for the password.
    init(over window: DocumentWindow, _ address: ServerAddress) {
        login = ServerLogin(address, isWhole: true, progress)
        let name = localized("Password")
        let content = sheetContent(name)
        content.append(
            paragraph(localized("For the server of this document: {address}", ["address": address.shownText])))
        content.append(progress.widget)
        content.append(login.form.widget)
        sheet = window.makeSheet(name: name, content: content)
        sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("Co_nnect"))
        sheet.onOK = { [weak self] in self?.login.connect() }
        sheet.onCancel = { [weak self] in self?.login.cancel() }
        sheet.onClosed = { [weak self] in
            self?.login.cancel()
            self?.onClosed?()
        }
        progress.onCancel = { [weak self] in self?.login.cancel() }
        login.onMessage = { [weak self] in self?.sheet.show($0) }
        login.onConnected = { [weak self] _, _, complaint in
            self?.onConnected?(complaint)
            if self?.sheet.isOpen == true { try? self?.sheet.close() }
        }
    }

    func open() {
        try? sheet.open()
        login.form.askForPassword()
    }
}
