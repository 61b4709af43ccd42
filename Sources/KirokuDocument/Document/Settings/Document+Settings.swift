extension Document {
    /// The order in which the records were last shown, for the current fields; empty for the table's own order.
    ///
    /// Rules for a field that was removed come back with the field.
    public var sortRules: [SortRule] {
        settings.sortRules.current(in: settings.fieldLines, among: table.schema.fields)
    }

    /// Stores the order in which the records are shown, without sorting anything.
    ///
    /// Not a step of the history; in a read-only document, none of these settings are saved.
    public func keepSortRules(_ rules: [SortRule]) {
        changeSettings { $0.sortRules = rules }
    }

    /// The fields whose values a new record takes over from the current one, for the current fields.
    ///
    /// A field that was removed is pinned again when it comes back.
    public var pinnedFields: Set<FieldID> {
        Set(settings.pinnedFields.compactMap { settings.fieldLines.current(of: $0, among: table.schema.fields)?.id })
    }

    /// Stores whether a new record takes over a field's value, without changing any value.
    ///
    /// Not a step of the history.
    public func setPinned(_ isPinned: Bool, _ field: FieldID) {
        guard pinnedFields.contains(field) != isPinned else { return }
        let lines = settings.fieldLines
        changeSettings { settings in
            // Fields of the same line count as the same field.
            settings.pinnedFields.removeAll { lines.current(of: $0, among: table.schema.fields)?.id == field }
            if isPinned { settings.pinnedFields.append(field) }
        }
    }

    /// The saved views, for the current fields, in the order in which they were first stored.
    public var views: [SavedView] { settings.views(for: table.schema) }

    /// Stores a view, replacing one with the same name; one that was removed returns to its place in the list.
    ///
    /// Not a step of the history.
    public func keepView(_ view: SavedView) {
        changeSettings { $0.keep(view) }
    }

    /// Deletes the view of this name, if there is one.
    public func removeView(named name: String) {
        changeSettings { $0.removeView(named: name) }
    }

    /// What a screen has stored under this name, such as how the table was last copied; `nil` if nothing was stored.
    public func note(named name: String) -> String? { settings.notes[name] }

    /// Stores a text for a screen under a name that nothing else uses; `nil` deletes it.
    public func keepNote(_ text: String?, named name: String) {
        changeSettings { $0.notes[name] = text }
    }

    /// The lines of text that each row of the table shows, within ``RowHeight/lines``; 1 unless it was set.
    public var rowLines: Int { settings.rowLines }

    /// Stores how many lines of text each row shows.
    public func setRowLines(_ lines: Int) {
        let lines = RowHeight.clamped(lines)
        guard lines != rowLines else { return }
        changeSettings { $0.rowLines = lines }
    }

    /// The contents for showing another state of the document, of which nothing is saved.
    ///
    /// Widths, views and row height are those of the document now.
    public func contents(showing past: PastTable) -> DocumentContents {
        var settings = settings
        let lines = rowLines
        settings.sortRules = []
        settings.notes = [:]
        settings.rowLines = lines
        return DocumentContents(table: past.table, fieldWidths: fieldWidths, settings: settings)
    }
}

/// How high the rows of a table can be.
public enum RowHeight {
    /// The lines of text in a row.
    public static let lines = 1...8

    /// The nearest possible number of lines.
    public static func clamped(_ count: Int) -> Int { min(max(count, lines.lowerBound), lines.upperBound) }
}
