import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// The fields as the header has them: sorted by, pinned, wide or narrow, and their names.
@MainActor
final class GridFields {
    let nameEditor = FieldNameEditor()
    /// The fields whose values the next record takes over; the model remembers them.
    private(set) var pinned: Set<FieldID>
    /// How much room a field's pictures need beside their names.
    var roomForPictures: ((FieldDefinition) -> Double)?
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
        viewport.lay(nameEditor.entry) { [weak self] in self?.nameEditorPlace(in: $0) }
        nameEditor.entry.setShownOnlyByItself()
        nameEditor.onEnd = { [weak self] in self?.finishRenaming($0) }
    }

    /// The fields may have changed.
    func update() {
        pinned = model.pinnedFields
        nameEditor.end()
        measure()
    }

    // MARK: Sorting

    /// A click on a header: ascending, then descending, then as the records stand in the table.
    ///
    /// - Parameters:
    ///   - field: by its index.
    ///   - adds: whether the other fields that are sorted by stay; the field then comes after them.
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

    /// The rank of a field among those that are sorted by, from 1, and its direction; `nil` if it is not one of them.
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

    /// Takes sizes from the font, and widths from the model or else from what the fields hold.
    func measure() {
        let (table, scale) = (rows.table, viewport.layout.textScale)
        viewport.measure { fonts in
            table.schema.fields.enumerated().map { index, field in
                model.fieldWidths[field.id].map { (Double($0) * scale).rounded() }
                    ?? ColumnWidths.natural(index, of: table, fonts) + (roomForPictures?(field) ?? 0)
            }
        }
    }

    /// Makes a field wider or narrower by a character or two, for the keyboard.
    func widen(_ field: Int, by steps: Int) {
        setWidth(max(GridLayout.leastColumnWidth, viewport.layout.columnWidths[field] + Double(steps) * 16), of: field)
    }

    /// Makes a field as wide as its name and what is in it need: the records in sight, and the first few thousand.
    func fitWidth(of field: Int) {
        let view = rows.view
        let records =
            Array(viewport.layout.visibleRows.map { view[$0] }) + (0..<min(view.count, 2_000)).map { view[$0] }
        let width = ColumnWidths.fitting(field, records, of: rows.table, GridFonts(of: viewport.canvas))
        setWidth(width + (roomForPictures?(rows.table.schema[field]) ?? 0), of: field)
    }

    /// Has the model remember the width that a field is shown with.
    func keepWidth(of field: Int) {
        let layout = viewport.layout
        model.setWidth(
            Int((layout.columnWidths[field] / layout.textScale).rounded()), of: rows.table.schema[field].id)
    }

    private func setWidth(_ width: Double, of field: Int) {
        viewport.setColumnWidth(width, of: field)
        keepWidth(of: field)
    }

    // MARK: Name

    /// Opens the field's name for typing, in its header.
    func rename(_ field: FieldID) {
        guard let index = rows.table.schema.index(of: field) else { return }
        if edits.refuses() { return }
        current.go(to: CellIndex(row: current.cell.row, column: index))
        nameEditor.begin(field, name: rows.table.schema[index].name)
        viewport.placeOverlays()
    }

    /// Over its header, as far as that shows.
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

    /// Has the next record start with the value that the field has in the current one, or no longer.
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
                ? localized("“{field}” is pinned: the next record starts with its value.", name)
                : localized("“{field}” is no longer pinned.", name))
    }
}

extension [SortRule] {
    /// The rule for a field in its place, or at the end; `nil` takes it out.
    func replacing(_ field: FieldID, with rule: SortRule?) -> [SortRule] {
        var rules = self
        guard let index = firstIndex(where: { $0.field == field }) else { return rules + [rule].compactMap { $0 } }
        if let rule { rules[index] = rule } else { rules.remove(at: index) }
        return rules
    }
}

/// The entry in which a field's name is edited, laid over its header.
@MainActor
final class FieldNameEditor {
    let entry = GtkKit.entry(name: localized("Name of the field"), hasFrame: false)
    /// The field whose name is being edited, or `nil`.
    private(set) var field: FieldID?
    /// Called with the new name, or with `nil` if the old one stays.
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

    /// Takes what was typed.
    func commit() {
        guard isActive else { return }
        composition.take()
        onEnd?(entry.text == oldName ? nil : entry.text)
    }

    /// Hides the entry, whatever is in it.
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
