import KirokuCore

/// A list of what a cell may hold, or of what it must not hold.
public struct FindList: Sendable, Hashable {
    /// Whether records are left out that have something in the list.
    public var leavesOut: Bool
    /// The list, in the order in which it was made; each content once.
    public private(set) var contents: [CellContent] = []

    /// Creates a list without repeated entries.
    public init(leavesOut: Bool = false, _ contents: [CellContent] = []) {
        self.leavesOut = leavesOut
        for content in contents { add(content) }
    }

    /// The list that leaves nothing out.
    public static let everything = FindList(leavesOut: true)

    /// Whether records with this content are shown.
    public func shows(_ content: CellContent) -> Bool { contents.contains(content) != leavesOut }

    /// Shows records with this content, or hides them.
    public mutating func set(_ content: CellContent, isShown: Bool) {
        if isShown != leavesOut { add(content) } else { contents.removeAll { $0 == content } }
    }

    /// Empties the list.
    public mutating func removeAll() { contents = [] }

    private mutating func add(_ content: CellContent) {
        if !contents.contains(content) { contents.append(content) }
    }

    /// Its name in a menu of comparisons, in the user's language.
    public var name: String { Self.name(leavesOut: leavesOut) }

    /// The name of lists that leave records out, or of those that do not.
    public static func name(leavesOut: Bool) -> String {
        leavesOut ? localized("is none of") : localized("is one of")
    }

    /// The contents in one line, for people: the first ones, and how many more there are.
    public func summary(in field: FieldDefinition) -> String {
        var shown: [String] = []
        var length = 0
        for content in contents {
            let caption = ShownText.short(content.caption(in: field))
            length += caption.count
            if !shown.isEmpty, length > Self.summaryLength { break }
            shown.append(caption)
        }
        let rest = contents.count - shown.count
        return (shown + (rest > 0 ? ["+\(localizedNumber(rest))"] : [])).joined(separator: " · ")
    }

    /// In characters, without the signs in between.
    private static let summaryLength = 30

    // MARK: To and from conditions

    /// The condition that a cell of a field is in the list.
    func condition(on field: FieldDefinition) -> Condition {
        let tests = contents.map { $0.condition(on: field) }
        return leavesOut ? .none(tests) : .any(tests)
    }

    /// The list that a group of tests of one field stands for; `nil` for any other condition.
    static func read(_ condition: Condition, for schema: Schema) -> (field: FieldID, list: FindList)? {
        let (tests, leavesOut): ([Condition], Bool)
        switch condition {
        case .any(let members): (tests, leavesOut) = (members, false)
        case .none(let members): (tests, leavesOut) = (members, true)
        default: return nil
        }
        guard case .cell(let first) = tests.first, let index = schema.index(of: first.field) else { return nil }
        let contents = tests.compactMap { CellContent($0, on: schema[index]) }
        return contents.count == tests.count ? (first.field, FindList(leavesOut: leavesOut, contents)) : nil
    }
}
