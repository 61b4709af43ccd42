import Geometry
import GtkKit
import KirokuCore

/// What has happened to a record, a field or the whole table: when, who, and from what to what.
///
/// The entries are read in the background, a page at a time as they come into sight, and again after each edit that is
/// saved. The view draws only those in sight.
@MainActor
public final class HistoryView {
    /// The table whose history is shown.
    public let model: any TableModel
    /// The widget to put into a window.
    public let widget: Box
    /// Called when the user wants to take back a step, or a part of it.
    public var onTakeBack: ((_ step: Int64, TakenBack) -> Void)?
    /// Called when the user wants to see the table as it was before an entry.
    public var onShowPast: ((HistoryEntry) -> Void)?
    /// Shows how far going back to that has come.
    public let progress = ProgressRow(name: localized("Progress of going back"))
    /// Called when the user presses Esc.
    public var onClose: (() -> Void)?

    private let list = TileView(name: localized("History"))
    private let choice: ComboBox
    private let takeBackButton: Button
    private let pastButton: Button
    private let state = label(role: .muted)
    private var record: RecordID?
    private var field: FieldID?
    private var entries: [HistoryEntry] = []
    private var next: HistoryPosition?
    private var begin: LocalTime?
    private var reading: Task<Void, Never>?
    /// Whether something has been saved since the reading began.
    private var isOutdated = false
    private var observation: Observation?

    /// Creates a view that shows the history of no record yet.
    public init(model: any TableModel) {
        self.model = model
        choice = comboBox(
            name: localized("History of"),
            choices: [localized("This record"), localized("This field"), localized("The document")])
        choice.chosen = 0
        widget = column(spacing: 6)
        takeBackButton = button(localized("_Take This Back"))
        pastButton = button(
            localized("Show the Table as It _Was…"),
            tooltip: localized("Show all records as they were just before this, in a window of their own"))
        widget.addStyleClass("kiroku-summary")
        widget.append(choice)
        widget.append(list.widget, fills: true)
        widget.append(state)
        widget.append(takeBackButton)
        widget.append(pastButton)
        widget.append(progress.widget)
        pastButton.onPress { [weak self] in self?.showPastOfChosen() }
        takeBackButton.onPress { [weak self] in self?.takeBackChosen() }
        choice.onChange { [weak self] in self?.readAll() }
        build()
        observation = model.observe { [weak self] event in
            switch event {
            case .saveStateChanged, .changedByOthers: self?.outdated()
            default: break
            }
        }
        widget.onDestroy { [weak self] in self?.end() }
        attach(self, to: widget, key: "kiroku-history-view")
    }

    isolated deinit {
        reading?.cancel()
    }

    /// Shows the history of another record or field, if it is theirs that is wanted.
    public func show(record: RecordID?, field: FieldID?) {
        guard observation != nil, record != self.record || field != self.field else { return }
        let before = scope
        (self.record, self.field) = (record, field)
        if scope != before || entries.isEmpty { readAll() }
    }

    /// Moves the focus to the list.
    public func grabFocus() { list.canvas.grabFocus() }

    /// Whether the list has the focus.
    public var hasFocus: Bool { list.canvas.hasFocus }

    // MARK: Reading

    private var scope: HistoryScope? {
        switch choice.chosen {
        case 0: record.map(HistoryScope.record)
        case 1: field.map(HistoryScope.field)
        default: .document
        }
    }

    private func end() {
        reading?.cancel()
        observation = nil
    }

    private func outdated() {
        isOutdated = true
        if reading == nil { readAll(isSame: true) }
    }

    /// Reads from the newest entry on.
    ///
    /// - Parameter isSame: whether it is the history of the same thing, so that the list stays where it is.
    private func readAll(isSame: Bool = false) {
        reading?.cancel()
        reading = nil
        if !isSame {
            (next, begin) = (nil, nil)
            show([], isSame: false)
        }
        guard let scope else { return say() }
        isOutdated = false
        read(scope, from: nil, isSame ? max(entries.count, 1) : 1) { [weak self] found, next, begin in
            guard let self else { return }
            (self.next, self.begin) = (next, begin)
            show(found, isSame: isSame)
        }
    }

    private func readOn() {
        guard reading == nil, let next, let scope else { return }
        read(scope, from: next, 1) { [weak self] found, next, begin in
            guard let self else { return }
            (self.next, self.begin) = (next, begin)
            show(entries + found, isSame: true)
        }
    }

    /// Reads at least so many entries, if there are so many.
    private func read(
        _ scope: HistoryScope, from start: HistoryPosition?, _ count: Int,
        done: @escaping @MainActor ([HistoryEntry], HistoryPosition?, LocalTime?) -> Void
    ) {
        reading = Task { [weak self, model] in
            var found: [HistoryEntry] = []
            var (position, begin): (HistoryPosition?, LocalTime?) = (start, nil)
            repeat {
                guard let page = try? await model.history(of: scope, before: position) else { break }
                guard !Task.isCancelled else { return }
                found += page.entries
                (position, begin) = (page.next, page.begin.map { LocalTime($0) })
            } while found.count < count && position != nil
            guard let self, !Task.isCancelled else { return }
            reading = nil
            done(found, position, begin)
            if isOutdated { readAll(isSame: true) }
        }
    }

    private func show(_ found: [HistoryEntry], isSame: Bool) {
        guard observation != nil else { return }
        let chosen = list.chosen.flatMap { entries.indices.contains($0) ? entries[$0] : nil }
        entries = found
        let same = chosen.flatMap { old in
            found.firstIndex { $0.step == old.step && $0.cell?.field == old.cell?.field && $0.title == old.title }
        }
        list.show(found.count, chosen: isSame ? same : nil, isSameList: isSame)
        say()
    }

    private func say() {
        list.hint =
            scope == nil ? localized("Select a cell to see its history.") : localized("Nothing has been changed.")
        state.text =
            begin.map { localized("Back to {date}", ["date": $0.localizedText]) } ?? ""
        takeBackButton.isSensitive = chosen.map(canTakeBack) ?? false
        pastButton.isSensitive = chosen.map(hasPast) ?? false
    }

    // MARK: As it was

    /// Before a gap nothing is known.
    private func hasPast(_ entry: HistoryEntry) -> Bool { entry.time != nil }

    private func showPastOfChosen() {
        if let entry = chosen, hasPast(entry) { onShowPast?(entry) }
    }

    // MARK: Taking back

    private var chosen: HistoryEntry? {
        list.chosen.flatMap { entries.indices.contains($0) ? entries[$0] : nil }
    }

    private func canTakeBack(_ entry: HistoryEntry) -> Bool { entry.isKept && !model.isReadOnly }

    /// What is taken back of an entry, the least first.
    private func parts(of entry: HistoryEntry) -> [(caption: String, part: TakenBack)] {
        var parts: [(String, TakenBack)] = []
        if let cell = entry.cell {
            parts.append((localized("_Take This Back"), .cell(cell.record, cell.field)))
        }
        if choice.chosen == 0, let record {
            let isFirst = parts.isEmpty
            parts.append(
                (isFirst ? localized("_Take This Back") : localized("Take Back in the Whole _Record"), .record(record)))
        }
        parts.append((localized("Take Back the Whole _Step"), .step))
        return parts
    }

    private func takeBackChosen() {
        guard let entry = chosen, canTakeBack(entry), let first = parts(of: entry).first else { return }
        onTakeBack?(entry.step, first.part)
    }

    // MARK: The list

    private func build() {
        list.tile = { [weak self] index in
            guard let self, entries.indices.contains(index) else { return TileView.Tile(name: "") }
            let lines = HistoryLines(entries[index], in: model.table)
            return TileView.Tile(
                name: [lines.title, lines.change].filter { !$0.isEmpty }.joined(separator: ": "),
                detail: [lines.who, lines.when].filter { !$0.isEmpty }.joined(separator: ", "))
        }
        list.onDrawTile = { [weak self] index, place, colors, painter in
            guard let self, entries.indices.contains(index) else { return }
            draw(HistoryLines(entries[index], in: model.table), place, colors, painter)
        }
        list.onMeasure = { [weak self] text in self?.list.layout.tileHeight = (3 * text.lineHeight + 14).rounded() }
        list.onSightChange = { [weak self] in
            guard let self, list.layout.around.upperBound >= entries.count else { return }
            readOn()
        }
        list.onChoose = { [weak self] _ in self?.say() }
        list.menu = { [weak self] index in
            guard let self, entries.indices.contains(index) else { return [] }
            let entry = entries[index]
            let taking = parts(of: entry).map { item in
                ContextMenuItem(item.caption, isEnabled: self.canTakeBack(entry)) { [weak self] in
                    self?.onTakeBack?(entry.step, item.part)
                }
            }
            let past = ContextMenuItem(localized("Show the Table as It _Was…"), isEnabled: hasPast(entry)) {
                [weak self] in self?.onShowPast?(entry)
            }
            return taking + [past]
        }
        list.canvas.onKey = { [weak self] key in
            guard let self else { return false }
            if key.key == .escape, key.modifiers.isEmpty, let onClose {
                onClose()
                return true
            }
            return list.handle(key)
        }
        list.canvas.setLeastSize(width: 160, height: 120)
        list.measure()
        say()
    }

    private func draw(_ lines: HistoryLines, _ place: Rectangle, _ colors: TileColors, _ painter: Painter) {
        let isLeftwards = list.layout.isLeftwards
        let height = ((place.height - 14) / 3).rounded(.down)
        var line = place.inset(x: 8, y: 7)
        line.height = height
        let (start, end): (Alignment, Alignment) = isLeftwards ? (.end, .start) : (.start, .end)
        painter.text(lines.title, in: line, colors.grid.text, alignment: start, style: .bold)
        line.y += height
        painter.text(lines.change, in: line, colors.grid.text, alignment: start)
        line.y += height
        var half = line
        half.width = line.width / 2 - 4
        if isLeftwards { half.x += line.width / 2 + 4 }
        painter.text(lines.who, in: half, colors.grid.muted, alignment: start)
        half.x = isLeftwards ? line.x : line.x + line.width / 2 + 4
        painter.text(lines.when, in: half, colors.grid.muted, alignment: end)
        var border = place
        border.y += place.height - 1
        border.height = 1
        painter.fill(border, colors.grid.line)
    }
}

/// What an entry of the history says.
struct HistoryLines {
    /// The field, or what was done.
    let title: String
    /// From what to what.
    let change: String
    let who: String
    let when: String

    init(_ entry: HistoryEntry, in table: RecordTable) {
        if let cell = entry.cell {
            title = ShownText.short(cell.fieldName)
            let field = table.schema.index(of: cell.field).map { table.schema[$0] }
            func shown(_ value: CellValue) -> String {
                let text = value.shownText(in: field?.numberFormat ?? .asTyped) ?? ""
                return text.isEmpty ? localized("(empty)") : ShownText.short(text)
            }
            change = localized("{old} → {new}", ["old": shown(cell.old), "new": shown(cell.new)])
        } else if let done = entry.title {
            title = done.text
            change = entry.isKept ? "" : localized("It was too much to be kept.")
        } else {
            title = localized("Another program has written here")
            change = localized("What it changed is not known.")
        }
        when = entry.time.map { LocalTime($0).localizedText } ?? ""
        if let author = entry.author {
            who = author.person.isEmpty ? author.program : "\(author.person) · \(author.program)"
        } else {
            who = entry.title == nil ? "" : localized("another program")
        }
    }
}
