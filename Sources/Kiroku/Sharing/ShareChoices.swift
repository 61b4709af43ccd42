import GtkKit
import KirokuCore
import KirokuServer

/// The second step of sharing a document: the table's name, who else may use it, and the statements that make it.
@MainActor
final class ShareChoices {
    let widget = column(spacing: 12)
    /// Called when other statements are needed.
    var onChange: (() -> Void)?

    private let table = entry(name: localized("Table"))
    private let people = column()
    private let sql = textArea(name: localized("The SQL"))
    private let explanation = paragraph("", isMuted: true)
    private var roles: [(button: CheckButton, role: String)] = []

    /// The role that stands for everyone.
    private static let everybody = "PUBLIC"
    /// The maximum height of the statements, in pixels; they scroll.
    private static let height = 220

    init() {
        let line = row(spacing: 12)
        line.append(label(localized("Table")))
        table.setWidth(letters: 40, least: 16)
        line.append(table, fills: true)
        widget.append(line)
        widget.append(heading(localized("Share with")))
        widget.append(people)
        widget.append(heading(localized("The SQL")))
        widget.append(explanation)
        sql.isEditable = false
        sql.addStyleClass("monospace")
        sql.setPadding(horizontal: 8, vertical: 4)
        sql.frame.setLeastSize(width: -1, height: Self.height)
        widget.append(sql.frame)
        table.onChange { [weak self] in self?.onChange?() }
        widget.showAll()
    }

    /// Asks, offering what there is on the server.
    ///
    /// - Parameters:
    ///   - view: what is on the server.
    ///   - name: the table's name, as a proposal.
    func show(_ view: ServerView, table name: String) {
        people.removeAll()
        roles = []
        add(Self.everybody, shownAs: localized("Everyone who can connect"))
        for role in view.roles { add(role, shownAs: ShownText.short(role)) }
        people.showAll()
        explanation.text = localized(
            "Kiroku runs only these statements in the database “{database}”, then copies the records there.",
            ["database": ShownText.short(view.account.database)])
        if table.text.isEmpty { table.text = name }
    }

    private func add(_ role: String, shownAs name: String) {
        // An underscore in the name of a role does not mark a mnemonic, so the button has no caption.
        let button = checkButton("", name: name)
        button.onToggle { [weak self] in self?.onChange?() }
        let line = row()
        line.append(button)
        line.append(label(name))
        people.append(line)
        roles.append((button, role))
    }

    var tableName: String { table.text }

    var chosenRoles: [String] { roles.filter { $0.button.isOn == true }.map(\.role) }

    /// Shows the statements.
    func show(sql text: String) {
        sql.text = text
        sql.cursor = 0
    }

    func grabFocus() { table.grabFocus() }
}
