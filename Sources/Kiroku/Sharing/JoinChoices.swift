import GtkKit
import KirokuCore
import KirokuServer

/// The second step of opening a table from a server: which one, what of it is kept here, and where.
@MainActor
final class JoinChoices {
    let widget = column(spacing: 12)
    /// Called when another place for the copy is wanted.
    var onChoosePlace: (() -> Void)?
    /// Called when another table was chosen, or another way.
    var onChange: (() -> Void)?
    /// Called when another part of the table is wanted.
    var onConditionChange: (() -> Void)?

    private let table = comboBox(name: localized("Table"), choices: [])
    private let ways = comboBox(name: localized("Records"), choices: JoinWay.allCases.map(\.name))
    private let conditionEntry = entry(name: localized("Only records where"))
    private let partSize = paragraph("", width: 50)
    private let explanation = paragraph("", isMuted: true)
    private let place = label("")
    /// The controls that are only shown if they are useful, with their labels.
    private let (wayLine, conditionLines, placeLine): ([AnyWidget], [AnyWidget], [AnyWidget])
    private var tables: [ListedTable] = []
    /// What the user has chosen; `nil` for what is usual for the table.
    private var wanted: JoinWay?
    /// What is offered for the chosen table.
    private var offered = JoinWay.allCases
    private var isFilling = false

    /// - Parameters:
    ///   - way: the proposal; `nil` for what is usual for the table.
    ///   - condition: which records are in a part, as text.
    init(keeping way: JoinWay? = nil, where condition: String = "") {
        wanted = way
        conditionEntry.text = condition
        conditionEntry.setPlaceholder(localized("Prefecture = Kyoto"))
        conditionEntry.setTooltip(Self.hint)
        let rows = grid()
        rows.setSpacing(columns: 12, rows: 6)
        let line = row(spacing: 12)
        line.append(place, fills: true)
        let change = button(localized("C_hange…"), tooltip: localized("Choose where to save the copy"))
        line.append(change)
        let labels = [
            localized("Table"), localized("Records"), localized("Only where"), "", localized("Save in"),
        ].map { AnyWidget(label($0)) }
        partSize.setAlignedAcross(.start)
        let controls = [
            AnyWidget(table), AnyWidget(ways), AnyWidget(conditionEntry), AnyWidget(partSize), AnyWidget(line),
        ]
        for (place, (label, control)) in zip(labels, controls).enumerated() {
            rows.attach(label, column: 0, row: place)
            rows.attach(control, column: 1, row: place)
        }
        let lines = zip(labels, controls).map { [$0, $1] }
        (wayLine, conditionLines, placeLine) = (lines[1], lines[2] + lines[3], lines[4])
        table.setWidth(letters: 40)
        table.setExpands(horizontally: true)
        widget.append(rows)
        widget.append(explanation)
        change.onPress { [weak self] in self?.onChoosePlace?() }
        table.onChange { [weak self] in self?.tableChanged() }
        ways.onChange { [weak self] in
            guard let self, !isFilling else { return }
            wanted = ways.chosen.flatMap(JoinWay.init)
            tableChanged()
        }
        conditionEntry.onChange { [weak self] in self?.onConditionChange?() }
        widget.showAll()
        for part in wayLine + conditionLines + placeLine { part.setShownExplicitly() }
        show(part: nil)
    }

    /// Asks, offering what there is on the server.
    ///
    /// - Parameter name: the table that is chosen at first if it exists; otherwise the first one is.
    func show(_ tables: [ListedTable], chosen name: String) {
        self.tables = tables
        table.setChoices(tables.map { ShownText.short($0.name) })
        table.chosen = tables.firstIndex { $0.name == name || $0.name == "public." + name } ?? tables.indices.first
        if tables.isEmpty { explanation.text = localized("There is no table that you are allowed to read.") }
    }

    /// The chosen table; `nil` if there is none.
    var chosen: ListedTable? { table.chosen.flatMap { tables.indices.contains($0) ? tables[$0] : nil } }

    /// What is to be kept here of the table; a shared document is not browsed on its server.
    var way: JoinWay {
        guard let chosen else { return .all }
        guard !chosen.isShared else { return wanted == .part ? .part : .all }
        return wanted ?? (chosen.isTooLargeToKeep ? .browse : .all)
    }

    /// Which records are kept, as text; `nil` for all.
    var condition: String? {
        let text = conditionEntry.text.trimmingWhitespace
        return way == .part && !text.isEmpty ? text : nil
    }

    /// Whether a condition is still to be entered.
    var needsCondition: Bool { way == .part && condition == nil }

    func grabFocusOfCondition() { conditionEntry.grabFocusSelectingAll() }

    /// What a condition consists of.
    private static var hint: String {
        localized(
            "Compare fields with values, and combine conditions with “and”, “or” and “not”; see “kiroku find” in the manual"
        )
    }

    /// Shows how large the part is, or what is wrong with the condition; with `nil`, what a condition consists of,
    /// until there is one.
    func show(part text: String?, isError: Bool = false) {
        partSize.text = text ?? (condition == nil ? Self.hint : "")
        let style = ColorRole.error.styleClass
        if isError { partSize.addStyleClass(style) } else { partSize.removeStyleClass(style) }
        if let text { partSize.announce(text) }
    }

    /// Shows where the copy is kept.
    func show(place path: String, home: String) {
        place.text = FilePath.shownFolder(of: path, home: home) + "/" + FilePath.name(of: path)
        place.setTooltip(path)
    }

    private func tableChanged() {
        isFilling = true
        let possible = chosen?.isShared == true ? [JoinWay.all, .part] : JoinWay.allCases
        if possible != offered { ways.setChoices(possible.map(\.name)) }
        offered = possible
        ways.chosen = way.rawValue
        isFilling = false
        for part in wayLine { part.isVisible = chosen != nil }
        for part in conditionLines { part.isVisible = way == .part }
        for part in placeLine { part.isVisible = way != .browse }
        if let chosen { explanation.text = text(of: chosen) }
        onChange?()
    }

    private func text(of table: ListedTable) -> String {
        guard table.isShared else { return localizedSentences(sentences(of: table)) }
        guard let count = table.likelyCount else { return localized("A shared document.") }
        return localized(
            "A shared document with about {count} record.",
            "A shared document with about {count} records.", count: count)
    }

    private func sentences(of table: ListedTable) -> [String] {
        var sentences = [localized("A table from another program.")]
        if let count = table.likelyCount, count > 0 {
            sentences = [
                localized(
                    "A table from another program with about {count} record.",
                    "A table from another program with about {count} records.", count: BrowseText.rounded(count))
            ]
        }
        if table.isTooLargeToKeep {
            sentences.append(
                localized(
                    "It is too large to copy: the limit is {count} records or 1 GB.",
                    ["count": localizedNumber(ListedTable.limit)]))
        }
        switch way {
        case .all, .part:
            sentences.append(
                localized(
                    "Kiroku adds nothing to its database, and checks for changes by others from time to time."))
        case .browse:
            sentences.append(
                localized(
                    "Nothing is copied: records are loaded from the server as you view them, and cannot be edited."
                ))
        }
        return sentences
    }
}

/// How much of another program's table is kept here.
enum JoinWay: Int, CaseIterable {
    /// All of it, in sync with the server.
    case all
    /// The records that a condition takes, in sync with the server.
    case part
    /// None: it is browsed on the server.
    case browse

    /// The choice, as a text for the user.
    var name: String {
        switch self {
        case .all: localized("Keep all of it here")
        case .part: localized("Keep a part of it here")
        case .browse: localized("View it on the server")
        }
    }
}
