import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// The fields as the header shows them: sort rules, pins, widths and names.
@MainActor
final class GridFields {
    let nameEditor = FieldNameEditor()
    /// The fields whose values the next record starts with; the model remembers them.
    private(set) var pinned: Set<FieldID>
    /// Called when the user has changed the width of a column.
    var onWidthChange: (() -> Void)?
    /// The room that a field's pictures need beside their names.
    var roomForPictures: ((FieldDefinition) -> Double)?
    /// The widths to which fields without a set width have grown for typed texts, at a text scale of 1.
    private var grown: [FieldID: Double] = [:]
    private let model: any TableModel
    private let rows: GridRows
    private let viewport: GridViewport
    private let current: GridCursor
    private let edits: GridEdits
    private let messages: GridMessages

    init(
        _ rows: GridRows, _ viewport: GridViewport, _ current: GridCursor, _ edits: GridEdits, _ messages: GridMessages
    ) {
        model = rows.model
        pinned = model.pinnedFields
        self.rows = rows
        self.viewport = viewport
        self.current = current
        self.edits = edits
        self.messages = messages
        viewport.addOverlay(nameEditor.entry) { [weak self] in self?.nameEditorPlace(in: $0) }
        nameEditor.entry.setShownExplicitly()
        nameEditor.onEnd = { [weak self] in self?.finishRenaming($0) }
    }

    /// Updates everything after the fields may have changed.
    func update() {
        pinned = model.pinnedFields
        nameEditor.end()
        measure()
    }

    // MARK: Sorting

    /// Sorts as a click on a header does: ascending, then descending, then in the order of the table.
    ///
    /// - Parameters:
    ///   - field: the index of the field.
    ///   - adds: whether the other sort rules stay; a new rule is added after them.
    func toggleSorting(by field: Int, adds: Bool) {
        let id = rows.table.schema[field].id
        let before = rows.comingRules
        let next: SortRule? =
            switch before.first(where: { $0.field == id })?.isDescending {
            case nil: SortRule(field: id)
            case false?: SortRule(field: id, isDescending: true)
            case true?: nil
            }
        rows.sort(by: adds ? before.replacing(id, with: next) : [next].compactMap { $0 })
    }

    /// The rank of a field among the sort rules, from 1, and its direction; `nil` if the records are not sorted by it.
    func sorting(of field: Int) -> (rank: Int, isDescending: Bool)? {
        let id = rows.table.schema[field].id
        return rows.sortRules.firstIndex { $0.field == id }.map { ($0 + 1, rows.sortRules[$0].isDescending) }
    }

    // MARK: Order

    /// Moves a field to another index, as a step of the history; the cursor stays in its field.
    func move(_ field: Int, to index: Int) {
        let schema = rows.table.schema
        guard schema.fields.indices.contains(field), field != index, schema.fields.indices.contains(index) else {
            return
        }
        edits.perform { () throws(EditError) in try model.moveField(schema[field].id, to: index) }
    }

    // MARK: Width

    /// Measures the font, and sets widths from the model or else from the contents of the fields.
    func measure() {
        let (table, scale) = (rows.table, viewport.layout.textScale)
        let signed = rows.cellsInConflict
        viewport.measure(rest: restColumn) { fonts in
            table.schema.fields.enumerated().map { index, field in
                model.fieldWidths[field.id].map { (Double($0) * scale).rounded() }
                    ?? max(
                        ColumnWidths.natural(index, of: table, signed, fonts) + (roomForPictures?(field) ?? 0),
                        ((grown[field.id] ?? 0) * scale).rounded())
            }
        }
    }

    /// The last field, if it holds text and the user has set no width: notes take the room that there is.
    private var restColumn: Int? {
        guard let last = rows.table.schema.fields.last, last.type.holdsText, !last.isPicture,
            model.fieldWidths[last.id] == nil
        else { return nil }
        return rows.table.schema.count - 1
    }

    /// Widens fields for the current values of these records, unless the user has set their width.
    ///
    /// They do not become narrower again while they are visible.
    func follow(_ records: some Collection<Int>, in fields: some Sequence<Int>) {
        let (table, layout) = (rows.table, viewport.layout)
        let signed = rows.cellsInConflict
        var widths = layout.columnWidths
        let records = Array(records.prefix(ColumnWidths.sampleSize))
        let fonts = GridFonts(of: viewport.canvas)
        for index in fields where widths.indices.contains(index) {
            let field = table.schema[index]
            guard model.fieldWidths[field.id] == nil else { continue }
            let natural =
                ColumnWidths.natural(index, records, of: table, signed, fonts) + (roomForPictures?(field) ?? 0)
            guard natural > widths[index] else { continue }
            widths[index] = natural
            grown[field.id] = natural / layout.textScale
        }
        guard widths != layout.columnWidths else { return }
        viewport.setColumnWidths(widths)
        viewport.placeOverlays()
        viewport.redraw()
    }

    /// Widens fields for the signs of conflicts.
    func followConflicts() {
        for (field, cells) in Dictionary(grouping: rows.cellsInConflict, by: \.field) {
            follow(cells.map(\.record), in: [field])
        }
    }

    /// Makes a field one or two characters wider or narrower per step, for the keyboard.
    func widen(_ field: Int, by steps: Int) {
        setWidth(max(GridLayout.leastColumnWidth, viewport.layout.columnWidths[field] + Double(steps) * 16), of: field)
    }

    /// Makes fields wide enough for their names and their texts in the visible records and the first 2,000 ones.
    func fitWidths(of fields: some Sequence<Int>) {
        let view = rows.view
        let records =
            viewport.layout.visibleRows.compactMap { view[$0] } + (0..<min(view.count, 2_000)).compactMap { view[$0] }
        let (fonts, signed) = (GridFonts(of: viewport.canvas), rows.cellsInConflict)
        for field in fields {
            let width = ColumnWidths.fitting(field, records, of: rows.table, signed, fonts)
            setWidth(width + (roomForPictures?(rows.table.schema[field]) ?? 0), of: field)
        }
    }

    /// Makes the model remember the current width of a field.
    func keepWidth(of field: Int) {
        let layout = viewport.layout
        model.setWidth(
            Int((layout.columnWidths[field] / layout.textScale).rounded()), of: rows.table.schema[field].id)
        onWidthChange?()
    }

    private func setWidth(_ width: Double, of field: Int) {
        viewport.setColumnWidth(width, of: field)
        keepWidth(of: field)
    }

    // MARK: Name

    /// Opens the field's name for editing, in its header.
    func rename(_ field: FieldID) {
        guard let index = rows.table.schema.index(of: field) else { return }
        if edits.refuses() { return }
        current.go(to: CellIndex(row: current.cell.row, column: index))
        nameEditor.begin(field, name: rows.table.schema[index].name)
        viewport.placeOverlays()
    }

    /// The visible part of the header.
    private func nameEditorPlace(in layout: GridLayout) -> Rectangle {
        let room = Rectangle(x: layout.gutterWidth, y: 0, width: layout.bodyWidth, height: layout.headerHeight)
        let header = nameEditor.field.flatMap { rows.table.schema.index(of: $0) }.map(layout.headerRectangle)
        return GridLayout.entryPlace(over: header.flatMap { $0.intersection(room) }, in: room)
    }

    private func finishRenaming(_ name: String?) {
        guard !viewport.isGone, let field = nameEditor.field else { return }
        let hadFocus = nameEditor.entry.hasFocusInWindow
        nameEditor.end()
        if let name { edits.perform { () throws(EditError) in try model.renameField(field, to: name) } }
        if hadFocus { viewport.canvas.grabFocus() }
    }

    // MARK: Pinning

    /// Sets whether the next record starts with the value that the field has in the current one.
    func setPinned(_ isPinned: Bool, _ field: FieldID) {
        guard rows.table.schema.index(of: field) != nil else { return }
        model.setPinned(isPinned, field)
        pinned = model.pinnedFields
        viewport.redraw()
    }

    func togglePin(of field: Int) {
        let definition = rows.table.schema[field]
        setPinned(!pinned.contains(definition.id), definition.id)
        let name = ["field": ShownText.short(definition.name)]
        messages.say(
            pinned.contains(definition.id)
                ? localized("“{field}” is repeated in new records.", name)
                : localized("“{field}” is no longer repeated in new records.", name))
    }
}

extension [SortRule] {
    /// Replaces the rule for a field, or adds it at the end; `nil` removes it.
    func replacing(_ field: FieldID, with rule: SortRule?) -> [SortRule] {
        var rules = self
        guard let index = firstIndex(where: { $0.field == field }) else { return rules + [rule].compactMap { $0 } }
        if let rule { rules[index] = rule } else { rules.remove(at: index) }
        return rules
    }
}

/// The entry for editing a field's name, laid over its header.
@MainActor
final class FieldNameEditor {
    let entry = GtkKit.entry(name: localized("Name of the field"), hasFrame: false)
    /// The field whose name is being edited, or `nil`.
    private(set) var field: FieldID?
    /// Called with the new name, or with `nil` if the old name stays.
    var onEnd: ((String?) -> Void)?
    private let composition: Composition
    private var oldName = ""

    init() {
        composition = Composition(in: entry)
        entry.addStyleClass("kiroku-cell-editor")
        entry.onKey { [weak self] key in self?.handle(key) ?? false }
        entry.onFocusLost { [weak self] in self?.commit() }
    }

    var isActive: Bool { field != nil }

    func begin(_ field: FieldID, name: String) {
        self.field = field
        oldName = name
        entry.text = name
        entry.isVisible = true
        entry.grabFocusSelectingAll()
    }

    /// Commits what was typed.
    func commit() {
        guard isActive else { return }
        composition.take()
        onEnd?(entry.text == oldName ? nil : entry.text)
    }

    /// Hides the entry, without committing.
    func end() {
        field = nil
        entry.isVisible = false
    }

    private func handle(_ key: KeyEvent) -> Bool {
        guard isActive, [.enter, .escape, .tab].contains(key.key) else { return false }
        if entry.inputMethodTakes(key) { return true }
        if key.key == .escape { onEnd?(nil) } else { commit() }
        return true
    }
}
