import GtkKit
import KirokuCore

/// What is done to a field by its header.
extension RecordGrid {
    // MARK: Sorting

    /// A click on a header: up, then down, then as the records stand in the table.
    ///
    /// - Parameters:
    ///   - field: by its index.
    ///   - adds: whether the other fields that are sorted by stay; the field then comes after them.
    func toggleSorting(by field: Int, adds: Bool) {
        let id = document.table.schema[field].id
        let before = arrangement.coming
        let next: SortRule? =
            switch before.first(where: { $0.field == id })?.isDescending {
            case nil: SortRule(field: id)
            case false?: SortRule(field: id, isDescending: true)
            case true?: nil
            }
        sort(by: adds ? before.replacing(id, with: next) : [next].compactMap { $0 })
    }

    /// Where a field stands among those that are sorted by, from 1, and whether downwards; `nil` if it is none of them.
    func sorting(of field: Int) -> (place: Int, isDescending: Bool)? {
        let id = document.table.schema[field].id
        return sortRules.firstIndex { $0.field == id }.map { ($0 + 1, sortRules[$0].isDescending) }
    }

    // MARK: Place, width and name

    /// Moves a field to another place, as a step of the history; the cursor stays in its field.
    func moveField(_ field: Int, to place: Int) {
        let schema = document.table.schema
        guard schema.fields.indices.contains(field), field != place, schema.fields.indices.contains(place) else {
            return
        }
        commitEditing()
        perform { () throws(EditError) in try document.moveField(schema[field].id, to: place) }
    }

    func moveField(_ field: Int, by distance: Int) { moveField(field, to: field + distance) }

    func resize(_ field: Int, to width: Double) {
        layout.columnWidths[field] = width
        updateLayout()
        canvas.redraw()
    }

    /// Makes a field wider or narrower by a character or two, for the keyboard.
    func widenField(_ field: Int, by steps: Int) {
        setWidth(max(GridLayout.leastColumnWidth, layout.columnWidths[field] + Double(steps) * 16), of: field)
    }

    /// Makes a field as wide as its name and what is in it need: the records in sight, and the first few thousand.
    func fitWidth(of field: Int) {
        let records = Array(layout.visibleRows.map { view[$0] }) + (0..<min(size.rows, 2_000)).map { view[$0] }
        let width = ColumnWidths.fitting(field, records, of: document.table, GridFonts(of: canvas))
        setWidth(width + roomForPicture(field), of: field)
    }

    private func setWidth(_ width: Double, of field: Int) {
        resize(field, to: width)
        document.setWidth(storedWidth(ofField: field), of: document.table.schema[field].id)
    }

    /// Opens the field's name for typing, in its header.
    public func renameField(_ field: FieldID) {
        commitEditing()
        guard let index = document.table.schema.index(of: field) else { return }
        if let refusal = document.refusal { return tell(refusal) }
        moveCursor { $0.go(to: GridCell(row: $0.cursor.row, field: index), in: size) }
        nameEditor.begin(field, name: document.table.schema[index].name)
        placeEditors()
    }

    /// Where the entry for the name lies: over its header, as far as that shows.
    var nameEditorPlace: Rectangle {
        let room = Rectangle(x: layout.gutterWidth, y: 0, width: layout.bodyWidth, height: layout.headerHeight)
        let header = nameEditor.field.flatMap { document.table.schema.index(of: $0) }.map(layout.headerRectangle)
        return GridLayout.entryPlace(over: header.flatMap { $0.intersection(room) }, in: room)
    }

    func finishRenaming(_ name: String?) {
        guard !isGone, let field = nameEditor.field else { return }
        let hadFocus = nameEditor.entry.hasFocusInWindow
        nameEditor.end()
        if let name { perform { () throws(EditError) in try document.renameField(field, to: name) } }
        if hadFocus { canvas.grabFocus() }
    }

    // MARK: Pinning

    /// Whether the next record starts with the value that the field has in the current one.
    public func isPinned(_ field: FieldID) -> Bool { pinnedFields.contains(field) }

    /// Has the next record start with the value that the field has in the current one, or no longer; the document
    /// remembers it.
    public func setPinned(_ isPinned: Bool, _ field: FieldID) {
        guard document.table.schema.index(of: field) != nil else { return }
        document.setPinned(isPinned, field)
        pinnedFields = document.pinnedFields
        canvas.redraw()
    }

    func togglePin(of field: Int) {
        let definition = document.table.schema[field]
        setPinned(!isPinned(definition.id), definition.id)
        let name = ["field": ShownText.short(definition.name)]
        onMessage?(
            Message(
                isPinned(definition.id)
                    ? localized("“{field}” is pinned: the next record starts with its value.", name)
                    : localized("“{field}” is no longer pinned.", name)))
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
