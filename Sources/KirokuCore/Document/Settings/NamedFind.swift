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
