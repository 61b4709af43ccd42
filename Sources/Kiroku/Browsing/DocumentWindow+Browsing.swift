import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// A table that is browsed on its server, in a window.
extension DocumentWindow {
    /// Shows a table in this window, which must be vacant.
    func show(_ rows: RemoteRows) {
        screens.show(.cards)
        put(rows)
        refresh()
        window.present()
        screen?.grabFocus()
        let text = localized("You are viewing this table on the server. To edit records, keep a part of it here.")
        show(Message(localizedSentences([text] + rows.facts.notices)))
    }

    /// Opens the sheet that keeps a part of the table here.
    func keepPart() {
        guard let remoteRows else { return }
        let condition = remoteRows.request.condition.flatMap { try? $0.text(for: remoteRows.facts.schema) }
        openFromServer(remoteRows.address, keeping: .part, where: condition ?? "")
    }

    /// Ends the connection when the window is closed.
    func endBrowsing() {
        guard let remoteRows else { return }
        // Work that the server has not finished would keep the program running.
        cards.browsePanes?.end()
        application.untilDone { await remoteRows.close() }
    }
}

extension KirokuApplication {
    /// Shows a table that is browsed on its server in a window of its own, of which nothing is remembered.
    func show(_ rows: RemoteRows) {
        let window = windows.last { $0.isVacant && $0.dialog == nil } ?? makeWindow(for: "")
        window.show(rows)
    }
}
