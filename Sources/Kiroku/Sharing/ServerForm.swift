import GtkKit
import KirokuCore
import KirokuServer

/// The questions about a server: its parts, or a whole address instead, and a password once it is requested.
@MainActor
final class ServerForm {
    let widget = column(spacing: 12)
    private let server = entry(name: localized("Server"))
    private let database = entry(name: localized("Database"))
    private let user = entry(name: localized("User"))
    private let service = entry(name: localized("Service"))
    private let password = passwordEntry(name: localized("Password"))
    private let passwordLabel = label(localized("Password"))
    private let remember = checkButton(localized("_Remember the password"))
    /// The other parts that a whole address had.
    private var whole = ServerParts()

    /// - Parameters:
    ///   - address: what is known already.
    ///   - isWhole: whether nothing but a password is asked for.
    init(_ address: ServerAddress? = nil, isWhole: Bool = false) {
        let rows = grid()
        rows.setSpacing(columns: 12, rows: 6)
        let lines: [(Label, Entry)] = [
            (label(localized("Server")), server), (label(localized("Database")), database),
            (label(localized("User")), user), (label(localized("Service")), service), (passwordLabel, password),
        ]
        for (place, line) in lines.enumerated() {
            rows.attach(line.0, column: 0, row: place)
            rows.attach(line.1, column: 1, row: place)
            line.1.setWidth(letters: 40, least: 16)
            line.1.setExpands(horizontally: true)
        }
        server.setPlaceholder("db.example.com")
        server.accessibleDescription = localized("A name, a name and a port, or a complete address")
        service.setPlaceholder(localized("A name in pg_service.conf"))
        remember.setTooltip(localized("Saves the password in the desktop’s password storage"))
        rows.attach(remember, column: 1, row: lines.count)
        widget.append(rows)
        let remark = paragraph(
            localized(
                "Empty fields use PostgreSQL’s defaults. You can paste a complete address as the server: {address}",
                ["address": "postgresql://server/database?table=Name"]), isMuted: true)
        widget.append(remark)
        server.onFocusLost { [weak self] in self?.takeAddress() }
        widget.showAll()
        for part in secretParts {
            part.setShownExplicitly()
            part.isVisible = isWhole
        }
        if isWhole {
            for part in lines.dropLast().flatMap({ [AnyWidget($0.0), AnyWidget($0.1)] }) + [AnyWidget(remark)] {
                // Otherwise it is shown with the rest of the sheet.
                part.setShownExplicitly()
                part.isVisible = false
            }
        }
        if let address { show(ServerParts(address)) }
    }

    private var secretParts: [AnyWidget] { [AnyWidget(passwordLabel), AnyWidget(password), AnyWidget(remember)] }

    /// Whether the password is to be remembered.
    var isToRemember: Bool { remember.isOn == true }

    /// The table of the address, if one was pasted.
    var table: String { whole.table }

    /// The fields that it has named as the table's key.
    var key: [String] { whole.key }

    /// The address without table, key and password, and the password if one was entered.
    ///
    /// - Throws: an error if something is wrong with the input.
    func entered() throws(ServerError) -> (address: ServerAddress, password: String) {
        if let text = pasted { show(ServerParts(try ServerAddress(text))) }
        var parts = whole
        (parts.server, parts.database, parts.user) = (server.text, database.text, user.text)
        (parts.service, parts.table, parts.key, parts.password) = (service.text, "", [], "")
        return (try parts.address(), password.text)
    }

    /// Asks for the password.
    func askForPassword() {
        for part in secretParts { part.isVisible = true }
        password.grabFocus()
        password.selectAll()
    }

    func grabFocus() { server.grabFocus() }

    /// Distributes the parts of an address that was entered in place of the server.
    private func takeAddress() {
        if let address = pasted.flatMap({ try? ServerAddress($0) }) { show(ServerParts(address)) }
    }

    /// The address that was entered in place of the server.
    private var pasted: String? {
        let text = server.text.trimmingWhitespace
        return ServerAddress.isAddress(text) ? text : nil
    }

    private func show(_ parts: ServerParts) {
        whole = parts
        (server.text, database.text, user.text) = (parts.server, parts.database, parts.user)
        (service.text, password.text) = (parts.service, parts.password)
    }
}
