import GtkKit
import KirokuCore
import KirokuViews

/// A list in which fields are added, named, ordered and so on; it changes no table.
///
/// Enter in a field moves to the next one, and after the last one adds another.
///
/// For fields that exist already, it shows what will happen to their values.
@MainActor
final class FieldsEditor {
    let widget = column(spacing: 12)
    /// Called when Enter is pressed in a last field that is still blank, which means that the user adds no more.
    var onEnd: (() -> Void)?
    private let list = column(spacing: FieldsEditor.gap)
    private let headings = FieldHeadings()
    private let preview: FieldsPreview?
    private var rows: [FieldRow] = []
    private static let gap = 6
    /// If there is less room than this, in pixels at the usual text size, each field has two lines.
    private static let leastWidth = 760.0
    private var isNarrow = false
    private var tasks: [ObjectIdentifier: Task<Void, Never>] = [:]

    /// - Parameters:
    ///   - drafts: the fields in the list at first.
    ///   - table: the table that they come from; `nil` if it does not exist yet.
    init(_ drafts: [FieldDraft], of table: RecordTable?) {
        preview = table.map { FieldsPreview(table: $0) }
        widget.append(paragraph(localized("Enter: next field. Ctrl+Enter: OK."), isMuted: true))
        let table = column(spacing: Self.gap)
        table.append(headings.widget)
        table.append(list)
        widget.append(table)
        let add = button(localized("_Add a Field")) { [weak self] in self?.addField() }
        add.setAlignedAcross(.start)
        widget.append(add)
        for draft in drafts { append(draft) }
        renumber()
        widget.showAll()
        headings.widget.setShownExplicitly()
        // GTK takes no notice of what changes while it lays out.
        list.onLayout { [weak self] in MainLoop.whenIdle { [weak self] in self?.fitRoom() } }
    }

    /// Gives each field one line or two, depending on the room, and puts the headings above the columns.
    private func fitRoom() {
        guard let first = rows.first else { return }
        let new = Double(list.laidOutWidth) < Self.leastWidth * TextScale.current
        if new != isNarrow {
            isNarrow = new
            for row in rows { row.isNarrow = new }
            headings.widget.isVisible = !new
        }
        if !isNarrow { headings.follow(first.columns) }
    }

    /// The fields wanted, without removed and blank ones.
    var drafts: [FieldDraft] { kept.map(\.draft) }

    private var kept: [FieldRow] { rows.filter { !$0.isRemoved && !$0.isBlank } }

    /// Replaces the fields in the list.
    func show(_ drafts: [FieldDraft]) {
        end()
        rows = []
        list.removeAll()
        for draft in drafts { append(draft) }
        renumber()
    }

    /// Shows below each field what is wrong with it; the keys of `problems` are indices in ``drafts``.
    func show(_ problems: [Int: TableError]) {
        let kept = kept
        for (place, row) in kept.enumerated() {
            if let problem = problems[place] { row.say(problem.message, .error) } else { showEffect(row) }
        }
        if let first = problems.keys.min(), kept.indices.contains(first) { kept[first].grabFocus() }
    }

    /// Moves the focus to the name of the first field.
    func grabFocus() { rows.first?.grabFocus() }

    /// Opens the choices of a field's number format.
    func openFormat(of field: FieldID) { rows.first { $0.origin?.id == field }?.openFormat() }

    /// Stops finding out what will happen to values.
    func end() {
        for task in tasks.values { task.cancel() }
        tasks = [:]
    }

    /// Adds a blank field, whose name is typed next.
    func addField() {
        append(FieldRow(FieldDraft(), origin: nil, isAdded: true))
        renumber()
        rows.last?.grabFocus()
    }

    private func focusNext(from row: FieldRow) {
        guard let index = rows.firstIndex(where: { $0 === row }) else { return }
        if index + 1 < rows.count { return rows[index + 1].grabFocus() }
        if row.isBlank { onEnd?() } else { addField() }
    }

    private func append(_ draft: FieldDraft) {
        let others = preview?.table.schema.fields.filter { $0.id != draft.origin } ?? []
        let row = FieldRow(draft, origin: draft.origin.flatMap { preview?.definition(of: $0) }, besides: others)
        if let origin = draft.origin, let preview {
            row.proposal = { known, type in await preview.options(of: origin, for: type, keeping: known) }
        }
        append(row)
    }

    private func append(_ row: FieldRow) {
        row.onMove = { [weak self, weak row] in if let row { self?.move(row, by: $0) } }
        row.handle.onDrag(within: list) { [weak self, weak row] y in if let row { self?.drag(row, to: y) } }
        row.onEnter = { [weak self, weak row] in if let row { self?.focusNext(from: row) } }
        row.onRemove = { [weak self, weak row] in if let row { self?.drop(row) } }
        row.onChange = { [weak self, weak row] in
            guard let self, let row else { return }
            renumber()
            showEffect(row)
        }
        row.isNarrow = isNarrow
        list.append(row.widget)
        rows.append(row)
    }

    private func drop(_ row: FieldRow) {
        guard let index = rows.firstIndex(where: { $0 === row }) else { return }
        rows.remove(at: index)
        row.widget.destroy()
        renumber()
        if rows.isEmpty { return }
        rows[min(index, rows.count - 1)].grabFocus()
    }

    /// Moves a row to where its middle is nearest to the pointer, however many rows away that is.
    private func drag(_ row: FieldRow, to y: Double) {
        guard let index = rows.firstIndex(where: { $0 === row }) else { return }
        let top = y - row.height / 2
        var (target, bottom) = (0, 0.0)
        for other in rows where other !== row {
            guard bottom + other.height / 2 < top else { break }
            target += 1
            bottom += other.height + Double(Self.gap)
        }
        move(row, by: target - index)
    }

    private func move(_ row: FieldRow, by offset: Int) {
        guard offset != 0, let index = rows.firstIndex(where: { $0 === row }), rows.indices.contains(index + offset)
        else { return }
        rows.remove(at: index)
        rows.insert(row, at: index + offset)
        list.move(row.widget, to: index + offset)
        renumber()
    }

    private func renumber() {
        for (place, row) in rows.enumerated() { row.number(place + 1, of: rows.count) }
    }

    /// Shows below a field what will happen to its values.
    private func showEffect(_ row: FieldRow) {
        let key = ObjectIdentifier(row)
        tasks.removeValue(forKey: key)?.cancel()
        let draft = row.draft
        guard let origin = row.origin, let preview,
            row.isRemoved || draft.type != origin.type || draft.rules != origin.rules
                || draft.type.hasOptions && draft.options != origin.options
        else { return row.say("") }
        let effect: FieldsPreview.Effect =
            row.isRemoved ? .removed : draft.type != origin.type ? .retyped(draft.type) : .ruled(draft)
        tasks[key] = Task { [weak row] in
            guard let news = await preview.news(of: origin.id, effect), !Task.isCancelled else { return }
            row?.say(news.text, news.role, more: news.more)
        }
    }
}
