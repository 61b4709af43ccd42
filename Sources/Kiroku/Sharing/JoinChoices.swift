import GtkKit
import KirokuCore
import KirokuServer

/// The second step of opening a table from a server: which one, and where the copy is kept.
@MainActor
final class JoinChoices {
    let widget = column(spacing: 12)
    /// Called when another place for the copy is wanted.
    var onChoosePlace: (() -> Void)?
    /// Called when another table was chosen.
    var onChange: (() -> Void)?

    private let table = comboBox(name: localized("Table"), choices: [])
    private let explanation = paragraph("", isMuted: true)
    private let place = label("")
    private var tables: [ListedTable] = []

    init() {
        let rows = grid()
        rows.setSpacing(columns: 12, rows: 6)
        rows.attach(label(localized("Table")), column: 0, row: 0)
        rows.attach(table, column: 1, row: 0)
        rows.attach(label(localized("Kept in")), column: 0, row: 1)
        let line = row(spacing: 12)
        line.append(place, fills: true)
        line.append(
            button(localized("C_hange…"), tooltip: localized("Choose where the copy is kept")) { [weak self] in
                self?.onChoosePlace?()
            })
        rows.attach(line, column: 1, row: 1)
        table.setWidth(letters: 40)
        table.setExpands(horizontally: true)
        widget.append(rows)
        widget.append(explanation)
        table.onChange { [weak self] in self?.tableChanged() }
        widget.showAll()
    }

    /// Asks, with what there is on the server.
    ///
    /// - Parameter name: the table that is chosen at first, if it is there; otherwise the first one.
    func show(_ tables: [ListedTable], chosen name: String) {
        self.tables = tables
        table.setChoices(tables.map { ShownText.short($0.name) })
        table.chosen = tables.firstIndex { $0.name == name || $0.name == "public." + name } ?? tables.indices.first
        if tables.isEmpty { explanation.text = localized("There is no table that you may read.") }
    }

    /// The chosen table; `nil` if there is none.
    var chosen: ListedTable? { table.chosen.flatMap { tables.indices.contains($0) ? tables[$0] : nil } }

    /// Shows where the copy is kept.
    func show(place path: String, home: String) {
        place.text = FilePath.shownFolder(of: path, home: home) + "/" + FilePath.name(of: path)
        place.setTooltip(path)
    }

    private func tableChanged() {
        if let chosen { explanation.text = text(of: chosen) }
        onChange?()
    }

    private func text(of table: ListedTable) -> String {
        guard table.isShared else {
            return localized(
                "A table of another program. Nothing is added to its database; what others change there is looked for from time to time."
            )
        }
        guard let count = table.likelyCount else { return localized("A document that is shared.") }
        return localized(
            "A document that is shared, with about {count} record.",
            "A document that is shared, with about {count} records.", count: count)
    }
}
