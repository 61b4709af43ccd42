/// What a table is known by in its document.
public struct TableID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number that the document stores for it, from 1 up.
    public let rawValue: Int

    /// The table of a document that has one, as all have today.
    public static let only = TableID(rawValue: 1)

    /// The identifier that a document stores as this number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// In the order in which the tables were made.
    public static func < (left: TableID, right: TableID) -> Bool {
        left.rawValue < right.rawValue
    }
}
