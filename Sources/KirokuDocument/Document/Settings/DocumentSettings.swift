import FoundationEssentials

/// How a document is shown: what it stores apart from its records, fields and widths.
///
/// None of it is a step of the history: undoing an edit must not re-sort the table.
public struct DocumentSettings: Sendable, Hashable {
    /// Fields may have been removed or retyped since; ``Document/sortRules`` takes account of that.
    var sortRules: [SortRule] = []
    var finds: [NamedFind] = []
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
}

/// How settings are stored: as texts by name.
///
/// Rules, finds, pinned fields and field lines are JSON. What cannot be read, because another program or a later
/// version wrote it, is ignored.
extension DocumentSettings {
    package init(stored texts: [String: String]) {
        sortRules = texts[Self.sortRulesName].flatMap { StoredJSON.value(in: $0) } ?? []
        finds = texts[Self.findsName].flatMap { StoredJSON.value(in: $0) } ?? []
        pinnedFields = texts[Self.pinnedFieldsName].flatMap { StoredJSON.value(in: $0) } ?? []
        let pairs: [[FieldID]] = texts[Self.fieldLinesName].flatMap { StoredJSON.value(in: $0) } ?? []
        let origins = pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }
        fieldLines = FieldLineage(origins: Dictionary(origins) { first, _ in first })
        for (name, text) in texts where name.hasPrefix(Self.notePrefix) {
            notes[String(name.dropFirst(Self.notePrefix.count))] = text
        }
    }

    /// All settings as texts; empty ones are left out.
    package var stored: [String: String] {
        var texts: [String: String] = [:]
        if !sortRules.isEmpty { texts[Self.sortRulesName] = StoredJSON.text(sortRules) }
        if !finds.isEmpty { texts[Self.findsName] = StoredJSON.text(finds) }
        if !pinnedFields.isEmpty { texts[Self.pinnedFieldsName] = StoredJSON.text(pinnedFields) }
        let pairs = fieldLines.origins.sorted { $0.key < $1.key }.map { [$0.key, $0.value] }
        if !pairs.isEmpty { texts[Self.fieldLinesName] = StoredJSON.text(pairs) }
        for (name, text) in notes { texts[Self.notePrefix + name] = text }
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
    private static let findsName = "finds"
    private static let pinnedFieldsName = "pinned fields"
    private static let fieldLinesName = "retyped fields"
    private static let notePrefix = "note "
}

/// A search that a document stores under a name.
public struct NamedFind: Sendable, Hashable, Codable {
    /// Its name, which is unique in the document.
    public var name: String
    /// The condition for the records that are found.
    public var condition: Condition
    /// Whether only the found records are shown; otherwise all are shown, and the user goes from one match to the next.
    public var showsOnlyFound: Bool

    /// A search, which is only checked when it is used.
    public init(name: String, condition: Condition, showsOnlyFound: Bool = true) {
        self.name = name
        self.condition = condition
        self.showsOnlyFound = showsOnlyFound
    }
}
