import FoundationEssentials

/// How a document is looked at: what it keeps besides its records, fields and widths.
///
/// None of it is a step of the history: undoing an edit must not sort the table anew.
public struct DocumentSettings: Sendable, Hashable {
    /// Fields may have been removed or retyped since; ``Document/sortRules`` takes account of that.
    var sortRules: [SortRule] = []
    var finds: [NamedFind] = []
    /// Fields may have been removed or retyped since, as with the sort rules.
    var pinnedFields: [FieldID] = []
    /// Texts of the screens, by name.
    var notes: [String: String] = [:]
    var fieldLines = FieldLineage()

    /// The settings of a new document.
    public init() {}
}

/// How settings are stored: as texts by name.
///
/// Rules, finds, pinned fields and field lines are JSON. What cannot be read, because somebody else wrote it or a later version did,
/// is as if it were not there.
extension DocumentSettings {
    init(stored texts: [String: String]) {
        sortRules = Self.decoded(texts[Self.sortRulesName]) ?? []
        finds = Self.decoded(texts[Self.findsName]) ?? []
        pinnedFields = Self.decoded(texts[Self.pinnedFieldsName]) ?? []
        let pairs: [[FieldID]] = Self.decoded(texts[Self.fieldLinesName]) ?? []
        let origins = pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }
        fieldLines = FieldLineage(origins: Dictionary(origins) { first, _ in first })
        for (name, text) in texts where name.hasPrefix(Self.notePrefix) {
            notes[String(name.dropFirst(Self.notePrefix.count))] = text
        }
    }

    /// All of them as texts; what is empty has none.
    var stored: [String: String] {
        var texts: [String: String] = [:]
        if !sortRules.isEmpty { texts[Self.sortRulesName] = Self.encoded(sortRules) }
        if !finds.isEmpty { texts[Self.findsName] = Self.encoded(finds) }
        if !pinnedFields.isEmpty { texts[Self.pinnedFieldsName] = Self.encoded(pinnedFields) }
        let pairs = fieldLines.origins.sorted { $0.key < $1.key }.map { [$0.key, $0.value] }
        if !pairs.isEmpty { texts[Self.fieldLinesName] = Self.encoded(pairs) }
        for (name, text) in notes { texts[Self.notePrefix + name] = text }
        return texts
    }

    /// What has to be stored to come from `old` to these: texts by name, `nil` for those that go.
    func differences(from old: DocumentSettings) -> [String: String?] {
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

    private static func encoded(_ value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func decoded<Value: Decodable>(_ text: String?) -> Value? {
        text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }
}

/// A find that a document keeps under a name.
public struct NamedFind: Sendable, Hashable, Codable {
    /// What the user calls it; a document has one find of each name.
    public var name: String
    /// Which records are found.
    public var condition: Condition
    /// Whether only the found records are shown; otherwise all are, and the user goes from one found to the next.
    public var showsOnlyFound: Bool

    /// A find that is checked only when it is used.
    public init(name: String, condition: Condition, showsOnlyFound: Bool = true) {
        self.name = name
        self.condition = condition
        self.showsOnlyFound = showsOnlyFound
    }
}
