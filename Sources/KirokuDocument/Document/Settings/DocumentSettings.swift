import FoundationEssentials

/// How a document is shown: what it stores apart from its records, fields and widths.
///
/// None of it is a step of the history: undoing an edit must not re-sort the table.
public struct DocumentSettings: Sendable, Hashable {
    /// Fields may have been removed or retyped since; ``Document/sortRules`` takes account of that.
    var sortRules: [SortRule] = []
    /// In the order in which they are listed.
    public private(set) var views: [SavedView] = []
    /// Fields may have been removed or retyped since, as with the sort rules.
    var pinnedFields: [FieldID] = []
    /// Texts of the screens, by name.
    var notes: [String: String] = [:]
    package var fieldLines = FieldLineage()

    /// The settings of a new document.
    public init() {}

    /// The lines of text that each row of the table shows, within ``RowHeight/lines``; 1 unless it was set.
    public var rowLines: Int {
        get { notes[Self.rowLinesName].flatMap { Int($0) }.map(RowHeight.clamped) ?? 1 }
        set {
            let lines = RowHeight.clamped(newValue)
            notes[Self.rowLinesName] = lines == 1 ? nil : String(lines)
        }
    }

    private static let rowLinesName = "row lines"

    /// The saved views for the current fields.
    package func views(for schema: Schema) -> [SavedView] {
        views.map { $0.current(in: fieldLines, among: schema.fields) }
    }

    /// Stores a view in place of the one with its name, or after the others.
    mutating func keep(_ view: SavedView) {
        var view = view
        if let index = views.firstIndex(where: { $0.name == view.name }) {
            view.rank = views[index].rank
            views[index] = view
            return
        }
        if view.rank == 0 { view.rank = (views.last?.rank ?? 0) + 1 }
        views.append(view)
        views.sort(by: Self.isListed)
    }

    mutating func removeView(named name: String) {
        views.removeAll { $0.name == name }
    }

    /// Whether a view is listed before another one; two windows may have given theirs the same rank.
    private static func isListed(_ one: SavedView, before other: SavedView) -> Bool {
        (one.rank, one.name) < (other.rank, other.name)
    }
}

/// How settings are stored: as texts by name.
///
/// Rules, views, pinned fields and field lines are JSON; each view is a text of its own, so that two windows that save
/// different views both keep theirs. What cannot be read, because another program or a later version wrote it, is ignored.
extension DocumentSettings {
    package init(stored texts: [String: String]) {
        sortRules = texts[Self.sortRulesName].flatMap { StoredJSON.value(in: $0) } ?? []
        pinnedFields = texts[Self.pinnedFieldsName].flatMap { StoredJSON.value(in: $0) } ?? []
        let pairs: [[FieldID]] = texts[Self.fieldLinesName].flatMap { StoredJSON.value(in: $0) } ?? []
        let origins = pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }
        fieldLines = FieldLineage(origins: Dictionary(origins) { first, _ in first })
        for (name, text) in texts where name.hasPrefix(Self.notePrefix) {
            notes[String(name.dropFirst(Self.notePrefix.count))] = text
        }
        let read = texts.compactMap { name, text -> SavedView? in
            guard name.hasPrefix(Self.viewPrefix), var view: SavedView = StoredJSON.value(in: text), !view.parts.isEmpty
            else { return nil }
            view.name = String(name.dropFirst(Self.viewPrefix.count))
            return view
        }
        views = Array(read.sorted(by: Self.isListed).prefix(SavedView.limit))
    }

    /// All settings as texts; empty ones are left out.
    package var stored: [String: String] {
        var texts: [String: String] = [:]
        if !sortRules.isEmpty { texts[Self.sortRulesName] = StoredJSON.text(sortRules) }
        if !pinnedFields.isEmpty { texts[Self.pinnedFieldsName] = StoredJSON.text(pinnedFields) }
        let pairs = fieldLines.origins.sorted { $0.key < $1.key }.map { [$0.key, $0.value] }
        if !pairs.isEmpty { texts[Self.fieldLinesName] = StoredJSON.text(pairs) }
        for (name, text) in notes { texts[Self.notePrefix + name] = text }
        for view in views { texts[Self.viewPrefix + view.name] = StoredJSON.text(view) }
        return texts
    }

    /// What must be stored to change `old` to these: texts by name, `nil` for those to remove.
    package func differences(from old: DocumentSettings) -> [String: String?] {
        let (before, after) = (old.stored, stored)
        var differences: [String: String?] = [:]
        for (name, text) in after where before[name] != text { differences[name] = text }
        for name in before.keys where after[name] == nil { differences[name] = .some(nil) }
        return differences
    }

    private static let sortRulesName = "sort rules"
    private static let pinnedFieldsName = "pinned fields"
    private static let fieldLinesName = "retyped fields"
    private static let notePrefix = "note "
    private static let viewPrefix = "saved view "
}
